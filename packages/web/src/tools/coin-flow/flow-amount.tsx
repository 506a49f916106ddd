import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { Amount } from '../../components/amount.tsx';
import { Missing } from '../../components/missing.tsx';
import { describeFlowAsset, formatFlowAmount } from './asset-words.ts';

export interface FlowAmountProps {
  readonly document: Pick<FlowDocument, 'assets'>;
  readonly asset: string;
  /** Decimal text in the smallest unit; null: not known. */
  readonly units: string | bigint | null;
  readonly reason?: string;
}

const QUIET_PLACES = 8;

/** An amount of a flow in all its places. */
export function FlowAmount({ document, asset, units, reason }: FlowAmountProps) {
  if (units === null) return <Missing reason={reason ?? 'This was not traced.'}>not traced</Missing>;
  const { symbol, decimals } = describeFlowAsset(document, asset);
  if (decimals <= QUIET_PLACES) return <Amount units={BigInt(units)} decimals={decimals} symbol={symbol} />;
  return <span className="tm-amt">{formatFlowAmount(document, asset, units)}</span>;
}
