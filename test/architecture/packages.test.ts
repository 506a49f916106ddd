import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { packaged, ROOT } from './sources.ts';

// The import law of the packages: ARCHITECTURE.md. Every check lists all its findings at once, each as "file: what is wrong".

/** Which packages each package may import: the drawing in ARCHITECTURE.md. */
const IMPORT_LAW: Readonly<Record<string, readonly string[]>> = {
  core: [],
  chains: ['core'],
  analysis: ['core'],
  store: ['core'],
  drawing: ['core'],
  documents: ['core', 'drawing'],
  api: ['core'],
  ingest: ['analysis', 'chains', 'core', 'store'],
  evidence: ['analysis', 'chains', 'core'],
  server: ['analysis', 'api', 'chains', 'core', 'documents', 'drawing', 'evidence', 'ingest', 'store'],
  web: ['api', 'chains', 'core', 'drawing', 'evidence'],
};

/** What the browser may check on its own (docs/decisions/0003-web-may-check-proofs-with-chains.md), and what seed phrases need (0025). */
const WEB_MAY_CHECK_WITH =
  /^@trailmark\/chains\/(account-catalogue|catalogue|chain-traits|utxo\/(address|block|merkle|script|transaction)|wallet\/open-secret)$/;

/** What the page that checks evidence bundles is made of (docs/decisions/0026-the-verifier-is-one-page.md). */
const WEB_MAY_VERIFY_WITH = /^@trailmark\/evidence\/bundle\/(claim-rules|verify-bundle)$/;

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
  if (from === 'web' && target === 'evidence') return WEB_MAY_VERIFY_WITH.test(specifier);
  return from !== 'web' || target !== 'chains' || WEB_MAY_CHECK_WITH.test(specifier);
}

function readManifest(packageName: string): Readonly<Record<string, Readonly<Record<string, string>> | undefined>> {
  return JSON.parse(readFileSync(join(ROOT, 'packages', packageName, 'package.json'), 'utf8'));
}

const packageNames = readdirSync(join(ROOT, 'packages'));

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
