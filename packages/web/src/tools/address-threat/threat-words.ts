import type { CategoryId } from '@trailmark/core/category';
import type { ExposureWay, Remainder } from '@trailmark/core/screening/exposure';
import type { RuleBasis, ThreatLevel } from '@trailmark/core/screening/rule-set';
import type { VerdictState } from '@trailmark/core/screening/screening';
import { formatCategory } from '../../format/label-words.ts';

export const LEVEL_WORDS: Readonly<Record<ThreatLevel, string>> = {
  unknown: 'Unknown',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  severe: 'Severe',
};

/** What is written in the place of the score where there is none; a score of 0 is a figure. */
export const STATE_WORDS: Readonly<Record<Exclude<VerdictState, 'scored' | 'zero'>, string>> = {
  none: 'Nothing found',
  unknown: 'No score',
};

export const STATE_SENTENCES: Readonly<Record<Exclude<VerdictState, 'scored'>, string>> = {
  none: 'The rules ran and none fired. This does not clear the subject.',
  zero: 'Rules fired, and none of them has weight. This does not clear the subject.',
  unknown: 'Too little is known for a score. Unknown is not low.',
};

const SPACE = '\u2009';
const TENTH = 1_000;
const PERCENT = 10_000;

/** Millionths as percent with one place: "34.2 %"; what is below the first place is "under 0.1 %", never 0. */
export function formatShare(ppm: number): string {
  if (ppm > 0 && ppm < TENTH) return `under 0.1${SPACE}%`;
  return `${writePercent(ppm)}${SPACE}%`;
}

/** The same without its sign, for columns that say it: "0", "34.2", "<0.1". */
export function writePercent(ppm: number): string {
  if (ppm === 0) return '0';
  if (ppm < TENTH) return '<0.1';
  return (Math.floor(ppm / TENTH) / (PERCENT / TENTH)).toFixed(1);
}

export const WAY_WORDS: Readonly<Record<ExposureWay, string>> = { in: 'received', out: 'sent' };

interface RemainderWords {
  readonly name: string;
  readonly why: string;
}

export const REMAINDER_WORDS: Readonly<Record<Remainder, RemainderWords>> = {
  mined: { name: 'Newly mined', why: 'Made by the chain: nobody paid it before.' },
  held: { name: 'Unlabelled wallets', why: 'Still at addresses without a label.' },
  fees: { name: 'Network fees', why: 'Paid to have the money moved.' },
  destroyed: { name: 'Destroyed', why: 'At an output that nobody can spend.' },
  own: { name: 'Returned to the subject', why: 'The trail came back to the subject.' },
  undecoded: { name: 'Undecoded contract', why: 'Into a contract or a trade that no known protocol explains.' },
  traded: { name: 'Traded for another asset', why: 'Followed into the other asset, and stated there.' },
  hops: { name: 'Beyond the hop limit', why: 'Not followed further: the limit of hops was reached.' },
  limits: {
    name: 'Below a limit',
    why: 'Not followed: the period, the least share or amount, or too many payments at one step.',
  },
  hub: { name: 'Behind a hub', why: 'Not read: an account with too many transfers.' },
  budget: { name: 'Not read', why: 'The limit of transactions ended the search.' },
  gap: { name: 'Not indexed', why: 'The index does not contain what comes before or after.' },
};

const BASIS_WORDS: Readonly<Record<RuleBasis, string>> = {
  ownership: 'label on the subject',
  inherited: 'label from its cluster',
  direct: 'direct exposure',
  indirect: 'indirect exposure',
  behaviour: 'behaviour',
};

export interface BasisParts {
  readonly basis: RuleBasis;
  readonly category: CategoryId | null;
  readonly way: ExposureWay | null;
}

/** "Mixer, direct exposure, received". */
export function describeBasis({ basis, category, way }: BasisParts): string {
  const parts = [category && formatCategory(category), BASIS_WORDS[basis], way && WAY_WORDS[way]];
  const text = parts.filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
