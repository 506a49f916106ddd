import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@trailmark/core/errors';
import type { CaseworkConfig } from '@trailmark/store/cases/open-casework';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const databaseUrl = z.url({ protocol: /^https?$/ });

/** Next to the software, so that a checkout holds everything it made. */
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
  TRAILMARK_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  TRAILMARK_TRUSTED_PROXIES: z.string().optional(),
  TRAILMARK_TLS_CERT: z.string().optional(),
  TRAILMARK_TLS_KEY: z.string().optional(),
  TRAILMARK_SIGNING_CERT: z.string().optional(),
  TRAILMARK_SIGNING_KEY: z.string().optional(),
  TRAILMARK_SECURITY_PROFILE: z.enum(['standard', 'cjis']).default('standard'),
  TRAILMARK_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  TRAILMARK_REVEAL_UNKNOWN_ACCOUNTS: z.enum(['on', 'off']).default('off'),
  TRAILMARK_USE_NOTICE: z.string().max(4_000).default(''),
  TRAILMARK_CONTACT_EMAIL: z.email().default('trailmark@localhost.localdomain'),
  TRAILMARK_PRO_LOGIN_URL: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)\S*$/)
    .default('/login'),
  TRAILMARK_AUDIT_ANCHOR: z.string().optional(),
  TRAILMARK_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
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

/** How people sign in and are reached. */
export interface AccountsConfig {
  /** Where people reach the server; undefined: the loopback address it listens on. */
  readonly origin: string | undefined;
  readonly trustedProxies: readonly string[];
  /** Certificate and key files in PEM; needed to listen beyond loopback. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Certificates, the signer's first, and key in PEM that evidence bundles are also signed with. */
  readonly signing: { readonly cert: string; readonly key: string } | undefined;
  readonly profile: 'standard' | 'cjis';
  readonly secondFactor: 'required' | 'optional' | undefined;
  readonly revealsUnknownAccounts: boolean;
  readonly useNotice: string;
  readonly contactEmail: string;
  readonly proLoginUrl: string;
  /** May hold a password; never printed. */
  readonly smtpUrl: string | undefined;
}

/** Everything the server takes from its surroundings. */
export interface Config {
  /** Absolute. */
  readonly dataDir: string;
  /** Folder of the built web pages; undefined: the one that comes with the software. */
  readonly webDir: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Names in addition to the loopback ones under which the server answers. */
  readonly hosts: readonly string[];
  /** Whether an empty Bitcoin index is filled with the bundled data at the first start. */
  readonly loadsBundled: boolean;
  /** Of the node's RPC user; never printed. */
  readonly rpcPassword: string | undefined;
  readonly facts: FactsConfig;
  readonly casework: CaseworkConfig;
  readonly accounts: AccountsConfig;
  /** A second file that checkpoints of the audit log are appended to. Absolute. */
  readonly auditAnchor: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = z.output<typeof environment>;

/** What each setting expects, for the sentence that refuses another value. The value is never repeated: it may be a secret. */
const EXPECTED: Readonly<Record<string, string>> = {
  PORT: 'a whole number from 0 to 65535',
  TRAILMARK_ORIGIN: 'an address such as https://trailmark.agency.example',
  TRAILMARK_SECURITY_PROFILE: 'standard or cjis',
  TRAILMARK_SECOND_FACTOR: 'required or optional',
  TRAILMARK_REVEAL_UNKNOWN_ACCOUNTS: 'on or off',
  TRAILMARK_CONTACT_EMAIL: 'an email address',
  TRAILMARK_PRO_LOGIN_URL: 'a path such as /login, or an address that begins with https://',
  TRAILMARK_SMTP_URL: 'an address such as smtps://user:password@mail.agency.example',
  DATABASE_URL: 'an address such as postgres://user:password@127.0.0.1:5432/trailmark',
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

function splitNames(text: string | undefined): readonly string[] {
  return (text ?? '').split(',').flatMap((name) => name.trim() || []);
}

type FileSetting = 'TRAILMARK_TLS_CERT' | 'TRAILMARK_TLS_KEY' | 'TRAILMARK_SIGNING_CERT' | 'TRAILMARK_SIGNING_KEY';

/** Files of a certificate and its key. Throws `invalid` where only one of them is set. */
function toPair(settings: Settings, certName: FileSetting, keyName: FileSetting) {
  const { [certName]: cert, [keyName]: key } = settings;
  if ((cert === undefined) !== (key === undefined))
    throw new AppError('invalid', `${certName} and ${keyName} are set together or not at all.`);
  return cert !== undefined && key !== undefined ? { cert: resolve(cert), key: resolve(key) } : undefined;
}

function toAccounts(settings: Settings): AccountsConfig {
  return {
    origin: settings.TRAILMARK_ORIGIN === undefined ? undefined : new URL(settings.TRAILMARK_ORIGIN).origin,
    trustedProxies: splitNames(settings.TRAILMARK_TRUSTED_PROXIES),
    tls: toPair(settings, 'TRAILMARK_TLS_CERT', 'TRAILMARK_TLS_KEY'),
    signing: toPair(settings, 'TRAILMARK_SIGNING_CERT', 'TRAILMARK_SIGNING_KEY'),
    profile: settings.TRAILMARK_SECURITY_PROFILE,
    secondFactor: settings.TRAILMARK_SECOND_FACTOR,
    revealsUnknownAccounts: settings.TRAILMARK_REVEAL_UNKNOWN_ACCOUNTS === 'on',
    useNotice: settings.TRAILMARK_USE_NOTICE,
    contactEmail: settings.TRAILMARK_CONTACT_EMAIL,
    proLoginUrl: settings.TRAILMARK_PRO_LOGIN_URL,
    smtpUrl: settings.TRAILMARK_SMTP_URL,
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
    hosts: splitNames(settings.TRAILMARK_HOSTS),
    loadsBundled: settings.TRAILMARK_BUNDLED === 'on',
    rpcPassword: settings.TRAILMARK_RPC_PASSWORD,
    facts: toFacts(settings, dataDir),
    casework:
      settings.DATABASE_URL === undefined
        ? { kind: 'embedded', dataDir }
        : { kind: 'server', url: settings.DATABASE_URL },
    accounts: toAccounts(settings),
    auditAnchor: settings.TRAILMARK_AUDIT_ANCHOR === undefined ? undefined : resolve(settings.TRAILMARK_AUDIT_ANCHOR),
  };
}

/**
 * More threads for work that Node hands out of the main thread. Each store query and each insert holds one of them while it
 * runs; with the usual four, a batch on its way in would keep every request waiting. Must be called before the first such work.
 */
export function widenThreadPool(): void {
  process.env.UV_THREADPOOL_SIZE ??= '16';
}
