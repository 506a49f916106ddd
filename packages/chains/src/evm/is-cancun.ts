import type { EvmChain } from '../account/chain-definition.ts';

/** Whether a block is of Cancun or later, by the height or the time of the fork: SELFDESTRUCT no longer burns (EIP-6780). */
export function isCancun(
  { cancunHeight, cancunTime }: Pick<EvmChain, 'cancunHeight' | 'cancunTime'>,
  { height, time }: { readonly height: number; readonly time: number },
): boolean {
  if (cancunHeight !== undefined) return height >= cancunHeight;
  return cancunTime !== undefined && time >= cancunTime;
}
