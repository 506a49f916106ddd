import { splitAmount } from '../format/amount.ts';
import { Missing } from './missing.tsx';

export interface AmountProps {
  /** Smallest unit; null means not known. */
  readonly units: bigint | null;
  readonly decimals: number;
  /** Why the amount is not known, for the hover text. */
  readonly reason?: string;
  /** '+' or U+2212 and the direction colour: net movements only. */
  readonly signed?: boolean;
  readonly symbol?: string;
  /**
   * In columns: a zero keeps the width of its decimals, so that the points stay below each other, and the unit shows on
   * phones only, where the header that says it is gone.
   */
  readonly aligned?: boolean;
}

/** An amount in all its places; a computed zero is "0", an unknown amount is words. */
export function Amount({ units, decimals, reason, signed = false, symbol, aligned = false }: AmountProps) {
  if (units === null) return <Missing reason={reason ?? 'What this amount depends on is not indexed.'} />;
  const unit = symbol ? <small className={`tm-unit${aligned ? ' tm-narrow' : ''}`}> {symbol}</small> : null;
  if (units === 0n) {
    return (
      <span className="tm-amt">
        0{aligned && <span className="tm-ghost" aria-hidden="true">{`.${'0'.repeat(decimals)}`}</span>}
        {unit}
      </span>
    );
  }
  const { sign, whole, fraction, trailing } = splitAmount(units, decimals, signed);
  const tone = signed ? (units > 0n ? ' tm-in' : ' tm-out') : '';
  return (
    <span className={`tm-amt${tone}`}>
      {sign}
      {whole}
      {fraction}
      {trailing && <span className="z">{trailing}</span>}
      {unit}
    </span>
  );
}
