import { expect, test } from 'vitest';
import { foundType, isMisnamed, statedType } from './file-type.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

test('a file is what its first bytes say, and a name that promises something else is misnamed', () => {
  const zip = foundType(bytes(0x50, 0x4b, 0x03, 0x04, 0, 0));
  expect([zip, statedType('voice-call.m4a'), isMisnamed('mp4', zip)]).toEqual(['zip', 'mp4', true]);
  expect(isMisnamed(statedType('letter.DOCX'), zip)).toBe(false);
  expect(isMisnamed(statedType('photo.jpg'), foundType(bytes(0xff, 0xd8, 0xff, 0xe0)))).toBe(false);
  expect(isMisnamed(statedType('chat.txt'), foundType(bytes(0x4d, 0x5a, 0x90)))).toBe(true);
});

test('what nobody knows is not reported as misnamed', () => {
  expect([foundType(bytes(1, 2, 3)), foundType(bytes()), isMisnamed('dat', 'unknown')]).toEqual([
    'unknown',
    'unknown',
    false,
  ]);
  expect([foundType(new TextEncoder().encode('hello\n')), statedType('README')]).toEqual(['text', 'none']);
});
