import { unitOfPrices } from '@trailmark/analysis/nft/price-units';
import { type ItemTransaction, readItems } from '@trailmark/analysis/nft/read-items';
import { ApprovalBook } from '@trailmark/analysis/nft/theft/open-approvals';
import { bookWallet, type ItemPosition } from '@trailmark/analysis/nft/wallet-book';
import { WRAPPED_COINS } from '@trailmark/analysis/protocols/wrapped-coins';
import type { Gap } from '@trailmark/api/wire';
import type { AccountKey } from '@trailmark/core/account-block';
import type { MovePlace } from '@trailmark/core/account-ledger';
import { gaplessUntil } from '@trailmark/core/ledger';
import type { ItemApproval, ItemEvent, NftSale } from '@trailmark/core/nft';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedAccounts } from '../ledger/ledgers.ts';
import { countCutTransactions, readItemTransactions } from './collect-collection.ts';
import type { NftView } from './nft-view.ts';
import { listThefts, toThefts } from './theft-world.ts';
import { APPROVALS_CUT, readApprovals, toEvents } from './token-answer.ts';

/** Transfers of items that are read of one wallet. */
const MOST_EVENTS = 20_000;
const BATCH = 2_000;
const SHOWN = { holdings: 200, closed: 200, events: 100, approvals: 100, thefts: 40 } as const;

/** The items of one wallet as read. */
export interface ReadWallet {
  readonly events: readonly ItemEvent[];
  readonly sales: readonly NftSale[];
  readonly approvals: readonly ItemApproval[];
  readonly isCut: boolean;
  /** Permissions older than those that were looked through may exist. */
  readonly isApprovalsCut: boolean;
  /** Transactions of which more moved than was read. */
  readonly cutTransactions: number;
}

/** Reads every transfer of an item to or from a wallet, oldest first. */
export async function readWallet(ledger: ServedAccounts, wallet: AccountKey, read: ReadOptions): Promise<ReadWallet> {
  const positions = new Set<number>();
  let after: MovePlace | undefined;
  let count = 0;
  let isCut = false;
  for (;;) {
    const filter = { kinds: ['nft', 'multi-token'] as const, order: 'oldest' as const };
    const moves = await ledger.reader.moves(wallet, filter, { after, limit: BATCH }, read);
    for (const { position } of moves) positions.add(position);
    count += moves.length;
    after = moves.at(-1);
    if (moves.length < BATCH) break;
    isCut = count >= MOST_EVENTS;
    if (isCut) break;
  }
  const sales: NftSale[] = [];
  const events: ItemEvent[] = [];
  const all = [...positions];
  let cutTransactions = 0;
  for (let from = 0; from < all.length; from += BATCH) {
    const transactions = await readItemTransactions(ledger, all.slice(from, from + BATCH), read);
    cutTransactions += countCutTransactions(transactions);
    for (const transaction of transactions) addOwn(transaction, wallet, events, sales);
  }
  const { approvals, isCut: isApprovalsCut } = await readApprovals(ledger, [wallet], read);
  return { events, sales, approvals, isCut, isApprovalsCut, cutTransactions };
}

function addOwn(transaction: ItemTransaction, wallet: AccountKey, events: ItemEvent[], sales: NftSale[]): void {
  const found = readItems(transaction);
  const places = new Map<number, number>();
  found.sales.forEach((sale, i) => {
    if (sale.buyer !== wallet && sale.seller !== wallet) return;
    places.set(i, sales.length);
    sales.push(sale);
  });
  for (const event of found.events)
    if (event.from === wallet || event.to === wallet)
      events.push({ ...event, sale: event.sale === undefined ? undefined : places.get(event.sale) });
}

function sumSales(view: NftView, sales: readonly NftSale[], isOwn: (sale: NftSale) => boolean) {
  const own = sales.filter(isOwn);
  const priced = own.filter(({ price }) => price && view.unitOf(price.asset) === '');
  return {
    count: own.length,
    sum: priced.reduce((sum, { price }) => sum + (price?.amount ?? 0n), 0n),
    unpriced: own.length - priced.length,
  };
}

function toClosed(view: NftView, events: readonly ItemEvent[], position: ItemPosition) {
  const { contract, tokenId, acquired, ended, cost, proceeds, profit, isGross } = position;
  const [from, to] = [events[acquired]?.time ?? 0, events[ended ?? acquired]?.time ?? 0];
  return {
    ...{ contract: view.address(contract), name: view.name(contract).name, token: tokenId.toString(), from, to },
    cost: cost ? view.money(cost.asset, cost.amount, from) : null,
    proceeds: proceeds ? view.money(proceeds.asset, proceeds.amount, to) : null,
    profit: profit ?? null,
    isGross,
  };
}

