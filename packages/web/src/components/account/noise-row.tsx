import { escapeHostile } from '../../format/hostile-text.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { AppLink } from '../app-link.tsx';
import type { NoiseFold } from './fold-noise.ts';

const REASONS = 3;

export interface NoiseRowProps {
  readonly fold: NoiseFold;
  /** "transaction", "transfer". */
  readonly noun: string;
  readonly showHref: string;
}

/** The line that represents folded rows: how many, why, and how to see them. */
export function NoiseRow({ fold: { count, reasons }, noun, showHref }: NoiseRowProps) {
  return (
    <span className="tm-noise">
      <b>{formatPlural(count, noun)} folded</b>:{' '}
      {reasons
        .slice(0, REASONS)
        .map(([reason, rows]) => `${escapeHostile(reason).slice(0, 120)} (${formatCount(rows)})`)
        .join('; ')}
      {reasons.length > REASONS && `; ${formatPlural(reasons.length - REASONS, 'more reason')}`}. Exports contain them.{' '}
      <AppLink href={showHref}>Show them</AppLink>
    </span>
  );
}
