import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { AccountSet } from './account-set.ts';
import { ACCOUNT_SETS } from './catalogue.ts';

/** The bundled sets of account chains, of one chain if named, alphabetical by id. */
export function listAccountSets(chain?: AccountChainId): readonly AccountSet[] {
  return chain === undefined ? ACCOUNT_SETS : ACCOUNT_SETS.filter((set) => set.chain === chain);
}

/** Throws `not-found`, naming the sets that exist. */
export function getAccountSet(id: string): AccountSet {
  const set = ACCOUNT_SETS.find((entry) => entry.id === id);
  if (set) return set;
  const known = ACCOUNT_SETS.map((entry) => entry.id).join(', ');
  throw new AppError('not-found', `There is no bundled set "${id.slice(0, 60)}". Bundled sets: ${known}.`);
}
