import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// What the architecture tests of this folder share: every source of the repository with its imports.

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const OUTSIDE_PACKAGES = ['bench', 'e2e', 'scripts', 'test'];
const SKIPPED_FOLDERS = new Set(['.cache', 'dist', 'kernel', 'node_modules', 'public', 'vectors']);
const STATIC_IMPORTS = [
  /^\s*(?:import|export)\s[^'"`;]*?\sfrom\s+['"]([^'"]+)['"]/gm,
  /^\s*import\s+['"]([^'"]+)['"]/gm,
];
const IMPORTS_AT_RUN_TIME = [/\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]/g];

export interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** Undefined outside `packages/`. */
  readonly packageName: string | undefined;
  readonly isTest: boolean;
  readonly text: string;
  /** Everything it imports, whenever. */
  readonly imports: readonly string[];
  /** What it imports when it is loaded, types as well. */
  readonly staticImports: readonly string[];
}

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listSources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function listImports(text: string, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const staticImports = listImports(text, STATIC_IMPORTS);
  return {
    path,
    packageName: /^packages\/([^/]+)\//.exec(path)?.[1],
    isTest: /\.test\.tsx?$|\/testing(\/|\.ts)/.test(path) || !path.startsWith('packages/'),
    text,
    imports: [...staticImports, ...listImports(text, IMPORTS_AT_RUN_TIME)],
    staticImports,
  };
}

/** Code with comments blanked out, so that prose about a rule does not break it. Line numbers stay. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** `path:line` of every place in code that matches. */
export function find(file: SourceFile, pattern: RegExp): string[] {
  return withoutComments(file.text)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}`] : []));
}

/** Where its relative imports lead, as paths from the root of the repository. */
export function importedFiles({ path, imports, staticImports }: SourceFile, which?: 'static'): string[] {
  return (which === 'static' ? staticImports : imports)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(ROOT, resolve(ROOT, path, '..', specifier)));
}

const folders = ['packages', ...OUTSIDE_PACKAGES].filter((folder) => existsSync(join(ROOT, folder)));

/** Every source of the repository. */
export const sources: readonly SourceFile[] = folders.flatMap(listSources).map(readSource);

/** Those below `packages/`. */
export const packaged: readonly SourceFile[] = sources.filter((file) => file.packageName !== undefined);
