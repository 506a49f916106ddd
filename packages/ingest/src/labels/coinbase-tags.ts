import { AppError } from '@trailmark/core/errors';

/** A text that a pool writes into its coinbase inputs. A claim of the block's author about itself: anybody can write it. */
export interface CoinbaseTag {
  readonly tag: string;
  readonly pool: string;
  /** Page of the pool, where known. */
  readonly link: string | undefined;
}

/** Tags this short are in too many coinbases by chance. */
const SHORTEST = 3;

/** Tags of pools, longest first, so that the first that matches is the most specific; ties in alphabetical order. */
export function toCoinbaseTags(
  pools: readonly { readonly name: string; readonly tags: readonly string[]; readonly link: string | undefined }[],
): readonly CoinbaseTag[] {
  const tags = pools.flatMap(({ name, tags, link }) => tags.map((tag) => ({ tag, pool: name, link })));
  return tags
    .filter(({ tag }) => tag.length >= SHORTEST)
    .sort((a, b) => b.tag.length - a.tag.length || (a.tag < b.tag ? -1 : a.tag > b.tag ? 1 : 0));
}

/** Tags of the pools of one chain, with who published them. */
export interface CoinbaseTagList {
  readonly source: string;
  readonly licence: string;
  /** Day of the source, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Longest first. */
  readonly tags: readonly CoinbaseTag[];
}

function isTagRow(row: unknown): row is { tag: string; pool: string; link?: unknown } {
  if (typeof row !== 'object' || row === null) return false;
  const { tag, pool } = row as Record<string, unknown>;
  return typeof tag === 'string' && tag.length >= SHORTEST && typeof pool === 'string';
}

/** Reads the bundled list of tags. Throws `invalid` for anything else. */
export function parseCoinbaseTags(json: string): CoinbaseTagList {
  const { tags, source, licence, asOf } = JSON.parse(json) as Record<string, unknown>;
  if (!Array.isArray(tags) || !tags.every(isTagRow))
    throw new AppError(
      'invalid',
      'This is no list of coinbase tags: rows with "tag" and "pool" are expected in "tags".',
    );
  if (typeof source !== 'string' || typeof licence !== 'string' || typeof asOf !== 'string')
    throw new AppError('invalid', 'A list of coinbase tags names its "source", its "licence" and its day, "asOf".');
  const rows = tags.map(({ tag, pool, link }) => ({ tag, pool, link: typeof link === 'string' ? link : undefined }));
  return { source, licence, asOf, tags: rows };
}

/** The first tag that is in a coinbase input script as UTF-8 bytes; undefined for none. */
export function findCoinbaseTag(tags: readonly CoinbaseTag[], script: Uint8Array): CoinbaseTag | undefined {
  const bytes = Buffer.from(script.buffer, script.byteOffset, script.byteLength);
  return tags.find(({ tag }) => bytes.includes(tag, 0, 'utf8'));
}
