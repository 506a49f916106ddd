import { unitOfPrices } from '@trailmark/analysis/nft/price-units';
import type { RuleRun } from '@trailmark/analysis/nft/run-wash-rules';
import { weightOf } from '@trailmark/analysis/nft/wash-set';
import { WRAPPED_COINS } from '@trailmark/analysis/protocols/wrapped-coins';
import type { FlowContext } from '@trailmark/analysis/tracing/flow-graph/flow-context';
import type { NftMoney, NftParty, NftSaleAnswer } from '@trailmark/api/contract/nft-wire';
import type { AccountKey } from '@trailmark/core/account-block';
import { type AssetKey, NATIVE_ASSET, STATED_PRICE } from '@trailmark/core/asset';
import type { NftSale } from '@trailmark/core/nft';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { PartyReader } from '@trailmark/core/trace/trace-knowledge';
import { formatAddress } from '../ledger/any-chain.ts';
import type { ServedAccounts } from '../ledger/ledgers.ts';
import { getTracingEngine } from '../tracing/engines/get-tracing-engine.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { WeighedCollection } from './kept-collections.ts';

const LONGEST_NAME = 80;
const MOST_TOKENS = 20;

/** How one answer names addresses, assets and transactions. */
export interface NftView {
  readonly ledger: ServedAccounts;
  readonly unitOf: (asset: AssetKey) => string;
  readonly parties: PartyReader;
  readonly coin: { readonly symbol: string; readonly decimals: number };
  party(key: AccountKey): NftParty;
  partyOrNull(key: AccountKey): NftParty | null;
  money(asset: AssetKey, amount: bigint, time: number): NftMoney;
  /** What a unit of prices is called. */
  unit(unit: string): { readonly symbol: string; readonly decimals: number | null };
  /** What a contract is called, and whether a list of this software says so. */
  name(contract: AccountKey): { readonly name: string | null; readonly isVerified: boolean };
  address(key: AccountKey): string;
  /** Hashes of transactions; call `loadHashes` with them first. */
  txid(position: Position): string | null;
  loadHashes(positions: readonly Position[]): Promise<void>;
}

/** Opens the view of an answer that speaks of these assets. */
export async function openNftView(
  deps: TraceDeps,
  ledger: ServedAccounts,
  assets: Iterable<AssetKey>,
  read: ReadOptions,
): Promise<NftView> {
  const all = [...new Set([NATIVE_ASSET, ...assets])].filter((asset) => asset !== STATED_PRICE);
  const context = await getTracingEngine(deps, ledger.id).openContext({ assets: all, currency: 'USD' }, read);
  const hashes = new Map<Position, string>();
  const unitOf = unitOfPrices(WRAPPED_COINS[ledger.id]);
  const address = (key: AccountKey): string => formatAddress(ledger, key);
  const party = (key: AccountKey): NftParty => {
    const text = address(key);
    const known = context.partiesOf([text]).get(text);
    return { address: text, name: known?.name.slice(0, LONGEST_NAME) ?? null, category: known?.category ?? null };
  };
  const coin = { symbol: ledger.chain.symbol, decimals: ledger.chain.decimals };
  return {
    ...{ ledger, unitOf, coin, address, party, parties: context },
    partyOrNull: (key) => (key === '' ? null : party(key)),
    money: (asset, amount, time) => toMoney(context, coin, asset, amount, time),
    unit: (unit) => (unit === '' ? coin : namePriced(context, unit)),
    name(contract) {
      const { symbol, isVerified } = context.assetOf(contract);
      return { name: symbol?.slice(0, LONGEST_NAME) ?? null, isVerified: isVerified === true };
    },
    txid: (position) => hashes.get(position) ?? null,
    async loadHashes(positions) {
      const wanted = [...new Set(positions)].filter((position) => !hashes.has(position));
      const found = await ledger.reader.hashes(wanted, read);
      wanted.forEach((position, i) => {
        const hash = found[i];
        if (hash !== undefined) hashes.set(position, hash);
      });
    },
  };
}

function namePriced(context: FlowContext, asset: AssetKey): { symbol: string; decimals: number | null } {
  const { symbol, decimals, isVerified } = context.assetOf(asset);
  // A symbol that only its contract states is not shown as a name.
  return { symbol: isVerified && symbol !== null ? symbol : `token 0x${asset.slice(0, 6)}…`, decimals };
}

function toMoney(
  context: FlowContext,
  coin: { readonly symbol: string; readonly decimals: number },
  asset: AssetKey,
  amount: bigint,
  time: number,
): NftMoney {
  const isStated = asset === STATED_PRICE;
  const isCoin = asset === NATIVE_ASSET || isStated;
  const { symbol, decimals } = isCoin ? coin : namePriced(context, asset);
  const value = context.fiat?.(isStated ? NATIVE_ASSET : asset, amount, time) ?? null;
  return { amount, symbol, decimals, value, isStated };
}

/** Findings that flag each of some sales, with weight above nothing. */
export function listFlags(
  collection: WeighedCollection,
  sales: ReadonlySet<number>,
): Map<number, NftSaleAnswer['flags']> {
  const found = new Map<number, NftSaleAnswer['flags'][number][]>();
  const add = ({ rule, findings }: RuleRun): void => {
    const weight = weightOf(collection.set, rule.id);
    findings.forEach((finding, index) => {
      for (const sale of finding.sales) {
        if (!sales.has(sale)) continue;
        const list = found.get(sale) ?? [];
        // One proof of a rule is enough to open it; the finding lists the rest.
        if (!list.some((flag) => flag.rule === rule.id))
          list.push({ rule: rule.id, title: rule.title, weight, finding: index });
        found.set(sale, list);
      }
    });
  };
  for (const run of collection.run.runs) add(run);
  return found;
}

function toSale(
  view: NftView,
  sale: NftSale,
  index: number,
  { weight, flags }: { weight: number; flags: NftSaleAnswer['flags'] },
): NftSaleAnswer {
  const { position, time, market, rule, basis, items, itemCount, seller, buyer, price, costs, note } = sale;
  return {
    index,
    txid: view.txid(position),
    height: positionHeight(position),
    ...{ time, market, rule, basis, itemCount, note, weight, flags },
    tokens: items.slice(0, MOST_TOKENS).map(({ tokenId }) => tokenId.toString()),
    tokenCount: items.length,
    seller: view.partyOrNull(seller),
    buyer: view.partyOrNull(buyer),
    price: price ? view.money(price.asset, price.amount, time) : null,
    costs:
      costs?.map(({ role, to, asset, amount }) => ({
        role,
        to: view.party(to),
        share: view.money(asset, amount, time),
      })) ?? null,
  };
}

/** Sales by their places, in that order. */
export async function toSales(
  view: NftView,
  collection: WeighedCollection,
  places: readonly number[],
): Promise<NftSaleAnswer[]> {
  const all = collection.items.sales;
  await view.loadHashes(places.flatMap((place) => all[place]?.position ?? []));
  const flags = listFlags(collection, new Set(places));
  return places.flatMap((place) => {
    const sale = all[place];
    if (!sale) return [];
    return [toSale(view, sale, place, { weight: collection.weights[place] ?? 0, flags: flags.get(place) ?? [] })];
  });
}

/** Every asset that prices and shares of sales are in. */
export function listPaid(sales: readonly NftSale[]): AssetKey[] {
  const found = new Set<AssetKey>();
  for (const { price, costs } of sales)
    for (const { asset } of [...(price ? [price] : []), ...(costs ?? [])]) found.add(asset);
  return [...found];
}
