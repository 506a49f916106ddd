import type { AssetId } from '@trailmark/core/ledger';
import type { LossPayment, LossSum, VictimLoss } from '@trailmark/core/statement/losses';
import type { StatementAsset } from '@trailmark/core/statement/statement';
import { formatFiat } from '../../request-packet-figures.ts';
import type { StatementFact } from '../statement-document.ts';

/** A victim as the list names one. */
export interface NamedVictim {
  readonly name: string;
  /** Empty where there is none. */
  readonly reference: string;
}

/** What victims paid, to be written as a file. Nothing in it is a time of the clock. */
export interface LossDocument {
  readonly agency: string | undefined;
  readonly currency: string;
  /** What the document is about, in order: case, suspects, period, prices, as of. */
  readonly facts: readonly StatementFact[];
  /** Seconds since 1970 UTC, of the newest block that it rests on. */
  readonly time: number;
  /** Money that is distributed, millionths; null: none. */
  readonly available: bigint | null;
  readonly names: readonly NamedVictim[];
  readonly victims: readonly VictimLoss[];
  readonly payments: readonly LossPayment[];
  readonly undecided: readonly LossSum[];
  /** In tokens that nobody vouches for: in no loss, and not among the payments. */
  readonly unverified: readonly LossSum[];
  readonly others: readonly { readonly asset: AssetId; readonly amount: bigint; readonly count: number }[];
  readonly assets: ReadonlyMap<AssetId, StatementAsset>;
  /** Sentences: what the list does not show, and what is missing. */
  readonly limits: readonly string[];
  readonly software: string;
  /** SHA-256 of the answer that it is written from. */
  readonly hash: string;
}

export const BASIS_WORDS = {
  addresses: 'from an address of the victim',
  named: 'transaction named by the victim',
  undecided: 'undecided',
} as const;

/** `V-1, Customer 7`; by its place where it has no name. */
export function nameVictim({ names }: Pick<LossDocument, 'names'>, victim: number): string {
  const { name = `Victim ${victim + 1}`, reference = '' } = names[victim] ?? {};
  return reference === '' ? name : `${reference}, ${name}`;
}

/** Percent with two places: `33.33`. */
export function formatShare(share: number): string {
  return formatFiat(BigInt(share) * 100n);
}

/** Money of the payments of one way; undefined while one of them has no price, so that a part never passes for the whole. */
export function sumValues(sums: readonly LossSum[], of: 'paidValue' | 'returnedValue'): bigint | undefined {
  if (sums.some(({ unpriced }) => unpriced > 0)) return undefined;
  return sums.reduce((all, sum) => all + sum[of], 0n);
}
