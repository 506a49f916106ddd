import { dirname, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { find, packaged, ROOT, type SourceFile } from './sources.ts';

// Holds packages/web/src to the rooms of ARCHITECTURE.md. A room imports the rooms before it and nothing after it.

const WEB = 'packages/web/src/';

/** From what everybody uses to what is composed last; rooms of one line do not know each other. */
const FLOORS: readonly (readonly string[])[] = [
  ['assets', 'format', 'theme', 'vite-env'],
  ['requests'],
  ['queries'],
  ['components'],
  ['graph', 'session'],
  ['shell'],
  ['layouts'],
  ['parts'],
  ['pages', 'tools'],
  ['router'],
  ['app'],
  ['main', 'seed-page', 'verify-page'],
];
/** Modules next to the rooms: what calls the server and what every link is built with. */
const TOP_MODULES = ['app', 'layouts', 'main', 'router', 'vite-env'];
/** Modules whose values ask the server; a component may only know their types. */
const ASKING =
  /^(?:requests\/|(?:api|ledger-api|block-api|address-knowledge|findings|labels|prices|session|recent-errors)\.ts$)/;

/** What docs/decisions/0018-own-components.md leaves to Mantine. */
const FLOATING =
  /^(?:components\/(?:click-popover|dialog|download-menu|float-card|hint|open-menu|qr-card|sheet)\.tsx|theme\/mantine-[a-z]+\.tsx?)$/;

interface WebImport {
  readonly from: string;
  readonly to: string;
}

const web = packaged.filter(({ path }) => path.startsWith(WEB));
const product = web.filter(({ isTest }) => !isTest);

function toLocal(path: string): string {
  return path.slice(WEB.length);
}

function listImports({ path, imports }: Pick<SourceFile, 'path' | 'imports'>): WebImport[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => ({
      from: toLocal(path),
      to: toLocal(relative(ROOT, resolve(ROOT, dirname(path), specifier)).replaceAll('\\', '/')),
    }));
}

/** `components`, `pages`; modules next to the rooms that compose nothing are the queries. */
function roomOf(file: string): string {
  const [first = '', ...rest] = file.split('/');
  if (rest.length > 0) return first;
  const stem = first.replace(/\.tsx?$/, '');
  return TOP_MODULES.includes(stem) ? stem : 'queries';
}

/** `pages/admin`: screens that know each other. Screens directly in `pages/` are a folder each. */
function folderOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

const floorOf = (file: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)));

/** Names a statement imports as values: nothing for `import type`, the rest without its `type` members. */
function importsValue(statement: string): boolean {
  if (/^import\s+type\b/.test(statement)) return false;
  const members = /\{([^}]*)\}/.exec(statement)?.[1];
  return members === undefined || members.split(',').some((name) => name.trim() !== '' && !/^\s*type\s/.test(name));
}

test('every folder and module of web has its place among the rooms', () => {
  expect(
    web.map(({ path }) => toLocal(path)).filter((file) => floorOf(file) < 0 && roomOf(file) !== 'testing'),
  ).toEqual([]);
});

test('a room of web imports no room above it or next to it', () => {
  const findings = product.flatMap(listImports).filter(({ from, to }) => {
    const [floor, target] = [floorOf(from), floorOf(to)];
    return target > floor || (target === floor && roomOf(from) !== roomOf(to));
  });
  expect(findings.map(({ from, to }) => `${from}: ${roomOf(from)} may not import ${to}`)).toEqual([]);
});

test('no page imports another page, and no tool another tool', () => {
  const findings = product
    .flatMap(listImports)
    .filter(({ from, to }) => /^(?:pages|tools)\//.test(from) && /^(?:pages|tools)\//.test(to))
    .filter(({ from, to }) => folderOf(from) !== folderOf(to));
  expect(findings.map(({ from, to }) => `${from}: imports ${to}`)).toEqual([]);
});

test('Mantine is known to the floating widgets alone', () => {
  const findings = product
    .filter(({ imports }) => imports.some((specifier) => specifier.startsWith('@mantine/')))
    .map(({ path }) => toLocal(path))
    .filter((file) => !FLOATING.test(file));
  expect(findings).toEqual([]);
});

test('components never fetch', () => {
  const components = product.filter(({ path }) => /^(?:components|format|graph|theme)\//.test(toLocal(path)));
  const queries = components
    .filter(({ imports }) => imports.includes('@tanstack/react-query'))
    .map(({ path }) => `${path}: imports @tanstack/react-query`);
  const calls = components.flatMap((file) => find(file, /\bfetch\(|\bXMLHttpRequest\b|\bEventSource\b|\bWebSocket\b/));
  const askers = components.flatMap((file) =>
    [...file.text.matchAll(/^import\s[^;]*?from\s+'([^']+)';/gm)]
      .filter(([statement, specifier = '']) => specifier.startsWith('.') && importsValue(statement))
      .map(([, specifier = '']) => listImports({ path: file.path, imports: [specifier] })[0]?.to ?? '')
      .filter((target) => ASKING.test(target))
      .map((target) => `${file.path}: imports a value of ${target}`),
  );
  expect([...queries, ...calls, ...askers]).toEqual([]);
});
