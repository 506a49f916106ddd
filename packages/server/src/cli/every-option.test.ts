import { writeResult } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { COMMANDS } from './catalogue.ts';
import type { Command } from './define-command.ts';
import { parseCommand } from './parse-command.ts';

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const TXID = 'ab'.repeat(32);
/** What follows the name of a command. */
const WORDS = [
  [],
  ['btc'],
  ['eth', ADDRESS],
  ['list'],
  [ADDRESS],
  [`btc:${ADDRESS}`],
  ['btc', `${TXID}:1`],
  ['a', 'b', 'c'],
];
/** What follows the name of an option. */
const VALUES = [
  '',
  '5',
  '0',
  '-1',
  '1.5',
  '2024-01-31',
  'btc',
  'in',
  'csv',
  'haircut',
  'EUR',
  'Europe/Paris',
  ADDRESS,
  'x'.repeat(400),
];

/** What the words are understood as, or the sentence that refuses them. */
function read(words: readonly string[]): unknown {
  try {
    const { name, options, flags } = parseCommand([...words]);
    return { name, options, flags };
  } catch (cause) {
    return (cause as Error).message;
  }
}

function writeCommand({ name, options }: Command): string[] {
  const alone = WORDS.map((words) => writeResult(`${name} ${words.join(' ')}`, read([name, ...words])));
  const each = Object.entries(options).map(([option, { type }]) => {
    const values = type === 'boolean' ? [[]] : VALUES.map((value) => [value]);
    const tried = WORDS.flatMap((words) => values.map((value) => read([name, ...words, `--${option}`, ...value])));
    return writeResult(`${name} --${option}`, tried);
  });
  const other = Object.keys(options).filter((option) => options[option]?.type === 'boolean');
  const pairs = WORDS.map((words) => read([name, ...words, ...other.map((option) => `--${option}`)]));
  return [...alone, ...each, writeResult(`${name} with every flag`, pairs)];
}

test('every command reads its words and options as recorded, and refuses others in the same sentence', async () => {
  const lines = COMMANDS.filter(({ name }) => name !== 'help').flatMap(writeCommand);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('results/every-option.txt');
});
