import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Crossing, CrossingAnswer, CrossingEnd } from '@trailmark/core/trace/crossing';
import { scaleAmount, toLegRequest } from '@trailmark/core/trace/leg-request';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { least } from '../accounts/account-apportioning.ts';
import type { CrossingLedgers } from './crossing-ledger.ts';
import { findCrossing } from './find-crossing.ts';

/** Traces on other chains that one trace may lead to. */
export const MOST_LEGS = 8;
/** Bridges one after the other. */
export const MOST_CROSSINGS_DEEP = 3;
/** Leaves of one trace that are searched. */
const MOST_LEAVES = 100;

/** A trace that continues where a bridge paid out, or backward where it was paid in. */
export interface TraceLeg {
  /** The trace it continues from: 0 the first, 1 the first leg, and so on. */
  readonly parent: number;
  readonly crossing: Crossing;
  readonly trace: Trace;
}

export interface FollowedCrossings {
  readonly legs: readonly TraceLeg[];
  /** For every leaf at a bridge, of the first trace and of the legs, in their order. */
  readonly answers: readonly CrossingAnswer[];
}

export interface FollowWorld {
  readonly ledgers: CrossingLedgers;
  /** Runs a trace from its beginning. */
  run(request: TraceRequest): Promise<Trace>;
}

/** One bridge transfer, whichever of the transfers of its payment a leaf names. */
export function keyOf({ from, to, message }: Crossing): string {
  return `${from.chain}:${from.txid}>${to.chain}:${to.txid}/${from.asset}/${to.asset}/${message ?? to.ref}`;
}

/** Leaves that ended in one payment over a bridge are one bridge transfer, with the sum of what they brought. */
function joinAlike(found: readonly Crossing[], isForward: boolean): Crossing[] {
  const byRefs = new Map<string, Crossing>();
  for (const crossing of found) {
    const key = keyOf(crossing);
    const known = byRefs.get(key);
    byRefs.set(key, known ? addTo(known, crossing, isForward) : crossing);
  }
  return [...byRefs.values()];
}

function addTo(known: Crossing, { from, to }: Crossing, isForward: boolean): Crossing {
  const [near, far] = isForward ? [known.from, known.to] : [known.to, known.from];
  const tainted = least(near.tainted + (isForward ? from : to).tainted, near.amount);
  const [one, other] = [
    { ...near, tainted },
    { ...far, tainted: scaleAmount(tainted, near, far) },
  ];
  return isForward ? { ...known, from: one, to: other } : { ...known, from: other, to: one };
}

class Follower {
  readonly legs: TraceLeg[] = [];
  readonly answers: CrossingAnswer[] = [];
  readonly #world: FollowWorld;
  readonly #read: ReadOptions;
  readonly #isForward: boolean;
  readonly #begun = new Set<string>();
  #budget: number;

  constructor(world: FollowWorld, first: Trace, read: ReadOptions) {
    this.#world = world;
    this.#read = read;
    this.#isForward = first.request.direction === 'forward';
    this.#budget = first.request.budget - first.counts.transactionsRead;
    for (const { ref } of first.seeds) this.#begun.add(`${first.request.chain}:${ref}`);
  }

  async follow(first: Trace): Promise<void> {
    const queue: { readonly trace: Trace; readonly index: number; readonly depth: number }[] = [
      { trace: first, index: 0, depth: 0 },
    ];
    for (let next = queue.shift(); next; next = queue.shift()) {
      const crossings = await this.#find(next.trace);
      for (const crossing of crossings) {
        const why = this.#whyNot(crossing, next.depth);
        const trace = why === undefined ? await this.#run(next.trace.request, crossing) : undefined;
        if (why !== undefined) this.#note(crossing, why);
        if (!trace) continue;
        this.legs.push({ parent: next.index, crossing, trace });
        if (trace.state === 'complete') queue.push({ trace, index: this.legs.length, depth: next.depth + 1 });
      }
    }
  }

  async #find({ request, leaves }: Trace): Promise<Crossing[]> {
    const { chain, direction } = request;
    const found: Crossing[] = [];
    const bridges = leaves.filter(({ reason, onward }) => reason === 'bridge' && onward !== null);
    for (const leaf of bridges.slice(0, MOST_LEAVES)) {
      const answer = await findCrossing(this.#world.ledgers, { chain, direction, leaf }, this.#read);
      this.answers.push(answer);
      if (answer.outcome === 'found') found.push(...answer.crossings);
    }
    return this.#withoutRivals(joinAlike(found, this.#isForward));
  }

  /** Two payments of which each says that the same one is its other side cannot both be right. */
  #withoutRivals(crossings: readonly Crossing[]): Crossing[] {
    const claims = new Map<string, number>();
    const farKey = (crossing: Crossing): string => `${this.#farOf(crossing).chain}:${this.#farOf(crossing).ref}`;
    for (const crossing of crossings) claims.set(farKey(crossing), (claims.get(farKey(crossing)) ?? 0) + 1);
    return crossings.filter((crossing) => {
      const isAlone = claims.get(farKey(crossing)) === 1;
      if (!isAlone) this.#note(crossing, 'more than one payment of this trace has it for its other side');
      return isAlone;
    });
  }

  #farOf({ from, to }: Crossing): CrossingEnd {
    return this.#isForward ? to : from;
  }

  #whyNot(crossing: Crossing, depth: number): string | undefined {
    const far = this.#farOf(crossing);
    if (crossing.certainty === 'likely') return 'it is only likely';
    if (far.tainted === 0n) return 'less than the smallest unit of it is traced';
    if (this.#begun.has(`${far.chain}:${far.ref}`)) return 'a trace begins there already';
    if (depth >= MOST_CROSSINGS_DEEP) return `${MOST_CROSSINGS_DEEP} bridges lie one after the other`;
    if (this.legs.length >= MOST_LEGS) return `${MOST_LEGS} traces on other chains were begun`;
    return this.#budget < 1 ? 'the budget of the trace is used up' : undefined;
  }

  /** States in the answers of a bridge transfer why it was not followed. */
  #note(crossing: Crossing, why: string): void {
    const key = keyOf(crossing);
    for (const [index, answer] of this.answers.entries()) {
      const isOf = answer.crossings.some((each) => keyOf(each) === key);
      if (isOf) this.answers[index] = { ...answer, sentence: `${answer.sentence} Not followed: ${why}.` };
    }
  }

  async #run(parent: TraceRequest, crossing: Crossing): Promise<Trace | undefined> {
    const far = this.#farOf(crossing);
    try {
      const trace = await this.#world.run(toLegRequest(parent, crossing, this.#budget));
      this.#begun.add(`${far.chain}:${far.ref}`);
      this.#budget -= trace.counts.transactionsRead;
      return trace;
    } catch (error) {
      if (!AppError.is(error) || (error.kind !== 'invalid' && error.kind !== 'not-found')) throw error;
      this.#note(crossing, `it cannot be traced there. ${error.message.replace(/\.$/, '')}`);
      return undefined;
    }
  }
}

/**
 * Continues over every bridge at which a trace ended and whose other side is proven or stated, breadth first, until nothing is left or
 * a limit is reached. Likely ones are never followed. A partial trace is not followed: what it has not read may change it.
 */
export async function followCrossings(
  world: FollowWorld,
  first: Trace,
  read: ReadOptions = {},
): Promise<FollowedCrossings> {
  const follower = new Follower(world, first, read);
  if (first.state === 'complete') await follower.follow(first);
  return { legs: follower.legs, answers: follower.answers };
}
