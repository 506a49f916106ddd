import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Pricer } from '../../knowledge/prices/pricer.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { hasUnknownInputs } from '../../ledger/outputs/history-row.ts';
import type { NamedOwner } from '../../ledger/outputs/owner-input.ts';
import { readRecords } from './attribution-flows.ts';

export type DepositPoint = RouteOutput<Contract['listDepositPoints']>['items'][number];

/** Transfers of one answer. */
const MOST_TRANSFERS = 500;

/** Distinct senders of a transaction in the order of its inputs; those not indexed are left out. */
export function sendersOf(ledger: ServedOutputs, record: TransactionRecord): string[] {
  const owners = new Map(record.inputs.flatMap(({ owner }) => (owner ? [[ownerId(owner), owner] as const] : [])));
  return [...owners.values()].map((owner) => formatOwner(ledger.chain, owner));
}

/** A transfer and what a request has to state about its place. */
export interface PlacedDeposit {
  readonly point: DepositPoint;
  readonly heightEstimated: boolean;
  readonly fromIsPartial: boolean;
}

/** An output as a request for records names it; undefined where it pays nobody or its block is not indexed. */
export function toDepositPoint(
  ledger: ServedOutputs,
  record: TransactionRecord,
  vout: number,
  pricer: Pricer,
): PlacedDeposit | undefined {
  const output = record.outputs[vout];
  const height = positionHeight(record.position);
  const block = ledger.reader.block(height);
  if (!output?.owner || !block) return undefined;
  const { time, timeEstimated } = block;
  const point = {
    txid: record.txid,
    height,
    blockHash: block.hash,
    time,
    timeEstimated,
    vout,
    from: sendersOf(ledger, record),
    to: formatOwner(ledger.chain, output.owner),
    amount: output.value,
    fiat: pricer.value(output.value, { time, timeEstimated }),
  };
  return { point, heightEstimated: block.heightEstimated, fromIsPartial: hasUnknownInputs(record) };
}

/** Transfers of others to an address, newest first: two queries. */
export async function readDepositPoints(
  ledger: ServedOutputs,
  self: NamedOwner,
  period: { readonly fromTime?: number | undefined; readonly toTime?: number | undefined },
  pricer: Pricer,
  read: ReadOptions,
): Promise<{ items: DepositPoint[]; truncated: boolean; unknownSenders: number }> {
  const filter = { ...period, direction: 'in', order: 'newest' } as const;
  const entries = await ledger.reader.history(self.owner, filter, { limit: MOST_TRANSFERS + 1 }, read);
  const positions = entries.slice(0, MOST_TRANSFERS).map(({ position }) => position);
  const records = await readRecords(ledger, positions, read);
  const placed = positions.flatMap((position) => {
    const record = records.get(position);
    if (!record) return [];
    return record.outputs.flatMap(({ owner }, vout) => {
      const isOwn = owner !== undefined && ownerId(owner) === self.id;
      return isOwn ? (toDepositPoint(ledger, record, vout, pricer) ?? []) : [];
    });
  });
  const items = placed.slice(0, MOST_TRANSFERS).map(({ point }) => point);
  const truncated = entries.length > MOST_TRANSFERS || placed.length > MOST_TRANSFERS;
  return { items, truncated, unknownSenders: placed.filter(({ fromIsPartial }) => fromIsPartial).length };
}
