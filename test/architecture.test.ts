import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Holds the tree to ARCHITECTURE.md. Every check lists all its findings at once, each as "file: what is wrong".

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Which packages each package may import: the drawing in ARCHITECTURE.md. */
const IMPORT_LAW: Readonly<Record<string, readonly string[]>> = {
  core: [],
  chains: ['core'],
  analysis: ['core'],
  store: ['core'],
  documents: ['core'],
  api: ['core'],
  ingest: ['analysis', 'chains', 'core', 'store'],
  evidence: ['analysis', 'chains', 'core'],
  server: ['analysis', 'api', 'chains', 'core', 'documents', 'evidence', 'ingest', 'store'],
  web: ['api', 'chains', 'core'],
};

/** What the browser may check by itself: docs/decisions/0003-web-may-check-proofs-with-chains.md. */
const WEB_MAY_CHECK_WITH =
  /^@trailmark\/chains\/(account-catalogue|catalogue|utxo\/(address|block|merkle|script|transaction))$/;

const OUTSIDE_PACKAGES = ['bench', 'e2e', 'scripts', 'test'];
const SKIPPED_FOLDERS = new Set(['.cache', 'dist', 'kernel', 'node_modules', 'public', 'vectors']);
const VAGUE_NAME = /^(utils?|helpers?|common|misc|managers?|types)$|-(utils?|helpers?|managers?|types)$/;
const IMPORTS = [
  /^\s*(?:import|export)\s[^'"`;]*?\sfrom\s+['"]([^'"]+)['"]/gm,
  /^\s*import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]/g,
];

interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** Undefined outside `packages/`. */
  readonly packageName: string | undefined;
  readonly isTest: boolean;
  readonly text: string;
  readonly imports: readonly string[];
}

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listSources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return {
    path,
    packageName: /^packages\/([^/]+)\//.exec(path)?.[1],
    isTest: /\.test\.tsx?$|\/testing(\/|\.ts)/.test(path) || !path.startsWith('packages/'),
    text,
    imports: IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')),
  };
}

/** Code with comments blanked out, so that prose about a rule does not break it. Line numbers stay. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** `path:line` of every place in code that matches. */
function find(file: SourceFile, pattern: RegExp): string[] {
  return withoutComments(file.text)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}`] : []));
}

/** `zod`, `@scure/base`: the package a specifier belongs to. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(packageOf(specifier));
}

function isAllowed(from: string, specifier: string): boolean {
  const target = packageOf(specifier).slice('@trailmark/'.length);
  if (from === target || !IMPORT_LAW[from]?.includes(target)) return false;
  return from !== 'web' || target !== 'chains' || WEB_MAY_CHECK_WITH.test(specifier);
}

function readManifest(packageName: string): Readonly<Record<string, Readonly<Record<string, string>> | undefined>> {
  return JSON.parse(readFileSync(join(ROOT, 'packages', packageName, 'package.json'), 'utf8'));
}

const packageNames = readdirSync(join(ROOT, 'packages'));
const folders = ['packages', ...OUTSIDE_PACKAGES].filter((folder) => existsSync(join(ROOT, folder)));
const sources = folders.flatMap(listSources).map(readSource);
const packaged = sources.filter((file) => file.packageName !== undefined);

test('every package has its place in the import law', () => {
  expect(packageNames.filter((name) => !(name in IMPORT_LAW))).toEqual([]);
});

test('imports between packages follow the import law', () => {
  const findings = packaged.flatMap((file) =>
    file.imports
      .filter((specifier) => specifier.startsWith('@trailmark/') && !isAllowed(file.packageName ?? '', specifier))
      .map((specifier) => `${file.path}: ${file.packageName} may not import ${specifier}`),
  );
  expect(findings).toEqual([]);
});

test('manifests depend on no package the import law forbids', () => {
  const findings = packageNames.flatMap((name) =>
    Object.keys(readManifest(name).dependencies ?? {})
      .filter((dependency) => dependency.startsWith('@trailmark/'))
      .filter((dependency) => !IMPORT_LAW[name]?.includes(dependency.slice('@trailmark/'.length)))
      .map((dependency) => `packages/${name}/package.json: ${name} may not depend on ${dependency}`),
  );
  expect(findings).toEqual([]);
});

test('every imported package is declared by the package that imports it', () => {
  const shared = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies);
  const findings = packaged.flatMap((file) => {
    const { dependencies, devDependencies } = readManifest(file.packageName ?? '');
    const isProduct = !file.isTest && file.path.includes('/src/');
    const declared = [dependencies, ...(isProduct ? [] : [devDependencies])].flatMap((part) => Object.keys(part ?? {}));
    return file.imports
      .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('virtual:') && !isBuiltin(specifier))
      .filter((specifier) => !declared.includes(packageOf(specifier)))
      .filter((specifier) => isProduct || !shared.includes(packageOf(specifier)))
      .map((specifier) => `${file.path}: ${packageOf(specifier)} is not declared in ${file.packageName}/package.json`);
  });
  expect(findings).toEqual([]);
});

test('relative imports stay within their package', () => {
  const findings = packaged.flatMap((file) =>
    file.imports
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => relative(ROOT, resolve(ROOT, file.path, '..', specifier)))
      .filter(
        (target) => !target.startsWith(`packages/${file.packageName}/`) && !(file.isTest && target.startsWith('test/')),
      )
      .map((target) => `${file.path}: reaches into ${target}`),
  );
  expect(findings).toEqual([]);
});

test('files are at most 400 lines, tests at most 600', () => {
  const findings = sources
    .filter((file) => !file.path.endsWith('.gen.ts'))
    .map((file) => ({ file, lines: file.text.trimEnd().split('\n').length, limit: file.isTest ? 600 : 400 }))
    .filter(({ lines, limit }) => lines > limit)
    .map(({ file, lines, limit }) => `${file.path}: ${lines} lines, ${limit} allowed`);
  expect(findings).toEqual([]);
});

test('file names are kebab-case and say what is inside', () => {
  const stems = sources.map(({ path }) => ({
    path,
    stem: basename(path).replace(/(\.(test|gen|config|d))?\.tsx?$/, ''),
  }));
  expect(stems.filter(({ stem }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)).map(({ path }) => path)).toEqual([]);
  expect(stems.filter(({ stem }) => VAGUE_NAME.test(stem)).map(({ path }) => path)).toEqual([]);
});

test('only configuration files export a default', () => {
  const files = sources.filter(({ path }) => !path.endsWith('.config.ts'));
  expect(files.flatMap((file) => find(file, /^export default\b|^export \{[^}]*\bas default\b/))).toEqual([]);
});

test('the environment is read in one place', () => {
  const files = packaged.filter((file) => !file.isTest && file.path !== 'packages/server/src/config.ts');
  expect(files.flatMap((file) => find(file, /\bprocess\.env\b/))).toEqual([]);
});

test('SQL lives only in the store', () => {
  const files = packaged.filter((file) => !file.isTest && file.packageName !== 'store');
  const findings = files.filter((file) =>
    /\bSELECT\s[\s\S]{1,400}?\bFROM\s|\bINSERT INTO\b/.test(withoutComments(file.text)),
  );
  expect(findings.map(({ path }) => path)).toEqual([]);
});

test('core, chains and analysis know neither clock nor chance', () => {
  const pure = packaged.filter(
    ({ isTest, packageName }) => !isTest && /^(core|chains|analysis)$/.test(packageName ?? ''),
  );
  expect(pure.flatMap((file) => find(file, /\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)/))).toEqual([]);
});
