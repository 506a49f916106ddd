import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@trailmark/core/errors';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const databaseUrl = z.url({ protocol: /^https?$/ });

/** Beside the software, so that a checkout holds everything it made. */
const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../../.trailmark', import.meta.url));

/** Settings as the environment spells them. Empty values count as not set. */
const environment = z.object({
  TRAILMARK_DATA_DIR: z.string().optional(),
  TRAILMARK_WEB_DIR: z.string().optional(),
  TRAILMARK_HOSTS: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3_000),
  TRAILMARK_BUNDLED: z.enum(['on', 'off']).default('on'),
  TRAILMARK_RPC_PASSWORD: z.string().optional(),
  CLICKHOUSE_URL: databaseUrl.optional(),
  CLICKHOUSE_USER: z.string().optional(),
  CLICKHOUSE_PASSWORD: z.string().optional(),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/)
    .default('trailmark'),
});

/** Where facts are stored: a ClickHouse server, or a folder for the embedded one. */
export type FactsConfig =
  | { readonly kind: 'embedded'; readonly path: string }
  | {
      readonly kind: 'server';
      readonly url: string;
      readonly database: string;
      readonly username: string | undefined;
      readonly password: string | undefined;
    };

/** Everything the server takes from its surroundings. */
export interface Config {
  /** Absolute. */
  readonly dataDir: string;
  /** Folder of the built web pages; undefined: the one that comes with the software. */
  readonly webDir: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Names beside the loopback ones under which the server answers. */
  readonly hosts: readonly string[];
  /** Whether an empty Bitcoin index is filled with the bundled data at the first start. */
  readonly loadsBundled: boolean;
  /** Of the node's RPC user; never printed. */
  readonly rpcPassword: string | undefined;
  readonly facts: FactsConfig;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = z.output<typeof environment>;

/** What each setting expects, for the sentence that refuses another value. The value is never repeated: it may be a secret. */
const EXPECTED: Readonly<Record<string, string>> = {
  PORT: 'a whole number from 0 to 65535',
  CLICKHOUSE_URL: 'an address such as http://127.0.0.1:8123',
  CLICKHOUSE_DATABASE: 'a name of letters, digits and underscores',
};

function readSettings(source: Environment): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0]);
  throw new AppError('invalid', `The setting ${name} is not understood: ${EXPECTED[name] ?? 'text'} is expected.`);
}

function toFacts(settings: Settings, dataDir: string): FactsConfig {
  if (settings.CLICKHOUSE_URL === undefined) return { kind: 'embedded', path: join(dataDir, 'facts') };
  return {
    kind: 'server',
    url: settings.CLICKHOUSE_URL,
    database: settings.CLICKHOUSE_DATABASE,
    username: settings.CLICKHOUSE_USER,
    password: settings.CLICKHOUSE_PASSWORD,
  };
}

/** The configuration; flags of the command line come before the environment. Throws `invalid` naming the wrong setting. */
export function readConfig(flags: Environment = {}, source: Environment = process.env): Config {
  const named = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const settings = readSettings({ ...source, ...named });
  const dataDir = resolve(settings.TRAILMARK_DATA_DIR ?? DEFAULT_DATA_DIR);
  return {
    dataDir,
    webDir: settings.TRAILMARK_WEB_DIR === undefined ? undefined : resolve(settings.TRAILMARK_WEB_DIR),
    host: settings.HOST,
    port: settings.PORT,
    hosts: (settings.TRAILMARK_HOSTS ?? '').split(',').flatMap((name) => name.trim() || []),
    loadsBundled: settings.TRAILMARK_BUNDLED === 'on',
    rpcPassword: settings.TRAILMARK_RPC_PASSWORD,
    facts: toFacts(settings, dataDir),
  };
}

/**
 * More threads for work that Node hands out of the main thread. Each store query and each insert holds one of them while it
 * runs; with the usual four, a batch on its way in would keep every request waiting. Must be called before the first such work.
 */
export function widenThreadPool(): void {
  process.env.UV_THREADPOOL_SIZE ??= '16';
}