function toHolding(view: NftView, events: readonly ItemEvent[], position: ItemPosition) {
  const { contract, tokenId, amount, acquired, cost } = position;
  const { time: since = 0, kind = 'transfer' } = events[acquired] ?? {};
  return {
    ...{
      contract: view.address(contract),
      name: view.name(contract).name,
      token: tokenId.toString(),
      amount,
      since,
      kind,
    },
    cost: cost ? view.money(cost.asset, cost.amount, since) : null,
  };
}

/** The first payment into the wallet; `isFirst` only where everything before it is indexed. */
async function toFunding(view: NftView, wallet: AccountKey, read: ReadOptions) {
  const { ledger } = view;
  const move = (await ledger.reader.firstFunders([wallet], read)).get(wallet);
  if (!move || move.from === '') return null;
  const time = ledger.reader.block(positionHeight(move.position))?.time ?? 0;
  const whole = gaplessUntil(ledger.transfers.coverage()) ?? -1;
  const fetched = await ledger.reader.addressCoverage(wallet, read);
  const isFirst =
    positionHeight(move.position) <= whole ||
    fetched.some(({ isComplete, fromHeight }) => isComplete && fromHeight === 0);
  return { funder: view.party(move.from), time, paid: view.money(move.asset, move.amount, time), isFirst };
}

function toOpenApprovals(view: NftView, wallet: AccountKey, approvals: readonly ItemApproval[]) {
  const open = new ApprovalBook(approvals).openNow(wallet).slice(0, SHOWN.approvals);
  return open.map(({ contract, spender, tokenId, time }) => ({
    ...{ contract: view.address(contract), name: view.name(contract).name, spender: view.party(spender), time },
    token: tokenId?.toString() ?? null,
  }));
}

/** Where reading of the wallet stopped. */
export function toWalletGaps({ isCut, isApprovalsCut, cutTransactions }: ReadWallet): Gap[] {
  const gap = (message: string, count: number | null): Gap => ({
    ...{ kind: 'stopped-early', message, fromHeight: null, toHeight: null, count },
  });
  return [
    ...(isCut ? [gap(`Only the first ${MOST_EVENTS.toLocaleString('en')} transfers of items were read.`, null)] : []),
    ...(cutTransactions > 0 ? [gap('More moved in some transactions than was read of each.', cutTransactions)] : []),
    ...(isApprovalsCut ? [gap(APPROVALS_CUT, null)] : []),
  ];
}

/** Everything about a wallet but its as-of. */
export async function toWallet(view: NftView, wallet: AccountKey, items: ReadWallet, read: ReadOptions) {
  const { events, sales, approvals, isCut } = items;
  const book = bookWallet(wallet, events, sales, unitOfPrices(WRAPPED_COINS[view.ledger.id]));
  const open = book.positions.filter(({ ended }) => ended === undefined);
  const closed = book.positions.filter(({ ended }) => ended !== undefined);
  const gained = closed.filter(({ profit, cost }) => profit !== undefined && cost && view.unitOf(cost.asset) === '');
  const thefts = listThefts(view, items).filter(({ finding }) => finding.victim === wallet || finding.taker === wallet);
  return {
    wallet: view.party(wallet),
    ...{ unit: view.unit(''), eventCount: events.length, isCut, unexplained: book.unexplained },
    holdingCount: open.length,
    holdings: open
      .slice(-SHOWN.holdings)
      .reverse()
      .map((position) => toHolding(view, events, position)),
    bought: sumSales(view, sales, ({ buyer }) => buyer === wallet),
    sold: sumSales(view, sales, ({ seller }) => seller === wallet),
    profit: {
      count: gained.length,
      sum: gained.reduce((sum, { profit }) => sum + (profit ?? 0n), 0n),
      notKnown: closed.length - gained.length,
      gross: gained.filter(({ isGross }) => isGross).length,
    },
    closed: closed
      .slice(-SHOWN.closed)
      .reverse()
      .map((position) => toClosed(view, events, position)),
    mints: events.filter(({ kind, to }) => kind === 'mint' && to === wallet).length,
    funding: await toFunding(view, wallet, read),
    approvals: toOpenApprovals(view, wallet, approvals),
    thefts: await toThefts(view, items, thefts.slice(0, SHOWN.thefts)),
    events: (await toEvents(view, events.slice(-SHOWN.events), [], approvals)).reverse(),
  };
}
