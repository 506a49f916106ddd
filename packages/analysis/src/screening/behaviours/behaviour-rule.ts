import type {
  BehaviourFinding,
  BehaviourPattern,
  BehaviourSubject,
  SeenTransaction,
} from '@trailmark/core/screening/behaviour';
import { type History, readHistory } from './history.ts';

const MOST_TXIDS = 200;

/** What a rule saw: a sentence, and the transactions behind it in any order. */
export interface Sighting {
  readonly sentence: string;
  readonly transactions: Iterable<SeenTransaction>;
}

/** Numbers of a rule, by name; each is in the table of its section of docs/methods/behaviours.md. */
export type Limits = Readonly<Record<string, number>>;

interface Draft<L extends Limits> extends Pick<BehaviourPattern, 'id' | 'version' | 'title' | 'nature'> {
  readonly limits: L;
  /** It answers nothing where only the newest part of a history was read. */
  readonly needsWhole: boolean;
  look(history: History, limits: L): Sighting | undefined;
}

/** A pattern with the numbers it was made with. */
export interface Behaviour extends BehaviourPattern {
  readonly limits: Limits;
}

function toFinding(
  { id, version, title }: Pick<BehaviourPattern, 'id' | 'version' | 'title'>,
  { places }: History,
  { sentence, transactions }: Sighting,
): BehaviourFinding | undefined {
  const seen = [...new Set(transactions)].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  if (seen.length === 0) return undefined;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time } of seen) [first, last] = [Math.min(first, time), Math.max(last, time)];
  const txids = seen.slice(0, MOST_TXIDS).map(({ txid }) => txid);
  return { pattern: `${id}/${version}`, title, sentence, firstTime: first, lastTime: last, txids, count: seen.length };
}

/** Whose behaviour says nothing about one person: a service's is that of its customers. */
export function isSilent({ self, isService }: BehaviourSubject): boolean {
  return isService(self);
}

/** A pattern over the transactions of a subject. It answers nothing of a service, nor of fewer than two transactions. */
export function defineBehaviour<L extends Limits>({ look, limits, needsWhole, ...rest }: Draft<L>): Behaviour {
  return {
    ...rest,
    limits,
    page: `docs/methods/behaviours.md#${rest.id}`,
    find(subject) {
      if (subject.transactions.length < 2 || isSilent(subject) || (needsWhole && !subject.isWhole)) return undefined;
      const history = readHistory(subject);
      const sighting = look(history, limits);
      return sighting && toFinding(rest, history, sighting);
    },
  };
}
