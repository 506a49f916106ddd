import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Tests that need other programs or end processes: too slow for a fault each. */
const APART = /^(?:e2e|test\/(?:crash|external|integration))\//;
const SOURCES = ['packages/*/src/**/*.ts', 'test/**/*.ts'];
const SPECIFIER = /(?:from|import|import\()\s*'([^']+)'/g;

/** File of the repository that an import means; undefined for packages from elsewhere. */
function resolveImport(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier);
  const [, name, path] = /^@trailmark\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return name && path ? `packages/${name}/src/${path}.ts` : undefined;
}

/** Files that import each file. */
function readImporters(root: string): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const importer of globSync(SOURCES, { cwd: root })) {
    for (const [, specifier = ''] of readFileSync(join(root, importer), 'utf8').matchAll(SPECIFIER)) {
      const imported = resolveImport(importer, specifier);
      if (imported !== undefined) importers.set(imported, [...(importers.get(imported) ?? []), importer]);
    }
  }
  return importers;
}

/** Tests in the folder of a file, its own first; then at most so many that import it, by way of the fewest others first. */
export function findClosestTests(root: string, file: string, most: number): string[] {
  const importers = readImporters(root);
  const own = file.replace(/\.ts$/, '.test.ts');
  const met = new Set([file]);
  const folder = globSync(`${posix.dirname(file)}/*.test.ts`, { cwd: root });
  const tests = folder.toSorted((a, b) => Number(b === own) - Number(a === own) || (a < b ? -1 : 1));
  const end = tests.length + most;
  for (let level = [file]; level.length > 0 && tests.length < end; ) {
    const next = level.flatMap((path) => importers.get(path) ?? []).filter((path) => !met.has(path));
    level = [...new Set(next)].toSorted();
    for (const path of level) met.add(path);
    tests.push(...level.filter((path) => path.endsWith('.test.ts') && !APART.test(path) && !folder.includes(path)));
  }
  return tests.slice(0, end);
}
