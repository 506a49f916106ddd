import { positionHeight, positionIndex } from '@trailmark/core/position';
import type { OutputStep, TraceChange, TracePart } from '@trailmark/core/trace/trace';
import { type Coin, isAdmitted, keyOf, type Passage, taintOf } from './coin.ts';
import type { TraceMaterial } from './trace-material.ts';

/** Written out once: a name put together from two texts takes half the room of one from three. */
const NUMBERS = Array.from({ length: 64 }, (_, number) => `:${number}`);

function refOf(txid: string, number: number): string {
  return txid + (NUMBERS[number] ?? `:${number}`);
}

/** `txid:vout` of what an input spends; where that is not indexed, `txid#n`: input n of the transaction that spends it. */
function refOfInput({ held }: Passage, slot: number, { txids }: Pick<TraceMaterial, 'txids'>): string {
  const source = held.sourceOf(slot);
  const txid = source === undefined ? undefined : txids.get(source);
  return txid === undefined ? `${held.txid}#${slot}` : refOf(txid, held.voutOf(slot));
}

/** The name of a coin in an answer. */
export function refOfCoin(coin: Coin, material: Pick<TraceMaterial, 'txids'>): string {
  const txid = coin.position === undefined ? undefined : material.txids.get(coin.position);
  if (txid !== undefined) return refOf(txid, coin.vout);
  return coin.from ? refOfInput(coin.from, coin.fromSlot, material) : keyOf(coin);
}

/** Traced amounts by number of input or output. */
type Amounts = readonly (bigint | undefined)[];

/** What went into a passage and what it handed on. */
function toTaints({ entering, coins }: Passage): { readonly given: Amounts; readonly handed: Amounts } {
  const given: bigint[] = [];
  for (const coin of entering) {
    const taint = isAdmitted(coin) ? taintOf(coin) : undefined;
    if (taint) given[coin.nextSlot] = taint.amount;
  }
  const handed: bigint[] = [];
  for (const { fromSlot, arrived } of coins) if (arrived) handed[fromSlot] = arrived.amount;
  return { given, handed };
}

function toInputs(passage: Passage, taints: Amounts, material: TraceMaterial): TracePart[] {
  const { held } = passage;
  const { addressAt } = material.context;
  const parts: TracePart[] = [];
  for (let slot = 0; slot < held.inputCount; slot++) {
    parts.push({
      ref: refOfInput(passage, slot, material),
      address: addressAt(held.inputOwner(slot)),
      amount: held.inputValue(slot) ?? null,
      tainted: taints[slot] ?? 0n,
    });
  }
  return parts;
}

function toOutputs({ held }: Passage, taints: Amounts, { context: { addressAt } }: TraceMaterial): TracePart[] {
  const parts: TracePart[] = [];
  for (let vout = 0; vout < held.outputCount; vout++) {
    parts.push({
      ref: refOf(held.txid, vout),
      address: addressAt(held.outputOwner(vout)),
      amount: held.outputValue(vout),
      tainted: taints[vout] ?? 0n,
    });
  }
  return parts;
}

export function toChange({ held }: Passage, { choices }: Pick<TraceMaterial, 'choices'>): TraceChange {
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
  const { given, handed } = toTaints(passage);
  const { context } = material;
  const height = positionHeight(position);
  const block = context.blockAt(height);
  return {
    family: 'outputs',
    txid: held.txid,
    height,
    index: positionIndex(position),
    time: context.timeOf(height),
    timeEstimated: block?.timeEstimated ?? true,
    hop,
    inputs: toInputs(passage, context.isForward ? given : handed, material),
    outputs: toOutputs(passage, context.isForward ? handed : given, material),
    fee: held.fee ?? null,
    feeTainted: fee,
    added,
    change: toChange(passage, material),
    coinJoin: toCoinJoin(passage),
  };
}
