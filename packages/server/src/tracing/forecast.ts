import { type Claimant, FairTurns } from './fair-turns.ts';

/** Place of somebody in the queue. */
export interface WaitingPlace {
  /** From 1. */
  readonly position: number;
  /** How many wait. */
  readonly of: number;
  /** Estimated wait; null while nothing has ended from which it can be estimated. */
  readonly seconds: number | null;
}

interface Claim {
  readonly claimant: Claimant;
}

export interface LineState<W extends Claim> {
  readonly atOnce: number;
  readonly atOnceEach: number;
  readonly running: readonly (Claim & { readonly since: number })[];
  /** In the order they came. */
  readonly waiting: readonly W[];
  readonly turns: FairTurns;
  /** Milliseconds, of the clock that `since` is of. */
  readonly now: number;
  /** How long work took of late, milliseconds; null where none has ended. */
  readonly typicalMs: number | null;
}

/** What runs longer than usual is taken to run on for this part of the usual time. */
const OVERTIME = 0.25;

/** How long work took of late: the middle one of these times, null of none. */
export function medianOf(times: readonly number[]): number | null {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? null;
}

/**
 * Plays the line forward, each piece of work taking as long as usual: who gets a place when. Nothing in it is a promise: work may end
 * sooner or later, and whose turn it is changes with whoever comes.
 */
export function forecastLine<W extends Claim>(state: LineState<W>): ReadonlyMap<W, WaitingPlace> {
  const { atOnce, atOnceEach, now, typicalMs } = state;
  const lasts = typicalMs ?? 1_000;
  const turns = new FairTurns(state.turns);
  const ends = state.running.map(({ claimant, since }) => ({
    claimant,
    at: Math.max(since + lasts, now + lasts * OVERTIME),
  }));
  const waiting = [...state.waiting];
  const places = new Map<W, WaitingPlace>();
  let time = now;
  while (waiting.length > 0) {
    const mayEnter = ({ claimant: { person } }: W): boolean =>
      ends.filter(({ claimant }) => claimant.person === person).length < atOnceEach;
    const next = ends.length < atOnce ? turns.pick(waiting.filter(mayEnter)) : undefined;
    if (next) {
      const seconds = typicalMs === null ? null : Math.ceil((time - now) / 1_000);
      places.set(next, { position: places.size + 1, of: state.waiting.length, seconds });
      turns.note(next.claimant);
      waiting.splice(waiting.indexOf(next), 1);
      ends.push({ claimant: next.claimant, at: time + lasts });
      continue;
    }
    const first = ends.reduce((least, each) => (each.at < least.at ? each : least), ends[0] as (typeof ends)[number]);
    ends.splice(ends.indexOf(first), 1);
    time = Math.max(time, first.at);
  }
  return places;
}
