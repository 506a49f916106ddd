import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { AppError } from '@trailmark/core/errors';
import { type AccountSourceSpec, openAccountSource } from '@trailmark/ingest/account/account-source-spec';
import { formatCount } from '../../answers/format-count.ts';
import type { ProofNode, StateBalances, StatedBalances } from '../ledgers.ts';

type Asked = Omit<Parameters<StateBalances>[0], 'chain'>;

/** Somebody waits for these answers: a node that is silent is given up sooner than by an ingest. */
const PATIENCE = { attempts: 2, timeoutMs: 30_000 };

/** A node as what gives proofs. Traces are not needed for them, nor tried. Nothing is requested yet. */
export async function openProofNode(chain: AccountChain, spec: AccountSourceSpec): Promise<ProofNode | undefined> {
  const source = await openAccountSource(chain, { ...spec, depth: 'receipts' }, PATIENCE);
  const { proofs } = source;
  if (!proofs) return undefined;
  return {
    origin: new URL(spec.url).origin,
    check: async (signal) => void (await source.head(signal)),
    prove: ({ height, txids }, signal) => proofs(height, txids, signal),
    headers: async (from, to, signal) => source.headers?.(from, to, signal),
    close: () => source.close(),
  };
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
