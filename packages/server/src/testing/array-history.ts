import type { HistoryFilter, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';

/** What an owner gets, gives and does in a transaction. */
export interface OwnParts {
  readonly received: bigint;
  readonly sent: bigint;
  /** `in`: funds nothing. `self`: funds it, and no output with an owner or a value goes elsewhere. Else `out`. */
  readonly direction: 'in' | 'out' | 'self';
}

export function toParts({ inputs, outputs }: TransactionRecord, id: string): OwnParts {
  const isOwn = ({ owner }: { readonly owner: Owner | undefined }): boolean =>
    owner !== undefined && ownerId(owner) === id;
  const received = outputs.filter(isOwn).reduce((sum, output) => sum + output.value, 0n);
  const sent = inputs.filter(isOwn).reduce((sum, input) => sum + (input.value ?? 0n), 0n);
  const paysOthers = outputs.some((output) => !isOwn(output) && (output.owner !== undefined || output.value > 0n));
  return { received, sent, direction: !inputs.some(isOwn) ? 'in' : paysOthers ? 'out' : 'self' };
}

function isWithin(value: number | bigint, from: number | bigint | undefined, to: number | bigint | undefined): boolean {
  return (from === undefined || value >= from) && (to === undefined || value <= to);
}

/** Whether a transaction of an owner passes a filter; all bounds belong to what they bound. */
export function matchesFilter(record: TransactionRecord, id: string, filter: HistoryFilter, time: number): boolean {
  const { received, sent, direction } = toParts(record, id);
  const net = received - sent;
  const other = filter.counterparty && ownerId(filter.counterparty);
  const takesPart = [...record.inputs, ...record.outputs].some(({ owner }) => owner && ownerId(owner) === other);
  return (
    (filter.direction === undefined || filter.direction === direction) &&
    isWithin(positionHeight(record.position), filter.fromHeight, filter.toHeight) &&
    isWithin(time, filter.fromTime, filter.toTime) &&
    isWithin(net < 0n ? -net : net, filter.minAmount, filter.maxAmount) &&
    (other === undefined || takesPart)
  );
}
