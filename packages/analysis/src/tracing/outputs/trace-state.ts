import type { Position } from '@trailmark/core/position';
import type { CutKind } from '@trailmark/core/trace/stop-reason';
import type { Apportioned, CoinTaint, OutputApportioning, SlotTaints } from './apportioning.ts';
import {
  type Coin,
  type Ending,
  isAdmitted,
  isGoingOn,
  isSameTaint,
  isTainted,
  type Passage,
  taintOf,
} from './coin.ts';
import { type Candidate, chooseCuts, type Limits, sumCuts } from './cuts.ts';
import type { IndexedTransaction } from './indexed-transaction.ts';
import { coinOfInput, coinOfOutput, slotIn } from './make-coin.ts';
import type { Pace } from './pace.ts';
import { PositionQueue } from './position-queue.ts';
import { endAtBridge, endAtEntry, endAtHop, endAtPlace, endBeforeNext, leaf, type StopContext } from './stop-rules.ts';

/** What the state is given once, and what it queries people and rules for. */
export interface TraceRules {
  readonly apportioning: OutputApportioning;
  readonly context: StopContext;
  readonly limits: Limits;
  /** Outputs to follow; undefined: somebody has to choose first. `all` where the method does not let people choose. */
  readonly chosenAt: (passage: Passage) => ReadonlySet<number> | 'all' | undefined;
}

const NO_CUTS: Passage['cuts'] = [];
const NOT_CHOSEN: Ending = { kind: 'cut', cut: 'not-chosen' };
const NOTHING: Apportioned = { taints: new Map(), fee: 0n, added: 0n };

function toPassage(held: IndexedTransaction, coinJoin: Passage['coinJoin']): Passage {
  return {
    position: held.position,
    held,
    coinJoin,
    entering: [],
    coins: [],
    isReached: false,
    fee: 0n,
    added: 0n,
    hop: 0,
    cuts: NO_CUTS,
    isIndivisible: false,
  };
}

/**
 * Everything a trace knows so far, and its result. Passages are calculated in the order of the chain, or against it
 * backward, each from what enters it alone; one that is found late has only what is behind it recalculated. So the
 * result is that of one walk in order over all that was read, whatever the order of reading was.
 */
export class TraceState {
  readonly #rules: TraceRules;
  /** By the transactions that made them. */
  readonly #seeds: ReadonlyMap<Position | undefined, readonly Coin[]>;
  readonly #passages = new Map<Position, Passage>();
  readonly #missing = new Set<Position>();
  readonly #waiting = new Map<Position, Coin[]>();
  readonly #dirty = new PositionQueue();
  readonly #open = new Set<Coin>();
  #ended = 0;
  #hops = 0;

  constructor(rules: TraceRules, seeds: readonly Coin[]) {
    this.#rules = rules;
    this.#seeds = Map.groupBy(seeds, ({ position }) => position);
    for (const coin of seeds) {
      this.#connect(coin);
      this.#note(coin);
    }
  }

  get passages(): ReadonlyMap<Position, Passage> {
    return this.#passages;
  }

  get progress(): { readonly open: number; readonly ended: number; readonly hops: number } {
    return { open: this.#open.size, ended: this.#ended, hops: this.#hops };
  }

  /** Coins whose spender has to be requested. */
  toLookUp(): Coin[] {
    return [...this.#open].filter((coin) => !coin.isLookedUp);
  }

  /** Transactions to read next, those of the fewest hops first. */
  toRead(): Position[] {
    const hops = new Map<Position, number>();
    for (const { next, hop } of this.#open) {
      if (next !== undefined) hops.set(next, Math.min(hop, hops.get(next) ?? hop));
    }
    return [...hops].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([position]) => position);
  }

  /** Takes in where a coin was spent; undefined: nowhere the index knows. */
  lookUp(coin: Coin, next: Position | undefined): void {
    coin.isLookedUp = true;
    coin.next = next;
    this.#connect(coin);
    this.#note(coin);
  }

  /** Takes in a transaction; undefined: it is not indexed. */
  load(position: Position, held: IndexedTransaction | undefined, coinJoin?: Passage['coinJoin']): void {
    const waiting = this.#waiting.get(position) ?? [];
    this.#waiting.delete(position);
    if (held) this.#passages.set(position, toPassage(held, coinJoin));
    else this.#missing.add(position);
    for (const coin of waiting) {
      this.#connect(coin);
      this.#note(coin);
    }
  }

  isMissing(position: Position): boolean {
    return this.#missing.has(position);
  }

  /** Recalculates whatever is out of date. May be broken off by the pace and taken up again. */
  async settle(pace: Pace): Promise<void> {
    const sign = this.#sign;
    while (this.#dirty.size > 0) {
      const passage = this.#passages.get((this.#dirty.take() ?? 0) * sign);
      const work = passage ? this.#reckon(passage) : 0;
      if (pace.isDue(work)) await pace.turn();
    }
  }

  get #sign(): 1 | -1 {
    return this.#rules.context.isForward ? 1 : -1;
  }

