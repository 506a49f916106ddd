import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofParseCommand from './parse-command.ts';

const recorded = new WatchedResults();
const { parseCommand } = recorded.watch(ofParseCommand);

test('the audit commands are read from the command line', () => {
  expect(parseCommand(['audit', 'checkpoint'])).toMatchObject({ name: 'audit', options: { action: 'checkpoint' } });
  expect(parseCommand(['audit', 'export', 'log.jsonl'])).toMatchObject({
    options: { action: 'export', file: 'log.jsonl' },
  });
  expect(parseCommand(['audit', 'verify'])).toMatchObject({ options: { action: 'verify', file: undefined } });
  const args = ['audit', 'verify', 'log.jsonl', '--checkpoint', 'a', '--checkpoint', 'b'];
  expect(parseCommand(args)).toMatchObject({ options: { file: 'log.jsonl', checkpoints: ['a', 'b'] } });
});

test.each([
  [['audit'], 'Use export, verify or checkpoint.'],
  [['audit', 'erase'], 'Use export, verify or checkpoint.'],
  [['audit', 'export'], 'Which file'],
  [['audit', 'export', 'a', 'b'], '"b" is one too many'],
  [['audit', 'checkpoint', 'a'], '"a" is one too many'],
  [['audit', 'verify', '--checkpoint', 'a'], '--checkpoint goes with a file'],
])('%j is refused with what would be right', (args, sentence) => {
  expect(() => parseCommand(args)).toThrow(sentence);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/audit-options.txt');
});
