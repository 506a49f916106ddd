import { findRunEnd, type IndexedRange } from '../format/gap-summary.ts';
import { formatCount } from '../format/number.ts';
import { Missing } from './missing.tsx';

const HOLES =
  'Blocks between this one and the latest indexed block are missing or partly indexed, so confirmations cannot be counted.';

export interface ConfirmationsProps {
  /** Null while unconfirmed. */
  readonly height: number | null;
  /** As the server counted them: heights from the block to the tip. */
  readonly count: number;
  readonly ranges: readonly IndexedRange[];
  /** Of a chain of either family. */
  readonly asOf: { readonly height: number | null };
}

/** Blocks on top, where every one of them is indexed; else "not known" with the reason. */
export function Confirmations({ height, count, ranges, asOf }: ConfirmationsProps) {
  if (height === null) return '0, unconfirmed';
  if (findRunEnd(ranges, height) !== asOf.height) return <Missing reason={HOLES} />;
  return formatCount(count);
}
