import type { OutputChainId } from '@trailmark/core/chain';
import { type Owner, ownerKey } from '@trailmark/core/owner';
import { ledgerDatabase } from '@trailmark/store/facts/tables';
import type { FactsStore } from '@trailmark/store/open-store';
import { timeRounds } from './harness.ts';

const COLUMNS = { rows: 'position, slot, value', sum: 'count(), sum(value)' } as const;

/**
 * Milliseconds in which the entries of an owner are read with no more than the store's own query, a number a round: what work over
 * one address is compared with. They come out as rows, or the store sums them up itself.
 */
export function timeBareReads(
  store: FactsStore,
  [chain, owner]: readonly [OutputChainId, Owner],
  form: keyof typeof COLUMNS,
  rounds = 9,
): Promise<number[]> {
  const parameters = { ...ownerKey(owner) };
  const from = `${ledgerDatabase(chain, store.facts.databasePrefix)}.entries`;
  const query = `SELECT ${COLUMNS[form]} FROM ${from} WHERE prefix = {prefix:UInt64} AND rest = {rest:UInt128}`;
  const read = async (): Promise<void> => {
    const rows = await store.facts.query(query, { parameters });
    if (rows.length === 0) throw new Error('The address has no entries: nothing was measured.');
  };
  return timeRounds(read, rounds, 1);
}
