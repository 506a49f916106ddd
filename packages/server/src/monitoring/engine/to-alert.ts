import type { AlertPlace } from '@trailmark/core/alert';
import type { KnowledgeMark } from '@trailmark/core/case';
import type { ReadingWatch } from '@trailmark/store/cases/watches/watch-rows';
import { traceFrontier } from '../../inbox/kinds/trace-frontier.ts';
import { watchedPayment } from '../../inbox/kinds/watched-payment.ts';
import type { NewAlert } from '../../inbox/raise-alert.ts';
import type { HitWords } from '../describe-hit.ts';
import { findQuietEnd } from '../quiet-hours.ts';

export const formatWatchNumber = (number: number): string => `W-${number}`;
/** Ends the key of an alert that followed money reached a known party. */
const REACHED = ':reached';
export const isReachedKey = (key: string): boolean => key.endsWith(REACHED);
/** Begins the keys of alerts about money that a watch follows. */
export const followedKeys = (watch: string, chain: string): string => `${originOf(watch)}:${chain}:`;
const originOf = (id: string): string => `watch:${id}`;

/** One transaction is one alert of a case, whatever number of its watches it meets: they are its origins. */
export function toAlert(
  watch: ReadingWatch,
  {
    words,
    mark,
    place,
    time,
    at,
    follows = false,
  }: {
    readonly words: HitWords;
    readonly mark: KnowledgeMark;
    readonly place: AlertPlace & { readonly txid: string };
    /** Seconds since 1970 UTC. */
    readonly time: number;
    readonly at: Date;
    /** The watch follows money: what it found is its own alert, and not hidden behind that of an address. */
    readonly follows?: boolean | undefined;
  },
): NewAlert {
  const { agency, caseId, id, number, name, channels, recipients, quiet, version } = watch;
  return {
    ...{ agency, case: caseId, kind: follows ? traceFrontier : watchedPayment, mark, place, channels, recipients, at },
    ...words,
    key: follows
      ? `${followedKeys(id, place.chain)}${place.txid}${words.body.facts.reached ? REACHED : ''}`
      : `watched:${caseId}:${place.chain}:${place.txid}`,
    group: `transaction:${place.chain}:${place.txid}`,
    happenedAt: new Date(time * 1_000),
    origin: { id: originOf(id), name: `${formatWatchNumber(number)} ${name}`, words: `version ${version}` },
    notBefore: quiet === null ? at : findQuietEnd(quiet, at),
  };
}
