import { isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { parseClusterProof } from '@trailmark/evidence/cluster-proof';
import { KeptResults } from './kept-results.ts';
import type { ReportAsker } from './report-asker.ts';
import type { FactCluster, FactItem } from './report-facts.ts';

/** Addresses of a chain whose cluster is read, and proofs that a report takes. */
export const MOST_ADDRESSES = 60;
export const MOST_PROOFS = 20;
const VIEW = 'conservative';

/** Proofs that a preview wrote, by their two addresses and by the state of the index: the next preview writes none of them again. */
const kept = new KeptResults<Buffer>(100);

interface Pair {
  readonly chain: string;
  readonly address: string;
  readonly other: string;
  /** As of what the cluster was read, and the cluster: with another block, rule or member it is another text. */
  readonly state: string;
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
  const groups = new Map<string, { readonly state: string; readonly members: string[] }>();
  for (const address of addresses) {
    const answer = await askIfKnown(() => ask('getAddressClusters', { params: { chain, address }, query: {} }));
    const found = answer?.kind === 'json' ? (answer.value[VIEW] as { readonly root: string } | null) : null;
    if (!found || answer?.kind !== 'json') continue;
    const { asOf, rules } = answer.value as { readonly asOf: { readonly hash: unknown }; readonly rules: unknown };
    const group = groups.get(found.root) ?? { state: JSON.stringify([asOf.hash, rules, found]), members: [] };
    group.members.push(address);
    groups.set(found.root, group);
  }
  return [...groups.values()].filter(({ members }) => members.length > 1);
}

/** Pairs of addresses in one cluster: the first of it with each of the others. */
async function listPairs(asker: ReportAsker, items: readonly FactItem[]): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const [chain, addresses] of listAddresses(items)) {
    if (!isChainId(chain) || !asker.deps.ledgers.findOutputs(chain)) continue;
    for (const { members, state } of await groupByCluster(asker, chain, addresses)) {
      const [address = '', ...others] = members;
      pairs.push(...others.map((other) => ({ chain, address, other, state })));
    }
  }
  return pairs.slice(0, MOST_PROOFS);
}

async function writeProof({ ask }: ReportAsker, { chain, address, other }: Pair): Promise<Buffer | undefined> {
  const call = { params: { chain, address, other }, query: { view: VIEW } };
  const file = await askIfKnown(() => ask('exportClusterProof', call));
  return file?.kind === 'file' ? file.bytes : undefined;
}

async function findProof(asker: ReportAsker, pair: Pair): Promise<Buffer | undefined> {
  const key = [pair, asker.deps.software()];
  const known = kept.find(key);
  if (known) return known;
  const bytes = await writeProof(asker, pair);
  return bytes && kept.keep(key, bytes);
}

/**
 * Proofs that addresses of the traces are in one cluster, each as the file that verifies offline. A preview takes those of the preview before
 * it; for a version each is written from the index.
 */
export async function collectClusters(
  asker: ReportAsker,
  items: readonly FactItem[],
  isPreview: boolean,
): Promise<readonly FactCluster[]> {
  const proofs: FactCluster[] = [];
  for (const pair of await listPairs(asker, items)) {
    const bytes = await (isPreview ? findProof : writeProof)(asker, pair);
    if (!bytes) continue;
    const { from, to, steps } = parseClusterProof(bytes.toString('utf8'));
    proofs.push({ id: `P-${proofs.length + 1}`, chain: pair.chain, from, to, steps: steps.length, bytes });
  }
  return proofs;
}
