import type { parseArgs } from 'node:util';
import type { Config } from '../config.ts';

/** Options as `parseArgs` takes them. */
export type ParseOptions = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** What was on the command line after the command's name. */
export interface GivenWords {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

/** One command: its help, how its words are read, and what it does. */
export interface CommandDefinition<Options> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** Its own options, in addition to --data-dir and --help. */
  readonly options?: ParseOptions;
  /** Throws `invalid` with a sentence and the place of the help. */
  parse(given: GivenWords): Options;
  /** Returns the exit code. What it needs is loaded here, so that help and mistakes answer at once. */
  run(options: Options, readSettings: () => Config): Promise<number>;
}

/** A command whose words were read: what is left is to run it. */
export interface PreparedCommand {
  readonly name: string;
  readonly options: unknown;
  /** Settings that the command line says, by the name of the environment's variable. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  run(readSettings: () => Config): Promise<number>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  readonly options: ParseOptions;
  prepare(given: GivenWords): Omit<PreparedCommand, 'flags'>;
}

/** Ties a command's options to what it does with them. */
export function defineCommand<Options>(definition: CommandDefinition<Options>): Command {
  const { name, summary, help, options = {} } = definition;
  return {
    name,
    summary,
    help,
    options,
    prepare: (given) => {
      const parsed = definition.parse(given);
      return { name, options: parsed, run: (readSettings) => definition.run(parsed, readSettings) };
    },
  };
}
