import type { AccountBlockProof } from '@trailmark/chains/account/block-proof';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { AppError } from '@trailmark/core/errors';
import { type AccountSourceSpec, openAccountSource } from '@trailmark/ingest/account/account-source-spec';
import { formatCount } from '../../answers/format-count.ts';
import type { ProveTransactions, StateBalances, StatedBalances } from '../ledgers.ts';

type Asked = Omit<Parameters<StateBalances>[0], 'chain'>;

/** Proofs of transactions of one block by the node's own bytes; undefined where it is on another branch than the index, or has none. */
export async function askProofs(
  chain: AccountChain,
  spec: AccountSourceSpec,
  { height, hash, txids }: Omit<Parameters<ProveTransactions>[0], 'chain'>,
  signal?: AbortSignal,
): Promise<AccountBlockProof | undefined> {
  const source = await openAccountSource(chain, spec);
  try {
    if (!source.proofs || (await source.hashAt(height, signal)) !== hash) return undefined;
    return await source.proofs(height, txids, signal);
  } finally {
    await source.close();
  }
}

/** Balances of one address as a node states them at a block. Throws `conflict` where the node has another block there. */
export async function askNode(
  chain: AccountChain,
  spec: AccountSourceSpec,
  { address, assets, height, hash }: Asked,
  signal?: AbortSignal,
): Promise<StatedBalances | undefined> {
  const source = await openAccountSource(chain, spec);
  try {
    if (!source.balances) return undefined;
    const pairs = assets.map((asset) => ({ address, asset }));
    const balances = await source.balances(pairs, height, signal);
    // A balance at a height is one of the block there only while the node is on the branch of the index.
    if ((await source.hashAt(height, signal)) !== hash) {
      const place = `at height ${formatCount(height)}`;
      throw new AppError('conflict', `The node has another block ${place} than the index. Try again in a moment.`);
    }
    return { node: source.description, balances };
  } finally {
    await source.close();
  }
}
