import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Tutorial, tutorial } from '@trailmark/api/contract/video';

/** The recordings that come with the software. */
export const BUNDLED_TUTORIALS = fileURLToPath(new URL('../../../../data/tutorials', import.meta.url));

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // An installation without recordings has none to list.
    return [];
  }
}

/** Recordings of a folder in the order of their file names. A description that is not one is a fault of the software. */
export function readTutorials(folder: string): readonly Tutorial[] {
  return listEntries(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => name)
    .sort()
    .map((name) => tutorial.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}
