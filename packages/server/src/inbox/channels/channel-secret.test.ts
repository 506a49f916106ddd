import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyRing } from '../../casework/key-ring.ts';
import { formatSecret, openTarget, sealTarget, signBody } from './channel-secret.ts';

const keys = createKeyRing(Buffer.alloc(32, 7));
const others = createKeyRing(Buffer.alloc(32, 8));
const TARGET = 'https://chat.example/rooms/ä';
const REFUSED = expect.objectContaining({
  kind: 'inconsistent',
  message: expect.stringContaining('Add the channel again'),
});

test('where a channel sends to opens with its row and key, and never reads the same twice', () => {
  const [one, two] = [sealTarget(keys, 'channel', TARGET), sealTarget(keys, 'channel', TARGET)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').includes('chat.example')).toBe(false);
  expect([openTarget(keys, 'channel', one), openTarget(keys, 'channel', two)]).toEqual([TARGET, TARGET]);
});

test('another row, another key and any changed byte are refused', () => {
  const sealed = sealTarget(keys, 'channel', TARGET);
  expect(() => openTarget(keys, 'another', sealed)).toThrow(REFUSED);
  expect(() => openTarget(others, 'channel', sealed)).toThrow(REFUSED);
  expect(() => openTarget(keys, 'channel', '')).toThrow(REFUSED);
  const bytes = Buffer.from(sealed, 'base64url');
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => openTarget(keys, 'channel', changed.toString('base64url'))).toThrow(REFUSED);
  }
});

test('a body is signed with each secret in force, as a receiver checks it', () => {
  const signed = { id: 'msg_1', seconds: 1_700_000_000, body: '{"a":1}' };
  const signature = signBody(keys, { id: 'channel', versions: [1, 2] }, signed);
  const expected = [1, 2].map((version) => {
    const secret = Buffer.from(formatSecret(keys, 'channel', version).replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', secret).update('msg_1.1700000000.{"a":1}').digest('base64')}`;
  });
  expect(signature).toBe(expected.join(' '));
  expect(expected[0]).not.toBe(expected[1]);
  expect(formatSecret(keys, 'channel', 1)).not.toBe(formatSecret(keys, 'another', 1));
  expect(formatSecret(keys, 'channel', 1)).not.toBe(formatSecret(others, 'channel', 1));
});
