import type { LabelClaim } from '@trailmark/api/contract/label';
import type { OutputChainId } from '@trailmark/core/chain';
import { networkOfChain } from '@trailmark/core/network';
import type { ChipLabels } from '../../components/label-chip.tsx';

/** Claims that came with a row, in the form a chip takes; undefined where there are none. */
export function toChipLabels(
  chain: OutputChainId,
  address: string,
  claims: readonly LabelClaim[],
): ChipLabels | undefined {
  const network = networkOfChain(chain);
  if (network === undefined || claims.length === 0) return undefined;
  const actors = new Set(claims.flatMap(({ actor }) => actor?.id ?? []));
  return { network, address, claims: [...claims], isContradictory: actors.size > 1 };
}
