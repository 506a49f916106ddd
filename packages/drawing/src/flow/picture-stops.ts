import type { FlowColour } from '@trailmark/core/flow/flow-document';

/** Signs for why a trail ends. */
export const PICTURE_BADGES = {
  service: { path: 'M-3.2-3.2h6.4v6.4h-6.4z', isSolid: true, words: 'Stop: service' },
  unspent: { path: 'M-3.5 2.8h7M0 2.8V-3.2', isSolid: false, words: 'Unspent or held' },
  pooled: { path: 'M-3-3l6 6M3-3l-6 6', isSolid: false, words: 'Pooled' },
  cap: { path: 'M-3.4-1.3h6.8v2.6h-6.8z', isSolid: true, words: 'Limit reached' },
  dormant: { path: 'M0-3.6V.2L2.6 1.8', isSolid: false, words: 'Dormant' },
  contract: {
    path: 'M-2.6-3.4h3.4l1.9 1.9v5h-5.3zM-1.1 0h2.3M-1.1 1.7h2.3',
    isSolid: false,
    words: 'Stop: contract',
  },
  sanctioned: { path: 'M-1.5-3.6h3l2.1 2.1v3l-2.1 2.1h-3l-2.1-2.1v-3z', isSolid: true, words: 'Stop: sanctioned' },
  edge: { path: 'M-3.2 0h1.6M-.8 0h1.6M1.6 0h1.6', isSolid: false, words: 'Data or reading ends' },
} as const;
export type PictureBadge = keyof typeof PICTURE_BADGES;

const BY_REASON: Readonly<Record<string, readonly [badge: PictureBadge, words: string]>> = {
  service: ['service', 'Stop: service'],
  mixer: ['pooled', 'Stop: pooled funds'],
  coinjoin: ['pooled', 'Stop: CoinJoin'],
  contract: ['contract', 'Stop: contract'],
  bridge: ['edge', 'Stop: left over a bridge'],
  trade: ['contract', 'Stop: one side of a trade'],
  sanctioned: ['sanctioned', 'Stop: sanctioned'],
  labelled: ['cap', 'Stop: labelled'],
  'stop-at': ['cap', 'Stop: by the examiner'],
  unspent: ['unspent', 'Unspent'],
  held: ['unspent', 'Unspent'],
  'data-end': ['edge', 'End of the data'],
  'source-unknown': ['edge', 'Source not indexed'],
  issued: ['unspent', 'Newly issued'],
  unspendable: ['pooled', 'Cannot be spent'],
  destroyed: ['pooled', 'Destroyed'],
  dormant: ['dormant', 'Stop: dormant'],
  'hop-cap': ['cap', 'Stop: hop limit'],
  'before-window': ['cap', 'Stop: before the window'],
  'after-window': ['cap', 'Stop: after the window'],
  hub: ['cap', 'Stop: too many transfers'],
  'choice-needed': ['cap', 'Stop: choose an output'],
  cycle: ['cap', 'Stop: came back'],
  budget: ['edge', 'Not yet read'],
  'fan-out': ['cap', 'Cut: fan-out limit'],
  'min-amount': ['cap', 'Cut: smallest amount'],
  'min-share': ['cap', 'Cut: smallest share'],
  'not-chosen': ['cap', 'Cut: not chosen'],
};

/** Sign and short words of a stop reason or cut; one that is not known says so by its own name. */
export function pictureStop(reason: string): readonly [badge: PictureBadge, words: string] {
  return (Object.hasOwn(BY_REASON, reason) ? BY_REASON[reason] : undefined) ?? ['cap', `Stop: ${reason.slice(0, 24)}`];
}

/** Every marker colour has a sign of its own, so that it is distinguished without its colour. */
export const COLOUR_SIGNS: Readonly<Record<FlowColour, string>> = {
  ink: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  blue: 'M-3-3h6v6h-6z',
  rust: 'M0-3.6L3.6 3h-7.2z',
  plum: 'M0-4L4 0 0 4-4 0z',
  teal: 'M0 3.6L3.6-3h-7.2z',
  ochre: 'M-4-1.5h8v3h-8z',
};

/** Lines inside of shapes, around their middle: the run of a peel chain, and the strokes of a gap. */
export const PEEL_RUN = 'M-37 0h50';
export const PEEL_TEETH = 'M-29 0v8M-20 0v8M-11 0v8M-2 0v8M7 0v8';
export const GAP_STROKES = 'M-9-14v28M-3-14v28';
export const GAP_RAYS = 'M3-12l8 4M3 0h9M3 12l8-4';

/** The mark of an inference: two strokes that do not meet. */
export const INFERENCE_MARK = 'M-3.5-1h3v6h-3zM.5-5h3v6h-3z';
