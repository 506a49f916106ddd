import type { SweepFacts } from '@trailmark/analysis/attribution/subject';
import { readSweepFacts } from '@trailmark/analysis/attribution/sweep';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import type { NamedOwner } from '../../ledger/outputs/owner-input.ts';
import type { ServiceFinder } from './attribution-services.ts';
import type { LookupScope } from './lookup-scope.ts';

/** Transactions of one address that are read for sweeps. */
const LONGEST_HISTORY = 200;
/** Histories read at once: each is one query. */
const AT_ONCE = 8;

/** Records by position in batches of one query; positions not indexed are left out. */
export async function readRecords(
  ledger: ServedOutputs,
  positions: Iterable<Position>,
  read: ReadOptions,
): Promise<Map<Position, TransactionRecord>> {
  const asked = [...new Set(positions)];
  const records = asked.length === 0 ? [] : await ledger.reader.records(asked, read);
  return new Map(records.flatMap((record) => (record ? [[record.position, record] as const] : [])));
}

/** Why flows of an address were not looked at; undefined where they may be. */
export function refuseFlows(transactionCount: number): string | undefined {
  if (transactionCount <= LONGEST_HISTORY) return undefined;
  return `Its ${formatCount(transactionCount)} transactions were not read one by one (the limit is ${LONGEST_HISTORY}), so sweeps to a service were not looked for.`;
}

/** Whether a position holds a CoinJoin. A Tx0 prepares one and is none. */
export function isCoinJoinAt({ clusters }: LookupScope, position: Position): boolean {
  const kind = clusters?.coinJoinKind(position);
  return kind !== undefined && kind !== 'whirlpool-tx0';
}

/** Where the coins of addresses came from and went, by `id`: a query for each history, then one for all records. */
export async function readSweeps(
  scope: LookupScope & { readonly ledger: ServedOutputs },
  finder: ServiceFinder,
  subjects: readonly NamedOwner[],
  read: ReadOptions,
): Promise<Map<string, SweepFacts>> {
  const { ledger } = scope;
  const histories = new Map<NamedOwner, Position[]>();
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    await Promise.all(
      subjects.slice(at, at + AT_ONCE).map(async (subject) => {
        const page = { limit: LONGEST_HISTORY };
        const entries = await ledger.reader.history(subject.owner, { order: 'oldest' }, page, read);
        const positions = entries.map(({ position }) => position);
        histories.set(subject, positions);
      }),
    );
  }
  const records = await readRecords(ledger, [...histories.values()].flat(), read);
  const facts = new Map<string, SweepFacts>();
  for (const [subject, positions] of histories) {
    const own = positions.flatMap((position) => records.get(position) ?? []);
    const found = readSweepFacts(subject.owner, own, {
      serviceOf: finder.serviceOf,
      isCoinJoin: ({ position }) => isCoinJoinAt(scope, position),
    });
    if (found) facts.set(subject.id, found);
  }
  return facts;
}
