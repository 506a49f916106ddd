import { getChain } from '@trailmark/chains/catalogue';
import { coinbaseHeight } from '@trailmark/chains/utxo/coinbase-height';
import type { OutputChainId } from '@trailmark/core/chain';
import type { FilterSource } from '../filters/filter-source.ts';
import type { BlockSource } from '../source.ts';
import { type BitcoinRpcOptions, openBitcoinRpc } from '../sources/bitcoin-rpc.ts';
import { openBlockFiles } from '../sources/block-files.ts';
import { openFilterRpc } from '../sources/filter-rpc.ts';
import { createFrameCheck } from '../sources/frame-check.ts';

interface NodeSpec {
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly cookieFile?: string | undefined;
}

/** A source of whole blocks. */
type BlockSourceSpec =
  | ({ readonly kind: 'rpc' } & NodeSpec)
  | { readonly kind: 'block-files'; readonly directory: string; readonly magics?: readonly string[] | undefined };

/** A source of block filters. */
export type FilterSourceSpec = { readonly kind: 'filters' } & NodeSpec;

/** Where an ingest reads from, as plain data that crosses threads. */
export type SourceSpec = BlockSourceSpec | FilterSourceSpec;

function expectChain(chainId: OutputChainId): BitcoinRpcOptions['expectChain'] {
  const { name, rpcChainName, genesisHash } = getChain(chainId);
  return { chainId, name, rpcChainName, genesisHash };
}

/** Opens the filters that an ingest follows. */
export function openFilters(chainId: OutputChainId, spec: FilterSourceSpec): FilterSource {
  return openFilterRpc({ ...spec, expectChain: expectChain(chainId) });
}

/** Opens the source of whole blocks that an ingest reads; `isMidChain` where it need not have the first block of the chain. */
export async function openSource(
  chainId: OutputChainId,
  spec: BlockSourceSpec,
  { isMidChain = false } = {},
): Promise<BlockSource> {
  const chain = getChain(chainId);
  if (spec.kind === 'rpc') return openBitcoinRpc({ ...spec, expectChain: expectChain(chainId) });
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
