import type { AddressLabels, LabelClaim } from '@trailmark/api/contract/label';
import type { ChainId } from '@trailmark/core/chain';
import { networkOfChain } from '@trailmark/core/network';

/** Claims that came with a row, in the form a chip takes; undefined where nothing is said. */
export function toChipLabels(
  chain: ChainId,
  address: string,
  claims: readonly LabelClaim[],
): AddressLabels | undefined {
  const network = networkOfChain(chain);
  if (network === undefined || claims.length === 0) return undefined;
  const actors = new Set(claims.flatMap(({ actor }) => actor?.id ?? []));
  return { network, address, sanctions: 'not-listed', claims: [...claims], isContradictory: actors.size > 1 };
}