  /** Joins a coin to where it continues, or has it wait until that is read. */
  #connect(coin: Coin): void {
    const { next } = coin;
    if (next === undefined || this.#missing.has(next)) return;
    coin.barrier = endBeforeNext(coin, this.#rules.context);
    const passage = this.#passages.get(next);
    if (passage) {
      coin.nextSlot = slotIn(passage, coin, this.#rules.context.isForward);
      // A list that begins with its first element takes far less room, and most have one.
      if (passage.entering.length === 0) passage.entering = [coin];
      else passage.entering.push(coin);
      this.#dirty.add(next * this.#sign);
      return;
    }
    const waiting = this.#waiting.get(next);
    if (waiting) waiting.push(coin);
    else this.#waiting.set(next, [coin]);
  }

  #isRead(next: Position | undefined): boolean {
    return next === undefined || this.#passages.has(next) || this.#missing.has(next);
  }

  /** Keeps the lists of what is open and the count of what has ended true to the coin. */
  #note(coin: Coin): void {
    const { next } = coin;
    const goesOn = isGoingOn(coin);
    const isOpen = goesOn && !(coin.isLookedUp && this.#isRead(next));
    if (isOpen) this.#open.add(coin);
    else this.#open.delete(coin);
    const hasPassed = goesOn && next !== undefined && coin.entry === undefined;
    const isEnded = isTainted(coin) && !isOpen && !hasPassed;
    if (isEnded !== coin.isEnded) this.#ended += isEnded ? 1 : -1;
    coin.isEnded = isEnded;
  }

  /** Calculates one passage from what enters it; returns the work it was. */
  #reckon(passage: Passage): number {
    const { given, chosen } = this.#admit(passage);
    const result = this.#divide(passage, given);
    passage.fee = result.fee;
    passage.added = result.added;
    if (passage.isReached) this.#hops = Math.max(this.#hops, passage.hop);
    this.#makeCoins(passage, result.taints);
    const endings = this.#endings(passage, result.taints, chosen);
    let work = passage.entering.length;
    for (const coin of passage.coins) {
      const taint = result.taints.get(coin.fromSlot);
      this.#hand(coin, { taint, hop: passage.hop, ending: endings.get(coin.fromSlot) });
      work += 1 + (taint?.spans.length ?? 0);
    }
    return work;
  }

  /** Decides which coins go into a passage, and which of its outputs are followed. */
  #admit(passage: Passage): Admitted {
    const isGiven = passage.entering.some(isGoingOn);
    const barrier = isGiven ? endAtEntry(passage, this.#rules.context) : undefined;
    const chosen = isGiven && !barrier ? this.#rules.chosenAt(passage) : 'all';
    const entry = barrier ?? (chosen === undefined ? endUnchosen(passage) : undefined);
    const given = new Map<number, CoinTaint>();
    let hop = Number.POSITIVE_INFINITY;
    for (const coin of passage.entering) {
      coin.entry = isGoingOn(coin) ? (entry ?? this.#endAtPayout(passage, coin)) : undefined;
      this.#note(coin);
      const taint = isAdmitted(coin) ? taintOf(coin) : undefined;
      if (!taint) continue;
      given.set(coin.nextSlot, taint);
      hop = Math.min(hop, coin.hop + 1);
    }
    passage.hop = given.size > 0 ? hop : 0;
    return { given, chosen: chosen ?? 'all' };
  }

  /** Forward a coin ends where it is handed on: an address to end at comes before what a memo says. */
  #endAt(passage: Passage, coin: Coin): Ending | undefined {
    const { context } = this.#rules;
    const address = context.addressAt(coin.owner);
    const isNamed = address !== null && context.stopAt.has(address);
    const bridge = context.isForward && !isNamed ? endAtBridge(passage, coin.fromSlot, context) : undefined;
    return bridge ?? endAtPlace(coin, context);
  }

