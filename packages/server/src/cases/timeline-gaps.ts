import type { LedgerReadRow } from '@trailmark/store/cases/agency-cases/ledger-event-rows';
import { formatCount } from '../answers/format-count.ts';

/** Something a timeline does not hold. */
export interface TimelineGap {
  readonly what: string;
  readonly why: string;
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function gapsOf({
  chain,
  address,
  readAt,
  isCut,
  oldest,
  events,
  unknownTokens,
  failure,
}: LedgerReadRow): TimelineGap[] {
  const where = `${chain} ${address}`;
  const gaps: TimelineGap[] = [];
  if (readAt === null) gaps.push({ what: `Every transaction of ${where}`, why: 'The ledger was not read for it yet.' });
  if (failure) gaps.push({ what: `What is new of ${where}`, why: failure });
  if (isCut && oldest !== null) {
    const why = `The address has more than are kept here: the last ${formatCount(events)} are.`;
    gaps.push({ what: `Transactions of ${where} before ${dayOf(oldest)}`, why });
  }
  if (unknownTokens > 0) {
    const what = `${formatCount(unknownTokens)} changes of tokens of ${where}`;
    gaps.push({ what, why: 'These tokens are in no list of known tokens, so their decimals are not known.' });
  }
  return gaps;
}

/** What the timeline of a case leaves out of the ledgers, and why. */
export function toGaps(reads: readonly LedgerReadRow[]): TimelineGap[] {
  return reads.flatMap(gapsOf);
}
