import type { EvmChain } from '@trailmark/chains/account/chain-definition';
import { listAccountChains } from '@trailmark/chains/account-catalogue';
import { AppError } from '@trailmark/core/errors';
import type { RpcClient } from './rpc-client.ts';

/** Who a node says it is. */
export interface EvmIdentity {
  /** Its first block is not the chain's: a development or private chain under the same number. */
  readonly hasForeignGenesis: boolean;
}

/** Asks a node for its chain id and first block. Throws `inconsistent`, naming both chains, where it serves another. */
export async function identifyEvmNode(client: RpcClient, chain: EvmChain, signal?: AbortSignal): Promise<EvmIdentity> {
  const answer = await client.call('eth_chainId', [], signal);
  const served = typeof answer === 'string' && /^0x[0-9a-f]{1,12}$/i.test(answer) ? Number(answer) : undefined;
  if (served === undefined)
    throw new AppError('unavailable', `The node ${client.origin} does not say which chain it serves.`);
  if (served !== chain.chainId) throw wrongChain(client.origin, served, chain);
  if (chain.genesisHash === undefined) return { hasForeignGenesis: false };
  const genesis = (await client.call('eth_getBlockByNumber', ['0x0', false], signal)) as { hash?: unknown } | null;
  // Nodes that pruned their first block cannot be checked against it.
  if (typeof genesis?.hash !== 'string') return { hasForeignGenesis: false };
  return { hasForeignGenesis: genesis.hash.toLowerCase() !== `0x${chain.genesisHash}` };
}

function wrongChain(origin: string, served: number, chain: EvmChain): AppError {
  const known = listAccountChains().find((other) => other.family === 'evm' && other.chainId === served);
  const name = known
    ? `${known.name} (chain id ${served}): use ${known.id}`
    : `chain id ${served}, which is not known here`;
  return new AppError(
    'inconsistent',
    `The node ${origin} serves ${name}. ${chain.name} (${chain.id}) has chain id ${chain.chainId}.`,
    { context: { served, asked: chain.id } },
  );
}
