import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { writeFileDurably } from './durable-file.ts';

const FORMAT = 'trailmark-active-labels-1';

/** A version in force, and whether it came into force automatically with the software or by somebody's decision. */
export interface ActiveVersion {
  readonly version: string;
  readonly origin: 'bundled' | 'chosen';
}

/** A bundled file as it was last brought in. */
export interface BundledFile {
  /** SHA-256 of the file, hex. */
  readonly file: string;
  readonly version: string;
}

/** What is in force, as `active.json` says it. */
export interface ActivePacks {
  readonly packs: Readonly<Record<string, ActiveVersion>>;
  readonly actors: ActiveVersion | null;
  /** By file name: what the software has brought so far. */
  readonly bundled: Readonly<Record<string, BundledFile>>;
}

const NOTHING: ActivePacks = { packs: {}, actors: null, bundled: {} };

function pathIn(directory: string): string {
  return join(directory, 'active.json');
}

/** Reads what is in force; nothing where the file does not exist yet. Throws `inconsistent` where it cannot be read. */
export async function readActivePacks(directory: string): Promise<ActivePacks> {
  const path = pathIn(directory);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  });
  if (text === undefined) return NOTHING;
  try {
    const { format, packs, actors, bundled } = JSON.parse(text) as ActivePacks & { readonly format: string };
    if (format === FORMAT && packs && bundled) return { packs, actors: actors ?? null, bundled };
  } catch {
    // Reported below, together with a file of another form.
  }
  throw new AppError(
    'inconsistent',
    `${path} is damaged: it should say which label packs are in force. Remove it to begin again with the bundled packs.`,
  );
}

/** Changes what is in force in one step that survives a power cut. The file is read again, so two changes both last. */
export async function changeActivePacks(
  directory: string,
  change: (active: ActivePacks) => ActivePacks,
): Promise<ActivePacks> {
  const next = change(await readActivePacks(directory));
  await writeFileDurably(pathIn(directory), `${JSON.stringify({ format: FORMAT, ...next }, null, 2)}\n`);
  return next;
}

/** The same with one pack at another version, or out of force. */
export function withPack(active: ActivePacks, pack: string, version: ActiveVersion | undefined): ActivePacks {
  const { [pack]: _, ...others } = active.packs;
  return { ...active, packs: version === undefined ? others : { ...others, [pack]: version } };
}
