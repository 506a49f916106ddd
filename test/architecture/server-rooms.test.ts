import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importedFiles, packaged, ROOT, type SourceFile, withoutComments } from './sources.ts';

// The law of the server's rooms: ARCHITECTURE.md. Every check lists all its findings at once, each as "file: what is wrong".

const SERVER = 'packages/server/src/';

/**
 * Which rooms each room may import. A room imports only rooms above it in this table, so there is no circle of rooms.
 * `config.ts` is a room of its own; `main.ts` and `compose.ts` belong to `cli`.
 */
const ROOM_LAW: Readonly<Record<string, readonly string[]>> = {
  config: [],
  answers: [],
  docs: [],
  outbound: [],
  threads: [],
  casework: ['config'],
  audit: ['answers', 'casework'],
  content: ['casework'],
  profile: ['casework'],
  mail: ['casework'],
  support: ['casework', 'profile'],
  accounts: ['mail', 'casework'],
  http: ['answers', 'casework'],
  admin: ['accounts', 'answers', 'http', 'mail', 'casework'],
  knowledge: ['answers', 'outbound'],
  ledger: ['answers', 'config', 'knowledge'],
  installation: ['knowledge', 'ledger', 'casework'],
  jobs: ['answers', 'casework'],
  sources: ['answers', 'jobs', 'ledger', 'casework', 'outbound'],
  indexes: ['ledger'],
  attribution: ['answers', 'indexes', 'knowledge', 'ledger'],
  tracing: ['attribution', 'knowledge', 'ledger', 'casework'],
  cases: ['answers', 'audit', 'casework', 'http', 'knowledge', 'ledger', 'mail', 'sources'],
  inbox: ['cases', 'casework', 'mail', 'outbound'],
  scams: ['accounts', 'cases', 'casework', 'http', 'inbox', 'knowledge', 'ledger'],
  reports: ['cases', 'casework', 'http', 'knowledge', 'ledger', 'sources'],
  lists: ['cases', 'casework', 'inbox', 'knowledge', 'ledger', 'scams'],
  deconfliction: ['cases', 'casework', 'inbox', 'knowledge', 'ledger'],
  partners: ['cases', 'casework', 'deconfliction', 'outbound', 'threads'],
  demo: ['accounts', 'cases', 'casework', 'http'],
  flows: ['answers', 'http', 'casework', 'threads', 'tracing'],
  screening: ['answers', 'casework', 'http', 'jobs', 'knowledge', 'ledger', 'mail', 'tracing'],
  training: ['http', 'knowledge', 'ledger', 'casework'],
  esplora: ['http', 'ledger'],
  graphsense: ['answers', 'esplora', 'http', 'knowledge', 'ledger'],
  nft: ['answers', 'ledger', 'tracing'],
  statements: ['answers', 'cases', 'casework', 'ledger', 'tracing'],
  monitoring: ['cases', 'casework', 'inbox', 'knowledge', 'ledger', 'screening', 'statements', 'tracing'],
  home: ['casework', 'http', 'knowledge'],
  vendors: ['casework', 'http', 'ledger', 'screening', 'tracing'],
};

/**
 * `background` lists the jobs of all rooms, handlers join the rooms to the contract, `serving` makes a server of them, and `cli`
 * runs it: they import any room above them.
 */
const ON_TOP = ['background', 'handlers', 'serving', 'cli'];

/** Modules at the root, and the room each belongs to. */
const AT_ROOT: Readonly<Record<string, string>> = {
  'compose.ts': 'cli',
  'config.ts': 'config',
  'main.ts': 'cli',
};

const ROOMS = [...Object.keys(ROOM_LAW), ...ON_TOP];

const modules = packaged.filter(({ packageName, isTest }) => packageName === 'server' && !isTest);

/** The room of a module, by its path. */
function roomOf(path: string): string {
  const inside = path.slice(SERVER.length);
  return AT_ROOT[inside] ?? inside.split('/')[0] ?? '';
}

function isAllowed(from: string, to: string): boolean {
  if (from === to) return true;
  const place = ON_TOP.indexOf(from);
  return place === -1 ? (ROOM_LAW[from]?.includes(to) ?? false) : !ON_TOP.slice(place).includes(to);
}

/** The room of a handler below `handlers/`; undefined for what puts all of them together. */
function handlerRoom(path: string): string | undefined {
  const [, room, file] = path.slice(SERVER.length).split('/');
  return roomOf(path) === 'handlers' && file !== undefined ? room : undefined;
}

function listExports({ text }: SourceFile): string[] {
  return [...text.matchAll(/^export (?:async )?(?:function\*? |const |class |let )(\w+)/gm)].map(
    ([, name]) => name ?? '',
  );
}

test('every module of the server is in a room, and every room in the law', () => {
  const findings = modules.filter(({ path }) => !ROOMS.includes(roomOf(path))).map(({ path }) => `${path}: in no room`);
  expect(findings).toEqual([]);
});

