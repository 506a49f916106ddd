import { CUT_KINDS, STOP_REASONS } from '@trailmark/core/trace/stop-reason';

/** Signs of the visual system for why a trail ends; the words stand beside them. */
export type StopBadge = 'service' | 'unspent' | 'pooled' | 'cap' | 'dormant' | 'contract' | 'sanctioned' | 'edge';

interface Look {
  readonly badge: StopBadge;
  readonly words: string;
}

const LOOKS: Readonly<Record<string, Look>> = {
  service: { badge: 'service', words: 'Stop: service' },
  mixer: { badge: 'pooled', words: 'Stop: pooled funds' },
  coinjoin: { badge: 'pooled', words: 'Stop: CoinJoin' },
  contract: { badge: 'contract', words: 'Stop: contract' },
  bridge: { badge: 'edge', words: 'Stop: left over a bridge' },
  sanctioned: { badge: 'sanctioned', words: 'Stop: sanctioned' },
  'stop-at': { badge: 'cap', words: 'Stop: by the examiner' },
  unspent: { badge: 'unspent', words: 'Unspent' },
  held: { badge: 'unspent', words: 'Still held' },
  'data-end': { badge: 'edge', words: 'End of the data' },
  'source-unknown': { badge: 'edge', words: 'Source not held' },
  issued: { badge: 'unspent', words: 'Newly issued' },
  unspendable: { badge: 'pooled', words: 'Cannot be spent' },
  destroyed: { badge: 'pooled', words: 'Destroyed' },
  dormant: { badge: 'dormant', words: 'Stop: dormant' },
  'hop-cap': { badge: 'cap', words: 'Stop: hop limit' },
  'before-window': { badge: 'cap', words: 'Stop: before the window' },
  'after-window': { badge: 'cap', words: 'Stop: after the window' },
  hub: { badge: 'cap', words: 'Stop: too many transfers' },
  'choice-needed': { badge: 'cap', words: 'Stop: choose an output' },
  cycle: { badge: 'cap', words: 'Stop: came back' },
  budget: { badge: 'edge', words: 'Not yet read' },
  'fan-out': { badge: 'cap', words: 'Cut: fan-out limit' },
  'min-amount': { badge: 'cap', words: 'Cut: smallest amount' },
  'min-share': { badge: 'cap', words: 'Cut: smallest share' },
  'not-chosen': { badge: 'cap', words: 'Cut: not chosen' },
};

/** Sign and short words of a stop reason or a cut; one that is not known says so by its own name. */
export function describeStop(reason: string): Look {
  return LOOKS[reason] ?? { badge: 'cap', words: `Stop: ${reason.slice(0, 24)}` };
}

/** The whole sentence of a stop reason or a cut. */
export function explainStop(reason: string): string {
  const sentences: Readonly<Record<string, string>> = { ...STOP_REASONS, ...CUT_KINDS };
  return sentences[reason] ?? reason.slice(0, 40);
}
