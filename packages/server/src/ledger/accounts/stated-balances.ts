import type { listStatedBalances } from '@trailmark/api/contract/address';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { type AssetKey, isContractAsset, NATIVE_ASSET, parseAssetId } from '@trailmark/core/asset';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers, ServedAccounts } from '../ledgers.ts';
import { type NamedAccount, readAccount } from './account-input.ts';
import { contractsOf, openView } from './account-view.ts';
import { exactUntil, toAccountBalance } from './balance.ts';
import { knowsGenesis } from './holdings.ts';
import { spanOfSums } from './sum-span.ts';
import { toAccountAsOf } from './tips.ts';

type Output = RouteOutput<typeof listStatedBalances>;
type Item = Output['items'][number];

/** A request to the node compares this many assets; whoever sends strangers' tokens must not make it long. */
const COMPARED = 50;
const NO_NODE =
  'No node is followed for this chain, or it cannot state balances. Start one with “trailmark ingest --follow”.';
const NO_BLOCK = 'No block of this chain is fully indexed yet, so balances cannot be requested from a node.';

function judge(stated: bigint | undefined, derived: bigint | null): Item['verdict'] {
  if (stated === undefined) return 'not-stated';
  if (derived === null) return 'not-derived';
  return stated === derived ? 'equal' : 'different';
}

const isHolding = (asset: AssetKey): boolean => asset === NATIVE_ASSET || isContractAsset(asset);

/** Sums of the assets that can be compared, the chain's coin first: a node states its balance of any address. */
async function readSums(ledger: ServedAccounts, { key }: NamedAccount, read: ReadOptions) {
  const { items, total } = await ledger.transfers.balances(key, { offset: 0, limit: COMPARED }, read);
  const sums = items
    .map(({ asset, count, ...rest }) => ({ ...rest, asset: parseAssetId(ledger.id, asset), moves: count }))
    .filter(({ asset }) => isHolding(asset));
  return { sums, rest: total - items.length };
}

type Sums = Awaited<ReturnType<typeof readSums>>['sums'];

async function readDerived(
  { ledger, knowledge }: { readonly ledger: ServedAccounts; readonly knowledge: Knowledge },
  { key }: NamedAccount,
  { sums, height }: { readonly sums: Sums; readonly height: number },
  read: ReadOptions,
) {
  const contracts = contractsOf(sums.map(({ asset }) => asset));
  const [fetched, hasGenesis, { assets }] = await Promise.all([
    ledger.reader.addressCoverage(key, read),
    knowsGenesis(ledger, read),
    openView(ledger, knowledge, { contracts, currency: 'USD', withBalances: true }, read),
  ]);
  const ground = { ledger, key, assets, knowsGenesis: hasGenesis, fetched };
  const derived = sums.map((sum) => {
    const exact = exactUntil(ground, sum.asset, positionHeight(sum.lastPosition));
    // A sum that is a balance at a lower height states nothing about the height the node was queried at.
    return 'until' in exact && exact.until >= height ? toAccountBalance(ground, sum).balance : null;
  });
  return { assets, derived };
}

/** Balances as the followed node states them, next to those derived. Throws `conflict` in the middle of a reorganisation. */
export async function readStatedBalances(
  { ledgers, knowledge }: { readonly ledgers: Ledgers; readonly knowledge: Knowledge },
  { params }: RouteInput<typeof listStatedBalances>,
  read: ReadOptions,
): Promise<Output> {
  const ledger = ledgers.get(params.chain);
  const self = readAccount(ledger, params.address);
  const { sums, rest } = await readSums(ledger, self, read);
  const asOf = toAccountAsOf(ledger, spanOfSums(sums));
  const answer = { asOf, address: self.address };
  const none = (note: string): Output => ({ ...answer, node: null, note, items: [], rest: 0 });
  // The last whole block: of the heights above it, an index can have single transactions.
  const { height, hash } = asOf;
  if (height === null || hash === null) return none(NO_BLOCK);
  const coinOnly = sums.some(({ asset }) => asset === NATIVE_ASSET) ? [] : [NATIVE_ASSET];
  const asked = [...coinOnly, ...sums.map(({ asset }) => asset)];
  const about = { chain: ledger.id, address: self.key, assets: asked, height, hash };
  const stated = await ledgers.stateBalances(about, read.signal);
  if (!stated) return none(NO_NODE);
  const { assets, derived } = await readDerived({ ledger, knowledge }, self, { sums, height }, read);
  const items = asked.map((asset, i): Item => {
    const own = derived[i - coinOnly.length] ?? null;
    const said = stated.balances[i];
    return { asset: assets.refer(asset), stated: said ?? null, derived: own, verdict: judge(said, own) };
  });
  return { ...answer, node: { description: stated.node, height, hash }, note: null, items, rest };
}
