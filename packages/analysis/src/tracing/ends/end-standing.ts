import type { ChainId } from '@trailmark/core/chain';
import type { StopReason } from '@trailmark/core/trace/stop-reason';
import type { TraceLeaf } from '@trailmark/core/trace/trace';
import { END_STANDINGS, type EndStanding } from '@trailmark/core/trace/trace-ends';
import { findIssuer } from '../../protocols/stablecoin-freeze.ts';

/** Reasons that say nothing about a place: the trail is not at its end. */
const OPEN: ReadonlySet<StopReason> = new Set(['budget', 'trade', 'cycle']);
const HELD: ReadonlySet<StopReason> = new Set(['held', 'unspent', 'dormant']);
const UNKNOWN: ReadonlySet<StopReason> = new Set([
  'data-end',
  'source-unknown',
  'hop-cap',
  'before-window',
  'after-window',
  'choice-needed',
  'stop-at',
  'labelled',
]);

/** Whether a leaf is an end, and not only as far as was read. */
export function isEnd({ reason }: Pick<TraceLeaf, 'reason'>): boolean {
  return !OPEN.has(reason);
}

interface Standing {
  readonly standing: EndStanding;
  readonly advice: string;
}

const HUB =
  'So many transfers that it is probably a service nobody has labelled: find out who runs it and ask them to hold what came in.';

/** What can still be done about money at a leaf of a trace forward; of one backward, whom to ask. */
export function standingOf(leaf: Pick<TraceLeaf, 'reason' | 'party' | 'asset'>, chain: ChainId): Standing {
  const { reason, party, asset } = leaf;
  if (reason === 'service' || party?.kind === 'service')
    return { standing: 'service', advice: 'Ask the service to hold what came in, and for its records.' };
  if (reason === 'hub') return { standing: 'service', advice: HUB };
  if (HELD.has(reason)) {
    const issuer = findIssuer(chain, asset);
    if (issuer !== undefined)
      return { standing: 'issuer', advice: `Still held there: ${issuer.split(' ')[0]} can freeze this token.` };
    return { standing: 'holder', advice: 'Still held there as of the tip: watch the address, and secure the keys.' };
  }
  if (reason === 'bridge')
    return { standing: 'onward', advice: 'It went over a bridge: follow it on the other chain.' };
  if (UNKNOWN.has(reason))
    return {
      standing: 'unknown',
      advice: 'Not known to have left: fetch what the address did next before acting on it.',
    };
  if (reason === 'sanctioned')
    return { standing: 'gone', advice: 'At a sanctioned address: it can be held wherever it comes out.' };
  return { standing: 'gone', advice: 'Mixed with other money here: what comes out is not the same money.' };
}

/** Order of urgency. */
export function compareStandings(a: EndStanding, b: EndStanding): number {
  return END_STANDINGS.indexOf(a) - END_STANDINGS.indexOf(b);
}
