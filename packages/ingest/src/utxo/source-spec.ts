import { getChain } from '@trailmark/chains/catalogue';
import { coinbaseHeight } from '@trailmark/chains/utxo/coinbase-height';
import type { OutputChainId } from '@trailmark/core/chain';
import type { BlockSource } from '../source.ts';
import { openBitcoinRpc } from '../sources/bitcoin-rpc.ts';
import { openBlockFiles } from '../sources/block-files.ts';
import { createFrameCheck } from '../sources/frame-check.ts';

/** Where an ingest reads from, as plain data that crosses threads. */
export type SourceSpec =
  | {
      readonly kind: 'rpc';
      readonly url: string;
      readonly user?: string | undefined;
      readonly password?: string | undefined;
      readonly cookieFile?: string | undefined;
    }
  | { readonly kind: 'block-files'; readonly directory: string; readonly magics?: readonly string[] | undefined };

/** Opens the source that an ingest reads; `isMidChain` where it need not have the first block of the chain. */

export async function openSource(
  chainId: OutputChainId,
  spec: SourceSpec,
  { isMidChain = false } = {},
): Promise<BlockSource> {
  const chain = getChain(chainId);
  if (spec.kind === 'rpc') {
    const { name, rpcChainName, genesisHash } = chain;
    return openBitcoinRpc({ ...spec, expectChain: { chainId, name, rpcChainName, genesisHash } });
  }
  return openBlockFiles({
    directory: spec.directory,
    magics: [chain.magic, ...(spec.magics ?? [])],
    chainName: chain.name,
    genesisHash: chain.genesisHash,
    check: createFrameCheck(chain),
    mweb: chain.mweb,
    ...(isMidChain ? { readStartHeight: (raw: Uint8Array) => coinbaseHeight(raw, chain) } : {}),
  });
}
