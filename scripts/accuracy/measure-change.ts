import { CHANGE_HEURISTICS } from '@trailmark/analysis/change/catalogue';
import type { ChangeVerdict } from '@trailmark/analysis/change/consensus';
import type { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import { mayHaveChange } from '@trailmark/analysis/clusters/cluster-rules';
import type { TransactionRecord } from '@trailmark/core/output-ledger';

/** What the truth states about a transaction: the outputs that go back to whoever signed it. Undefined: nobody knows. */
export type ChangeTruth = (record: TransactionRecord) => ReadonlySet<number> | undefined;

/** One rule against the truth. */
export interface ChangeCounts {
  readonly id: string;
  readonly version: number | undefined;
  /** Transactions looked at. */
  readonly transactions: number;
  /** Of these, transactions with an output that goes back. */
  readonly withChange: number;
  /** Named one output alone, and it goes back. */
  readonly right: number;
  /** Named one output alone, and it goes to somebody else. */
  readonly wrong: number;
  /** Of `wrong`: in a transaction without any output that goes back. */
  readonly wrongWithoutChange: number;
  /** Named none alone. */
  readonly silent: number;
}

/** The verdict of the consensus, and the stricter one that makes a link of the expanded view. */
export const VERDICT_ID = 'consensus';
export const LINK_ID = 'expanded link';

type Naming = (verdict: ChangeVerdict) => number | undefined;

function nameAlone(id: string): Naming {
  return ({ opinions }) => {
    const candidates = opinions.find(({ rule }) => rule.id === id)?.candidates ?? [];
    return candidates.length === 1 ? candidates[0] : undefined;
  };
}

const NAMINGS: readonly { id: string; version: number | undefined; naming: Naming }[] = [
  ...CHANGE_HEURISTICS.map(({ id, version }) => ({ id, version, naming: nameAlone(id) })),
  { id: VERDICT_ID, version: undefined, naming: ({ vout }) => vout },
  { id: LINK_ID, version: undefined, naming: ({ vout, rules }) => (rules.length > 0 ? vout : undefined) },
];

/** Asks every change heuristic about each transaction that it may judge and whose truth is known. */
export function measureChange(
  records: readonly TransactionRecord[],
  index: ClusterIndex,
  truth: ChangeTruth,
): readonly ChangeCounts[] {
  const judged = records
    .filter((record) => mayHaveChange(record, index.detect(record)))
    .flatMap((record) => {
      const change = truth(record);
      return change ? [{ change, verdict: index.change(record) }] : [];
    });
  return NAMINGS.map(({ id, version, naming }) => {
    const named = judged.map(({ change, verdict }) => ({ change, vout: naming(verdict) }));
    const right = named.filter(({ change, vout }) => vout !== undefined && change.has(vout)).length;
    const wrong = named.filter(({ change, vout }) => vout !== undefined && !change.has(vout));
    return {
      ...{ id, version, right, wrong: wrong.length, transactions: judged.length },
      withChange: judged.filter(({ change }) => change.size > 0).length,
      wrongWithoutChange: wrong.filter(({ change }) => change.size === 0).length,
      silent: judged.length - right - wrong.length,
    };
  });
}
