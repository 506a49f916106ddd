import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileDurably } from '@trailmark/store/labels/durable-file';
import { readAllowedSources } from './guarded-fetch.ts';

/** Turns a source on or off in `sources.json`. Throws `invalid` where the file is not understood. */
export async function setSourceAllowed(dataDir: string, source: string, isAllowed: boolean): Promise<void> {
  const others = readAllowedSources(dataDir).filter((id) => id !== source);
  const allowed = isAllowed ? [...others, source].sort() : others;
  await mkdir(dataDir, { recursive: true });
  await writeFileDurably(join(dataDir, 'sources.json'), `${JSON.stringify({ allowed }, null, 2)}\n`);
}
