import type { NodeSum } from '@trailmark/analysis/tracing/flow-graph/node-sum';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { OutputGraphScope } from './graph-scope.ts';

/** One input or output of a transaction, with its name. */
export interface RecordPart {
  readonly side: 'input' | 'output';
  readonly ref: string;
  readonly owner: Owner | undefined;
  /** Undefined where it is not indexed. */
  readonly value: bigint | undefined;
}

export type PartTest = (part: RecordPart) => boolean;

/** Records by position with the names of what they spend: two queries for the batch. */
export async function readNamedRecords(
  { ledger, read }: OutputGraphScope,
  positions: readonly Position[],
): Promise<{ records: TransactionRecord[]; txids: ReadonlyMap<Position, string> }> {
  const found = positions.length === 0 ? [] : await ledger.reader.records(positions, read);
  const records = found.flatMap((record) => record ?? []);
  const sources = [...new Set(records.flatMap(({ inputs }) => inputs.flatMap(({ source }) => source ?? [])))];
  const funders = sources.length === 0 ? [] : await ledger.reader.records(sources, read);
  return {
    records,
    txids: new Map(funders.flatMap((record) => (record ? [[record.position, record.txid] as const] : []))),
  };
}

/** Inputs and outputs with their names. */
export function partsOf(record: TransactionRecord, txids: ReadonlyMap<Position, string>): RecordPart[] {
  const inputs = record.inputs.map(({ owner, value, source, vout }, i): RecordPart => {
    const funder = source === undefined ? undefined : txids.get(source);
    return { side: 'input', ref: funder === undefined ? `${record.txid}#${i}` : `${funder}:${vout}`, owner, value };
  });
  const outputs = record.outputs.map(({ owner, value }, i): RecordPart => {
    return { side: 'output', ref: `${record.txid}:${i}`, owner, value };
  });
  return [...(record.isCoinbase ? [] : inputs), ...outputs];
}

/** The largest parts, at most `limit`, in the order of the transaction. */
export function largestParts(parts: readonly RecordPart[], limit: number): ReadonlySet<RecordPart> {
  if (parts.length <= limit) return new Set(parts);
  const order = parts.toSorted((a, b) => {
    const [x = 0n, y = 0n] = [a.value, b.value];
    return x > y ? -1 : x < y ? 1 : 0;
  });
  return new Set(order.slice(0, limit));
}

export function isOwnedBy(owner: Owner): PartTest {
  const id = ownerId(owner);
  return (part) => part.owner !== undefined && ownerId(part.owner) === id;
}

function holderOf({ builder, ledger }: OutputGraphScope, part: RecordPart): NodeSum {
  if (part.owner) return builder.address(formatOwner(ledger.chain, part.owner));
  if (part.side === 'output') return builder.unspendable(part.ref, 'Can never be spent');
  return builder.gap(part.ref, 'owner-unknown', 'Owner not held');
}

/** What of one side is not drawn, as one exact remainder; parts of unknown value are counted. */
function drawRest(
  scope: OutputGraphScope,
  bar: NodeSum,
  rest: readonly RecordPart[],
  head: { time: number; height: number },
): void {
  const { builder } = scope;
  for (const side of ['input', 'output'] as const) {
    const own = rest.filter((part) => part.side === side);
    if (own.length === 0) continue;
    const amount = own.reduce((sum, { value = 0n }) => sum + value, 0n);
    const gap = builder.gap(bar.text, `${side}s`, `${own.length} ${side}${own.length === 1 ? '' : 's'} not drawn`);
    const [from, to] = side === 'input' ? [gap, bar] : [bar, gap];
    const shared = { kind: 'cut' as const, asset: NATIVE_ASSET, amount, tainted: null, ref: bar.text };
    builder.pay(from, to, { ...shared, ...head, count: own.length });
  }
}

/**
 * Draws a transaction that nobody traced. `isDrawn` chooses the parts; of the parts that `isCounted` chooses beyond them one
 * remainder a side is drawn.
 */
export function drawRecord(
  scope: OutputGraphScope,
  record: TransactionRecord,
  parts: readonly RecordPart[],
  { isDrawn, isCounted = () => false }: { readonly isDrawn: PartTest; readonly isCounted?: PartTest },
): void {
  const { builder, ledger } = scope;
  const height = positionHeight(record.position);
  const time = ledger.reader.block(height)?.time ?? null;
  const bar = builder.transaction(record.txid);
  bar.say({ height, fee: record.fee ?? null });
  bar.seen(time);
  const payment = { asset: NATIVE_ASSET, tainted: null, time, height };
  if (record.isCoinbase) {
    const amount = record.outputs.reduce((sum, { value }) => sum + value, 0n);
    builder.pay(builder.source(record.txid), bar, { ...payment, kind: 'spend', amount, ref: record.txid });
  }
  for (const part of parts.filter(isDrawn)) {
    const holder = holderOf(scope, part);
    const amount = part.value ?? 0n;
    if (part.side === 'input') builder.pay(holder, bar, { ...payment, kind: 'spend', amount, ref: part.ref });
    else builder.pay(bar, holder, { ...payment, kind: 'output', amount, ref: part.ref });
  }
  const unknown = parts.filter((part) => isDrawn(part) && part.value === undefined).length;
  if (unknown > 0)
    scope.gaps.push(`${record.txid}: the value of ${unknown} inputs is not indexed; 0 is shown for them.`);
  const rest = parts.filter((part) => isCounted(part) && !isDrawn(part));
  drawRest(scope, bar, rest, { time: time ?? 0, height });
}
