import type { AgencyStatement } from '@trailmark/api/contract/agency-statement';
import type { LabelClaim } from '@trailmark/api/contract/label';
import type { OutputChainId } from '@trailmark/core/chain';
import { networkOfChain } from '@trailmark/core/network';
import type { ChipLabels } from '../../components/label-chip.tsx';

/** What came with a row. */
export interface RowLabels {
  readonly claims: readonly LabelClaim[];
  readonly ofAgency?: readonly AgencyStatement[] | undefined;
}

/** Claims that came with a row, and what the agency states, in the form a chip takes; undefined where there is neither. */
export function toChipLabels(
  chain: OutputChainId,
  address: string,
  { claims, ofAgency = [] }: RowLabels,
): ChipLabels | undefined {
  const network = networkOfChain(chain);
  if (network === undefined || claims.length + ofAgency.length === 0) return undefined;
  const actors = new Set(claims.flatMap(({ actor }) => actor?.id ?? []));
  return { network, address, claims: [...claims], isContradictory: actors.size > 1, ofAgency: [...ofAgency] };
}