test('every room is in the table of ARCHITECTURE.md', () => {
  const [, table = ''] = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('| room | contains |');
  const listed = (table.split('\n\n')[0] ?? '').split('\n').flatMap((row) => row.split('|')[1]?.match(/[\w-]+/g) ?? []);
  const findings = ROOMS.filter((room) => room !== 'config' && !listed.includes(room));
  expect(findings).toEqual([]);
});

test('the rooms have an order: each imports only rooms above it in the table', () => {
  const findings = Object.entries(ROOM_LAW).flatMap(([room, others]) =>
    others
      .filter((other) => !ROOMS.slice(0, ROOMS.indexOf(room)).includes(other))
      .map((other) => `${room}: ${other} is not above it`),
  );
  expect(findings).toEqual([]);
});

test('imports between rooms follow the law, and no room imports a handler', () => {
  const findings = modules.flatMap((file) =>
    importedFiles(file)
      .filter((target) => !isAllowed(roomOf(file.path), roomOf(target)))
      .map((target) => `${file.path}: ${roomOf(file.path)} may not import ${target.slice(SERVER.length)}`),
  );
  expect(findings).toEqual([]);
});

test('the law permits no import that nobody needs', () => {
  const used = new Set(
    modules.flatMap((file) => importedFiles(file).map((target) => `${roomOf(file.path)} ${roomOf(target)}`)),
  );
  const findings = Object.entries(ROOM_LAW).flatMap(([room, others]) =>
    others.filter((other) => !used.has(`${room} ${other}`)).map((other) => `${room}: imports nothing of ${other}`),
  );
  expect(findings).toEqual([]);
});

test('handlers of one room import no handler of another', () => {
  const findings = modules.flatMap((file) => {
    const room = handlerRoom(file.path);
    if (room === undefined) return [];
    return importedFiles(file)
      .filter((target) => roomOf(target) === 'handlers' && handlerRoom(target) !== room)
      .map((target) => `${file.path}: imports ${target.slice(SERVER.length)}`);
  });
  expect(findings).toEqual([]);
});

test('handlers ask rooms: none reads a store, runs an analysis or makes a document itself', () => {
  const findings = modules
    .filter(({ path }) => roomOf(path) === 'handlers')
    .flatMap(({ path, imports }) =>
      imports
        .filter((specifier) => /^@trailmark\/(analysis|documents|evidence|ingest|store)\//.test(specifier))
        .map((specifier) => `${path}: imports ${specifier}`),
    );
  expect(findings).toEqual([]);
});

test('a module of handlers exports what creates them and nothing else', () => {
  const findings = modules
    .filter(({ path }) => roomOf(path) === 'handlers')
    .flatMap((file) =>
      listExports(file)
        .filter((name) => !/^create\w*(Handlers|Group)$/.test(name))
        .map((name) => `${file.path}: exports ${name}, which belongs to a room`),
    );
  expect(findings).toEqual([]);
});

/**
 * Where code may ask which family a chain is of, and how often. Chains give their traits and addresses by id, ledgers their
 * transfers; `byFamily` serves only what is built twice, because outputs and accounts keep their books in two ways.
 */
const FAMILY_SWITCHES: Readonly<Record<string, number>> = {
  'packages/chains/src/wallet/key-address.ts': 1,
  'packages/core/src/chain.ts': 8,
  'packages/core/src/trace/leg-request.ts': 5,
  'packages/server/src/cli/ingest.ts': 1,
  'packages/server/src/cli/ledger-commands.ts': 1,
  'packages/server/src/ledger/ledger-host.ts': 6,
  'packages/server/src/ledger/any-chain.ts': 7,
  'packages/server/src/ledger/ledgers.ts': 6,
  'packages/server/src/ledger/pooled/pool-ledgers.ts': 1,
  'packages/server/src/ledger/seen-transactions.ts': 1,
  'packages/server/src/ledger/wallets/address-use.ts': 1,
  'packages/server/src/ledger/wallets/known-until.ts': 1,
  'packages/server/src/ledger/wallets/read-set-transactions.ts': 1,
  // The coins that a transaction spends.
  'packages/server/src/screening/measure-asset.ts': 1,
  'packages/server/src/sources/fetch-address.ts': 1,
  'packages/server/src/tracing/compare-trace.ts': 1,
  'packages/server/src/tracing/engines/get-tracing-engine.ts': 1,
  'packages/server/src/tracing/trace-request.ts': 1,
};

const FAMILY_SWITCH =
  /\b(?:isAccountChainId|isOutputChainId|familyOf|byFamily)\b|\.family [!=]== '(?:outputs|accounts?|utxo)'|'(?:outputs|accounts)' in /g;

function countSwitches({ text }: SourceFile): number {
  const body = withoutComments(text).replace(/^import\s[^;]*;$/gm, '');
  return [...body.matchAll(FAMILY_SWITCH)].length;
}

test('core, chains and the server ask for the family of a chain only where the list says so', () => {
  const counted = packaged
    .filter(({ isTest, packageName }) => !isTest && /^(core|chains|server)$/.test(packageName ?? ''))
    .map((file) => [file.path, countSwitches(file)] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(counted)).toEqual(FAMILY_SWITCHES);
});
