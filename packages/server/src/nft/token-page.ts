import { listUsualPrices } from '@trailmark/analysis/nft/theft/usual-prices';
import type { Contract } from '@trailmark/api/contract';
import type { NftSaleAnswer } from '@trailmark/api/contract/nft-wire';
import type { RouteInput } from '@trailmark/api/route';
import type { Gap } from '@trailmark/api/wire';
import type { AccountKey } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import type { NftSale } from '@trailmark/core/nft';
import type { ReadOptions } from '@trailmark/core/read-options';
import { readAddress } from '../ledger/any-chain.ts';
import type { ServedAccounts } from '../ledger/ledgers.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { countCutTransactions } from './collect-collection.ts';
import { toCollectionGaps } from './collection-answer.ts';
import { toFinding } from './finding-answer.ts';
import { toIdentity } from './identity.ts';
import type { KeptCollections, WeighedCollection } from './kept-collections.ts';
import { listPaid, type NftView, openNftView, toSales } from './nft-view.ts';
import { listThefts, toThefts } from './theft-world.ts';
import {
  APPROVALS_CUT,
  findOwnerToday,
  listBreaks,
  type ReadToken,
  readToken,
  toEvents,
  toMetadataAnswer,
} from './token-answer.ts';
import { readWashSet } from './wash-set-text.ts';

type TokenInput = Pick<RouteInput<Contract['getNftToken']>, 'params' | 'query'>;

function notIndexed(): AppError {
  return new AppError(
    'not-found',
    'No transfer of this token is indexed. Check contract and number, or index more blocks.',
  );
}

/** Sales of the token as the collection weighs them, in order; the token's own order of sales is the collection's. */
function findPlaces({ items }: WeighedCollection, token: ReadToken): number[] {
  return token.sales.map((sale) =>
    items.sales.findIndex(
      (other) =>
        other.position === sale.position &&
        other.evidence.join() === sale.evidence.join() &&
        other.items[0]?.tokenId === sale.items[0]?.tokenId,
    ),
  );
}

function sumSales(view: NftView, token: ReadToken, isCounted: (sale: number) => boolean) {
  const own = token.sales.filter(
    ({ price, itemCount }, i) => isCounted(i) && price && itemCount === 1 && view.unitOf(price.asset) === '',
  );
  return { count: own.length, sum: own.reduce((total, { price }) => total + (price?.amount ?? 0n), 0n) };
}

async function toRings(view: NftView, collection: WeighedCollection, tokenId: bigint) {
  const run = collection.run.runs.find(({ rule }) => rule.id === 'ring');
  const place = collection.items.table.tokens.indexOf(tokenId);
  const own = run?.findings.flatMap(({ token }, i) => (token === place ? [i] : [])).slice(0, 5) ?? [];
  const found = await Promise.all(own.map((i) => run && toFinding(view, collection, run, i)));
  return found.flatMap((ring) => ring ?? []);
}

/** Where the token itself was not read in whole, or rules did not judge its sales. */
function toTokenGaps(token: ReadToken, judged: readonly (NftSaleAnswer | undefined)[]): Gap[] {
  const gap = (message: string, count: number | null): Gap => ({
    ...{ kind: 'stopped-early', message, fromHeight: null, toHeight: null, count },
  });
  const unjudged = judged.filter((sale) => sale === undefined).length;
  const cut = countCutTransactions(token.transactions);
  return [
    ...(token.isCut ? [gap('Only the first transactions of the token were read.', null)] : []),
    ...(cut > 0 ? [gap('More moved in some transactions than was read of each.', cut)] : []),
    ...(token.isApprovalsCut ? [gap(APPROVALS_CUT, null)] : []),
    ...(unjudged > 0
      ? [gap('Sales beyond the part of the collection that was read: wash rules did not judge them.', unjudged)]
      : []),
  ];
}

const usualBySales = new WeakMap<readonly NftSale[], readonly (bigint | undefined)[]>();

/** What the whole collection usually sold for before each of its sales, calculated once for a collection that is kept. */
function usualOf({ unitOf }: NftView, { items: { sales } }: WeighedCollection): readonly (bigint | undefined)[] {
  const usual = usualBySales.get(sales) ?? listUsualPrices(sales, unitOf);
  usualBySales.set(sales, usual);
  return usual;
}

/** Whether several people may own a piece of the token at a time. */
function isEditionOf({ items }: WeighedCollection, { events }: ReadToken, tokenId: bigint): boolean {
  const place = items.table.tokens.indexOf(tokenId);
  return place < 0 ? events.some(({ isMulti }) => isMulti) : items.table.isEdition[place] === 1;
}

/** Everything about a token. Throws `not-found` where no transfer of it is indexed. */
export async function toToken(
  deps: TraceDeps,
  kept: KeptCollections,
  { params, query }: TokenInput,
  read: ReadOptions,
) {
  const ledger: ServedAccounts = deps.ledgers.get(params.chain);
  const contract: AccountKey = readAddress(ledger, params.contract).key;
  const tokenId = BigInt(params.token);
  const token = await readToken(ledger, contract, tokenId, read);
  if (token.events.length === 0) throw notIndexed();
  const view = await openNftView(deps, ledger, [contract, ...listPaid(token.sales)], read);
  const set = readWashSet(query.set);
  const labels = deps.knowledge.labels().version;
  const collection = await kept.get(ledger, contract, { set, parties: view.parties, labels, read });
  const isEdition = isEditionOf(collection, token, tokenId);
  const places = findPlaces(collection, token);
  const sales = await toSales(view, collection, places);
  const byPlace = new Map(sales.map((sale) => [sale.index, sale]));
  const ordered = places.map((place) => byPlace.get(place));
  // A sale beyond the part of the collection that was read was not judged: it is neither flagged nor clean.
  const isClean = (sale: number): boolean => (ordered[sale]?.weight ?? set.strictFrom) < set.strictFrom;
  const [all, clean] = [sumSales(view, token, () => true), sumSales(view, token, isClean)];
  // The last receiver of a piece is no owner of the edition.
  const last = isEdition ? undefined : token.events.findLast(({ to }) => to !== '');
  const usual = usualOf(view, collection);
  const thefts = listThefts(
    view,
    token,
    places.map((place) => usual[place]),
  );
  const gaps = [...toCollectionGaps(collection), ...toTokenGaps(token, ordered)];
  const answer = {
    identity: toIdentity(view, contract, token.events),
    token: tokenId.toString(),
    unit: view.unit(''),
    events: await toEvents(view, token.events, ordered, token.approvals),
    isCut: token.isCut,
    isEdition,
    breaks: listBreaks(token.events, isEdition),
    ...{
      saleCount: token.sales.length,
      saleSum: all.sum,
      cleanCount: token.sales.filter((_, i) => isClean(i)).length,
      cleanSum: clean.sum,
    },
    lastPrice: ordered.findLast((sale) => sale?.price && sale.itemCount === 1)?.price ?? null,
    lastOwner: last ? view.party(last.to) : null,
    lastOwnerSince: last?.time ?? null,
    ownerToday: view.partyOrNull(findOwnerToday(view, token, isEdition)),
    rings: await toRings(view, collection, tokenId),
    metadata: toMetadataAnswer(token, contract, tokenId),
    thefts: await toThefts(view, token, thefts),
  };
  return { answer, gaps, ledger };
}
