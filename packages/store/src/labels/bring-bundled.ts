import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ActiveVersion, BundledFile } from './active-packs.ts';
import { readActorFile } from './actor-file.ts';
import type { LabelPackFiles } from './label-pack-files.ts';

const PACK_FILE = /^[a-z0-9][a-z0-9-]{0,63}\.jsonl\.gz$/;

/** Name of the directory of actors among the bundled files. */
export const ACTOR_FILE = 'actors.jsonl.gz';

/** Where a directory of actors is kept. */
export function actorPath(packFiles: LabelPackFiles, version: string): string {
  return join(packFiles.directory, 'actors', `${version}.jsonl.gz`);
}

/** A new version of the software changes what it brought itself, and nothing that somebody decided. */
function mayReplace(known: BundledFile | undefined, active: ActiveVersion | null | undefined): boolean {
  if (known === undefined) return !active;
  return active?.origin === 'bundled' && active.version === known.version;
}

async function listBundled(directory: string | undefined): Promise<string[]> {
  const names = directory === undefined ? [] : await readdir(directory).catch(() => []);
  return names.filter((name) => PACK_FILE.test(name)).sort();
}

async function bringPack(packFiles: LabelPackFiles, path: string, known: BundledFile | undefined): Promise<string> {
  const { id, version } = await packFiles.adopt(path);
  if (mayReplace(known, packFiles.active.packs[id])) await packFiles.setActive(id, version, 'bundled');
  return version;
}

async function bringActors(packFiles: LabelPackFiles, path: string, known: BundledFile | undefined): Promise<string> {
  const { version } = await readActorFile(path);
  await mkdir(join(packFiles.directory, 'actors'), { recursive: true });
  await copyFile(path, actorPath(packFiles, version));
  if (mayReplace(known, packFiles.active.actors)) {
    await packFiles.change((active) => ({ ...active, actors: { version, origin: 'bundled' } }));
  }
  return version;
}

/**
 * Takes in the packs that come with the software. The first time they come into force; later, a file that changed with an
 * update comes into force only where nobody chose otherwise. Returns a sentence for each that cannot be read.
 */
export async function bringBundled(packFiles: LabelPackFiles, directory: string | undefined): Promise<string[]> {
  const problems: string[] = [];
  for (const name of await listBundled(directory)) {
    const path = join(directory ?? '', name);
    const file = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    const known = packFiles.active.bundled[name];
    if (known?.file === file) continue;
    try {
      const bring = name === ACTOR_FILE ? bringActors : bringPack;
      const version = await bring(packFiles, path, known);
      await packFiles.change((active) => ({ ...active, bundled: { ...active.bundled, [name]: { file, version } } }));
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return problems;
}
