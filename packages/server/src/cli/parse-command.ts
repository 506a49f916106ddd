import { parseArgs } from 'node:util';
import { COMMANDS } from './catalogue.ts';
import type { Command, GivenWords, PreparedCommand } from './define-command.ts';
import { readText, refuseWords } from './given-words.ts';

const GLOBAL = { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

const WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;

function formatList(): string {
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}${summary}`);
  return `trailmark <command> [options]

${lines.join('\n')}
  ${'help'.padEnd(WIDTH)}Explain a command: trailmark help ingest

Settings of the environment: TRAILMARK_DATA_DIR, HOST, PORT, CLICKHOUSE_URL.
Every command takes --data-dir <folder>.`;
}

function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

function help(topic: string | undefined): PreparedCommand {
  const text = findCommand(topic ?? '')?.help ?? formatList();
  return {
    name: 'help',
    options: { text },
    flags: {},
    run: async () => {
      process.stdout.write(`${text}\n`);
      return 0;
    },
  };
}

function toSentence(error: unknown): string {
  const text = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return `${text?.replace(/\.? To specify a positional.*$/, '')}.`.replace(/\.\.$/, '.');
}

function parseWords({ name, options }: Command, args: readonly string[]): GivenWords {
  try {
    const config = { args: [...args], options: { ...GLOBAL, ...options }, allowPositionals: true, strict: true };
    const { values, positionals } = parseArgs(config);
    return { values: values as GivenWords['values'], positionals };
  } catch (error) {
    return refuseWords(name, toSentence(error));
  }
}

/** Reads a command line. Throws `invalid` with a sentence and the place of the help. */
export function parseCommand(args: readonly string[]): PreparedCommand {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || name === '--help' || name === '-h') return help(rest[0]);
  const command = findCommand(name) ?? refuseWords('help', `There is no command "${name.slice(0, 40)}".`);
  const given = parseWords(command, rest);
  if (given.values.help === true) return help(name);
  const flags = {
    TRAILMARK_DATA_DIR: readText(given, 'data-dir'),
    HOST: readText(given, 'host'),
    PORT: readText(given, 'port'),
  };
  return { ...command.prepare(given), flags };
}
