import { isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { parseClusterProof } from '@trailmark/evidence/cluster-proof';
import type { ReportAsker } from './report-asker.ts';
import type { FactCluster, FactItem } from './report-facts.ts';

/** Addresses of a chain whose cluster is read, and proofs that a report takes. */
export const MOST_ADDRESSES = 60;
export const MOST_PROOFS = 20;
const VIEW = 'conservative';

interface Pair {
  readonly chain: string;
  readonly address: string;
  readonly other: string;
}

/** What a question about clusters answers; undefined where the index has none, or an address is in no indexed block. */
async function askIfKnown<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (AppError.is(error) && ['not-found', 'unavailable', 'invalid'].includes(error.kind)) return undefined;
    throw error;
  }
}

/** Where traces begin and end, by chain: these are what a cluster says something about. */
function listAddresses(items: readonly FactItem[]): ReadonlyMap<string, readonly string[]> {
  const byChain = new Map<string, Set<string>>();
  for (const { chain, seeds, leaves } of items.flatMap(({ traces }) => traces)) {
    const own = byChain.get(chain) ?? new Set<string>();
    for (const { address } of seeds) if (address !== null) own.add(address);
    for (const { address, amount } of leaves) if (address !== null && amount !== '0') own.add(address);
    byChain.set(chain, own);
  }
  return new Map([...byChain].map(([chain, addresses]) => [chain, [...addresses].slice(0, MOST_ADDRESSES)]));
}

async function groupByCluster({ ask }: ReportAsker, chain: string, addresses: readonly string[]) {
  const groups = new Map<string, string[]>();
  for (const address of addresses) {
    const answer = await askIfKnown(() => ask('getAddressClusters', { params: { chain, address }, query: {} }));
    const found = answer?.kind === 'json' ? (answer.value[VIEW] as { readonly root: string } | null) : null;
    if (found) groups.set(found.root, [...(groups.get(found.root) ?? []), address]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Pairs of addresses in one cluster: the first of it with each of the others. */
async function listPairs(asker: ReportAsker, items: readonly FactItem[]): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const [chain, addresses] of listAddresses(items)) {
    if (!isChainId(chain) || !asker.deps.ledgers.findOutputs(chain)) continue;
    for (const [address = '', ...others] of await groupByCluster(asker, chain, addresses))
      pairs.push(...others.map((other) => ({ chain, address, other })));
  }
  return pairs.slice(0, MOST_PROOFS);
}

/** Proofs that addresses of the traces are in one cluster, each as the file that verifies offline. */
export async function collectClusters(asker: ReportAsker, items: readonly FactItem[]): Promise<readonly FactCluster[]> {
  const proofs: FactCluster[] = [];
  for (const { chain, address, other } of await listPairs(asker, items)) {
    const call = { params: { chain, address, other }, query: { view: VIEW } };
    const file = await askIfKnown(() => asker.ask('exportClusterProof', call));
    if (file?.kind !== 'file') continue;
    const { from, to, steps } = parseClusterProof(file.bytes.toString('utf8'));
    proofs.push({ id: `P-${proofs.length + 1}`, chain, from, to, steps: steps.length, bytes: file.bytes });
  }
  return proofs;
}
