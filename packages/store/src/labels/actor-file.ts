import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isCategoryId } from '@trailmark/core/category';
import { AppError } from '@trailmark/core/errors';
import type { Actor } from '@trailmark/core/label';
import { writeFileDurably } from './durable-file.ts';

/** First words of a directory of actors. */
export const ACTOR_FORMAT = 'trailmark-actors-1';

/** Head of a directory of actors; the actors follow by id. */
export interface ActorFileHead {
  readonly title: string;
  readonly licence: string;
  readonly asOf: string;
}

export interface ActorDirectory {
  readonly head: ActorFileHead;
  /** First 16 hex digits of SHA-256 over the uncompressed bytes. */
  readonly version: string;
  readonly actors: readonly Actor[];
}

/** Writes a directory: one actor per line, sorted by id; the same actors give the same bytes. Returns its version. */
export async function writeActorFile(path: string, head: ActorFileHead, actors: readonly Actor[]): Promise<string> {
  const sorted = actors.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const { title, licence, asOf } = head;
  const lines = [{ format: ACTOR_FORMAT, title, licence, asOf }, ...sorted].map((value) => JSON.stringify(value));
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  await writeFileDurably(path, gzipSync(bytes, { level: 9 }));
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** JSON leaves out what is undefined; a reader of the interface may not find a property missing. */
function toActor(text: string): Actor {
  const actor = JSON.parse(text) as Actor;
  if (typeof actor.id !== 'string' || typeof actor.label !== 'string' || !Array.isArray(actor.contacts)) {
    throw new AppError('inconsistent', `A line is no actor: ${text.slice(0, 120)}`);
  }
  return {
    ...actor,
    legalName: actor.legalName ?? undefined,
    uri: actor.uri ?? undefined,
    categories: actor.categories.filter(isCategoryId),
    contacts: actor.contacts.map((contact) => ({ ...contact, verifiedOn: contact.verifiedOn ?? undefined })),
  };
}

/** Reads a directory. Throws `inconsistent`, naming the file, where it is damaged. */
export async function readActorFile(path: string): Promise<ActorDirectory> {
  try {
    const bytes = gunzipSync(await readFile(path));
    const [first = '', ...lines] = bytes.toString('utf8').split('\n').slice(0, -1);
    const { format, ...head } = JSON.parse(first) as ActorFileHead & { readonly format: string };
    if (format !== ACTOR_FORMAT) throw new AppError('inconsistent', `It does not begin with ${ACTOR_FORMAT}.`);
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    return { head, version, actors: lines.map(toActor) };
  } catch (cause) {
    const why = AppError.is(cause) ? ` ${cause.message}` : '';
    throw new AppError('inconsistent', `The directory of actors ${path} is damaged and cannot be read.${why}`, {
      cause,
    });
  }
}
