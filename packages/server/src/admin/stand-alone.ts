import { listDeciders, type ManagedRow } from '@trailmark/store/cases/admin/managed-rows';
import type { Transaction } from '@trailmark/store/cases/casework';

/** How long somebody waits who has to decide alone what otherwise takes two. */
export const ALONE_AFTER_MS = 24 * 3_600_000;

export interface SecondPair {
  readonly actor: ManagedRow;
  readonly target: Pick<ManagedRow, 'id' | 'agencyId'>;
  /** Whether administrators of the person's agency count too. */
  readonly withAgency: boolean;
  readonly since: Date;
  readonly now: Date;
}

/**
 * Why somebody may not finish alone what they began; null where they may. Only an administrator of the installation who
 * is the only one, and only after a day: an installation begins with one person.
 */
export async function whyNotAlone(tx: Transaction, pair: SecondPair): Promise<string | null> {
  const { actor, target, withAgency, since, now } = pair;
  if (actor.role !== 'platform-admin') return 'A second administrator has to confirm this.';
  const deciders = await listDeciders(tx, target.agencyId, withAgency);
  const others = deciders.filter(({ id }) => id !== actor.id && id !== target.id);
  if (others.length > 0) return 'A second administrator has to confirm this.';
  if (now.getTime() - since.getTime() < ALONE_AFTER_MS) {
    return 'There is no second administrator. You may confirm this alone 24 hours after it was begun; the log will say so.';
  }
  return null;
}
