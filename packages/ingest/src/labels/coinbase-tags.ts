import { AppError } from '@trailmark/core/errors';

/** A text that a pool writes into its coinbase inputs. A claim of the block's author about itself: anybody can write it. */
export interface CoinbaseTag {
  readonly tag: string;
  readonly pool: string;
  /** Page of the pool, where known. */
  readonly link: string | undefined;
}

/** Tags this short stand in too many coinbases by chance. */
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

/** Reads the bundled list of tags. Throws `invalid` for any other JSON. */
export function parseCoinbaseTags(json: string): readonly CoinbaseTag[] {
  const { tags } = JSON.parse(json) as { tags?: unknown };
  if (!Array.isArray(tags)) throw new AppError('invalid', 'This is no list of coinbase tags: "tags" is expected.');
  return tags.map((row: { tag: string; pool: string; link?: string | null }) => ({
    tag: row.tag,
    pool: row.pool,
    link: row.link ?? undefined,
  }));
}

/** The first tag that stands in a coinbase input script as UTF-8 bytes; undefined for none. */
export function findCoinbaseTag(tags: readonly CoinbaseTag[], script: Uint8Array): CoinbaseTag | undefined {
  const bytes = Buffer.from(script.buffer, script.byteOffset, script.byteLength);
  return tags.find(({ tag }) => bytes.includes(tag, 0, 'utf8'));
}
