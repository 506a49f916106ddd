import { AppError } from '@trailmark/core/errors';
import type { BundledSet } from './bundled-set.ts';
import { BUNDLED_SETS } from './catalogue.ts';

/** Everything that comes with this software, alphabetical by id. */
export function listBundledSets(): readonly BundledSet[] {
  return BUNDLED_SETS;
}

/** Throws `not-found`, naming the sets that exist. */
export function getBundledSet(id: string): BundledSet {
  const set = BUNDLED_SETS.find((entry) => entry.id === id);
  if (set) return set;
  const known = BUNDLED_SETS.map((entry) => entry.id).join(', ');
  throw new AppError('not-found', `There is no bundled set "${id.slice(0, 60)}". Bundled sets: ${known}.`);
}