  /** Backward it ends at the transaction that paid it out of a bridge. */
  #endAtPayout(passage: Passage, coin: Coin): Ending | undefined {
    const { context } = this.#rules;
    return context.isForward ? undefined : endAtBridge(passage, coin.nextSlot, context);
  }

  #divide(passage: Passage, given: SlotTaints): Apportioned {
    passage.isIndivisible = false;
    passage.isReached = given.size > 0;
    if (given.size === 0) return NOTHING;
    const { apportioning, context } = this.#rules;
    const { values } = passage.held;
    const result = context.isForward ? apportioning.forward(values, given) : apportioning.backward(values, given);
    if (result) return result;
    passage.isIndivisible = true;
    passage.isReached = false;
    const entry = endIndivisible(passage);
    for (const coin of passage.entering) {
      if (!isAdmitted(coin)) continue;
      coin.entry = entry;
      this.#note(coin);
    }
    return NOTHING;
  }

  /** Why each payment handed on is not followed, where it is not. */
  #endings(passage: Passage, taints: SlotTaints, chosen: Admitted['chosen']): Map<number, Ending> {
    const { context, limits } = this.#rules;
    const endings = new Map<number, Ending>();
    const candidates: Candidate[] = [];
    for (const coin of passage.coins) {
      const slot = coin.fromSlot;
      const taint = taints.get(slot);
      if (!taint || coin.seed) continue;
      const ending = isChosen(slot, chosen) ? this.#endAt(passage, coin) : NOT_CHOSEN;
      if (ending) endings.set(slot, ending);
      else candidates.push({ slot, taint });
    }
    const cuts = chooseCuts(candidates, limits);
    const last = endAtHop(passage.hop, context);
    for (const { slot } of candidates) {
      const cut = cuts.get(slot);
      const ending: Ending | undefined = cut ? { kind: 'cut', cut } : last;
      if (ending) endings.set(slot, ending);
    }
    passage.cuts = cutsOf(endings, taints);
    return endings;
  }

  /** Makes the coins a passage hands on for the first time. */
  #makeCoins(passage: Passage, taints: SlotTaints): void {
    const { coins, held } = passage;
    const { context } = this.#rules;
    const known = coins.length === 0 ? undefined : new Set(coins.map(({ fromSlot }) => fromSlot));
    const added: Coin[] = [];
    for (const slot of taints.keys()) {
      if (known?.has(slot)) continue;
      const made = context.isForward ? coinOfOutput(held, slot) : coinOfInput(passage, slot);
      const coin = this.#seeds.get(made.position)?.find(({ vout }) => vout === made.vout) ?? made;
      coin.from = passage;
      coin.fromSlot = slot;
      added.push(coin);
      if (coin === made) this.#connect(coin);
    }
    if (added.length > 0) passage.coins = coins.concat(added);
  }

  #hand(coin: Coin, { taint, hop, ending }: Handed): void {
    const before = { taint: taintOf(coin), hop: coin.hop, isGoingOn: isGoingOn(coin) };
    coin.arrived = taint;
    if (!coin.seed) {
      coin.hop = hop;
      coin.ending = ending;
    }
    const isSame =
      before.hop === coin.hop && before.isGoingOn === isGoingOn(coin) && isSameTaint(before.taint, taintOf(coin));
    this.#note(coin);
    if (!isSame && coin.next !== undefined && this.#passages.has(coin.next)) this.#dirty.add(coin.next * this.#sign);
  }
}

interface Admitted {
  readonly given: SlotTaints;
  readonly chosen: ReadonlySet<number> | 'all';
}

function isChosen(slot: number, chosen: Admitted['chosen']): boolean {
  return chosen === 'all' || chosen.has(slot);
}

interface Handed {
  readonly taint: CoinTaint | undefined;
  readonly hop: number;
  readonly ending: Ending | undefined;
}

function* listCuts(endings: ReadonlyMap<number, Ending>, taints: SlotTaints): Generator<readonly [CutKind, bigint]> {
  for (const [slot, ending] of endings) {
    if (ending.kind === 'cut') yield [ending.cut, taints.get(slot)?.amount ?? 0n];
  }
}

/** What was left out of the payments of a passage; of most nothing was. */
function cutsOf(endings: ReadonlyMap<number, Ending>, taints: SlotTaints): Passage['cuts'] {
  for (const { kind } of endings.values()) if (kind === 'cut') return sumCuts(listCuts(endings, taints));
  return NO_CUTS;
}

function endUnchosen({ held }: Passage): Ending {
  const { txid, outputCount } = held;
  return leaf('choice-needed', () => `${txid} spends it into ${outputCount} outputs, and none of them is chosen.`);
}

function endIndivisible({ held }: Passage): Ending {
  const { txid, inputCount } = held;
  const unknown = held.countUnknown();
  return leaf(
    'data-end',
    () =>
      `The index does not hold the value of ${unknown} of the ${inputCount} inputs of ${txid}, so the method cannot divide it.`,
  );
}
