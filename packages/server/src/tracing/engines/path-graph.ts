import type { FlowContext } from '@trailmark/analysis/tracing/flow-graph/flow-context';
import { GraphBuilder } from '@trailmark/analysis/tracing/flow-graph/graph-builder';
import type { FlowPath, FlowPathStep } from '@trailmark/analysis/tracing/paths/path-search';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { OutputLedger, TransactionRecord } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';

/** The payments of paths over accounts, each once. */
export function toAccountPathGraph(paths: readonly FlowPath[], context: FlowContext): FlowGraph {
  const builder = new GraphBuilder(context);
  const drawn = new Set<string>();
  for (const step of paths.flatMap(({ steps }) => steps)) {
    if (drawn.has(step.ref) || step.from === null || step.to === null) continue;
    drawn.add(step.ref);
    const { asset, amount, ref, time, txid } = step;
    const [from, to] = [builder.address(step.from), builder.address(step.to)];
    builder.pay(from, to, { kind: 'transfer', asset, amount, tainted: null, ref, time, height: null, apart: txid });
  }
  return builder.build();
}

interface Records {
  readonly byTxid: ReadonlyMap<string, TransactionRecord>;
  readonly txidAt: ReadonlyMap<number, string>;
}

async function readRecords(reader: OutputLedger, steps: readonly FlowPathStep[], read: ReadOptions): Promise<Records> {
  const positions = await reader.positionsOf([...new Set(steps.map(({ txid }) => txid))], read);
  const records = await reader.records([...positions.values()].flat(), read);
  const held = records.flatMap((record) => record ?? []);
  const sources = [...new Set(held.flatMap(({ inputs }) => inputs.flatMap(({ source }) => source ?? [])))];
  const funding = await reader.records(sources, read);
  return {
    byTxid: new Map(held.map((record) => [record.txid, record])),
    txidAt: new Map(
      [...held, ...funding.flatMap((record) => record ?? [])].map(({ position, txid }) => [position, txid]),
    ),
  };
}

interface Drawing {
  readonly builder: GraphBuilder;
  readonly records: Records;
  readonly knowledge: OutputTraceKnowledge;
  readonly drawn: Set<string>;
}

/** What a payer put into the transaction of a step: the output of the step before, or at the beginning all of the payer's. */
function drawSpends(
  { builder, records, knowledge, drawn }: Drawing,
  step: FlowPathStep,
  before: string | undefined,
): void {
  const record = records.byTxid.get(step.txid);
  if (!record || step.from === null) return;
  const bar = builder.transaction(step.txid);
  bar.say({ fee: record.fee ?? null, height: positionHeight(record.position), coinJoin: null, change: null });
  for (const { owner, value, source, vout } of record.inputs) {
    const funding = source === undefined ? undefined : records.txidAt.get(source);
    const ref = `${funding ?? 'unknown'}:${vout}`;
    const isOwn = owner !== undefined && knowledge.formatOwner(owner) === step.from;
    const key = `${step.txid}<${ref}`;
    if (value === undefined || !isOwn || drawn.has(key) || (before !== undefined && ref !== before)) continue;
    drawn.add(key);
    const height = positionHeight(record.position);
    const payment = {
      kind: 'spend',
      asset: NATIVE_ASSET,
      amount: value,
      tainted: null,
      ref,
      time: step.time,
      height,
    } as const;
    builder.pay(builder.address(step.from), bar, payment);
  }
}

function drawOutput({ builder, records, drawn }: Drawing, step: FlowPathStep): void {
  if (step.to === null || drawn.has(step.ref)) return;
  drawn.add(step.ref);
  const record = records.byTxid.get(step.txid);
  const height = record ? positionHeight(record.position) : null;
  const { amount, ref, time } = step;
  const payment = { kind: 'output', asset: NATIVE_ASSET, amount, tainted: null, ref, time, height } as const;
  builder.pay(builder.transaction(step.txid), builder.address(step.to), payment);
}

/** The payments of paths over outputs: what went into each transaction on a way, and the output that led on. */
export async function toOutputPathGraph(
  paths: readonly FlowPath[],
  sources: { readonly context: FlowContext; readonly reader: OutputLedger; readonly knowledge: OutputTraceKnowledge },
  read: ReadOptions,
): Promise<FlowGraph> {
  const { context, reader, knowledge } = sources;
  const builder = new GraphBuilder(context);
  const records = await readRecords(
    reader,
    paths.flatMap(({ steps }) => steps),
    read,
  );
  const drawing: Drawing = { builder, records, knowledge, drawn: new Set() };
  for (const { steps } of paths) {
    let before: string | undefined;
    for (const step of steps) {
      drawSpends(drawing, step, before);
      drawOutput(drawing, step);
      before = step.ref;
    }
  }
  return builder.build();
}
