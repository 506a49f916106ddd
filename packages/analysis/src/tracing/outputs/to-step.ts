import { positionHeight, positionIndex } from '@trailmark/core/position';
import type { OutputStep, TraceChange, TracePart } from '@trailmark/core/trace/trace';
import { type Coin, isAdmitted, type Passage, taintOf } from './coin.ts';
import type { TraceMaterial } from './to-trace.ts';

/** `txid:vout` of what an input spends; where that is not held, `txid#n`: input n of the transaction that spends it. */
function refOfInput({ held }: Passage, slot: number, { txids }: Pick<TraceMaterial, 'txids'>): string {
  const source = held.sources[slot];
  const txid = source === undefined ? undefined : txids.get(source);
  return txid === undefined ? `${held.txid}#${slot}` : `${txid}:${held.vouts[slot] ?? 0}`;
}

/** The name of a coin in an answer. */
export function refOfCoin(coin: Coin, material: Pick<TraceMaterial, 'txids'>): string {
  const txid = coin.position === undefined ? undefined : material.txids.get(coin.position);
  if (txid !== undefined) return `${txid}:${coin.vout}`;
  return coin.from ? refOfInput(coin.from, coin.fromSlot, material) : coin.key;
}

/** What went into a passage and what it handed on, by number of input or output. */
function toTaints({ entering, coins }: Passage): [Map<number, bigint>, Map<number, bigint>] {
  const given = new Map<number, bigint>();
  for (const coin of entering) {
    const taint = isAdmitted(coin) ? taintOf(coin) : undefined;
    if (taint) given.set(coin.nextSlot, taint.amount);
  }
  const handed = new Map<number, bigint>();
  for (const { fromSlot, arrived } of coins) if (arrived) handed.set(fromSlot, arrived.amount);
  return [given, handed];
}

function toChange({ held }: Passage, { choices }: TraceMaterial): TraceChange {
  const said = held.change;
  const chosen = choices.get(held.txid)?.change;
  if (chosen === undefined) return { ...said, by: said.vout === null ? 'nobody' : 'rules' };
  return { vout: chosen, by: 'examiner', rules: [], isDisputed: said.vout !== null && said.vout !== chosen };
}

function toCoinJoin({ coinJoin }: Passage): OutputStep['coinJoin'] {
  if (!coinJoin) return null;
  const { kind, participants, confidence } = coinJoin;
  return { kind, participants: participants ?? null, confidence };
}

/** One transaction that traced money went through, with every input and output. */
export function toStep(passage: Passage, material: TraceMaterial): OutputStep {
  const { held, position, fee, added, hop } = passage;
  const [given, handed] = toTaints(passage);
  const { context, addressAt } = material;
  const [ins, outs] = context.isForward ? [given, handed] : [handed, given];
  const height = positionHeight(position);
  const block = context.blockAt(height);
  const inputs = held.values.inputs.map(
    (value, slot): TracePart => ({
      ref: refOfInput(passage, slot, material),
      address: addressAt(held.from[slot]),
      amount: value ?? null,
      tainted: ins.get(slot) ?? 0n,
    }),
  );
  const outputs = held.values.outputs.map(
    (value, vout): TracePart => ({
      ref: `${held.txid}:${vout}`,
      address: addressAt(held.to[vout]),
      amount: value,
      tainted: outs.get(vout) ?? 0n,
    }),
  );
  return {
    family: 'outputs',
    txid: held.txid,
    height,
    index: positionIndex(position),
    time: context.timeOf(height),
    timeEstimated: block?.timeEstimated ?? true,
    hop,
    inputs,
    outputs,
    fee: held.values.fee ?? null,
    feeTainted: fee,
    added,
    change: toChange(passage, material),
    coinJoin: toCoinJoin(passage),
  };
}
