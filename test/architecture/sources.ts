import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What the architecture tests of this folder share: every source of the repository with its imports.

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const OUTSIDE_PACKAGES = ['bench', 'e2e', 'scripts', 'test'];
const SKIPPED_FOLDERS = new Set(['.cache', 'dist', 'kernel', 'node_modules', 'public', 'vectors']);
const IMPORTS = [
  /^\s*(?:import|export)\s[^'"`;]*?\sfrom\s+['"]([^'"]+)['"]/gm,
  /^\s*import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]/g,
];

export interface SourceFile {
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
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** `path:line` of every place in code that matches. */
export function find(file: SourceFile, pattern: RegExp): string[] {
  return withoutComments(file.text)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}`] : []));
}

const folders = ['packages', ...OUTSIDE_PACKAGES].filter((folder) => existsSync(join(ROOT, folder)));

/** Every source of the repository. */
export const sources: readonly SourceFile[] = folders.flatMap(listSources).map(readSource);

/** Those below `packages/`. */
export const packaged: readonly SourceFile[] = sources.filter((file) => file.packageName !== undefined);
