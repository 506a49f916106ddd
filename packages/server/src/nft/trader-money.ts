import { PaymentTable } from '@trailmark/analysis/nft/payment-table';
import { BLUR_POOL } from '@trailmark/analysis/protocols/blur-v2';
import { WRAPPED_COINS } from '@trailmark/analysis/protocols/wrapped-coins';
import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { CATEGORIES } from '@trailmark/core/category';
import { gaplessUntil } from '@trailmark/core/ledger';
import type { FirstFunding, WalletPayment } from '@trailmark/core/nft';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { PartyReader } from '@trailmark/core/trace/trace-knowledge';
import { formatAddress } from '../ledger/any-chain.ts';
import type { ServedAccounts } from '../ledger/ledgers.ts';
import type { ReadCollection } from './collect-collection.ts';

/** Traders whose money is read: payments among more are too many pairs. */
const MOST_TRADERS = 20_000;
const MOST_PAYMENTS = 500_000;
/** Transfers from which an unlabelled funder counts as a service: no person pays so many. */
export const BUSY_TRANSFERS = 1_000;
/** Traders queried one by one for what was fetched of them, where the index is not whole. */
const MOST_ASKED = 300;
const NO_LINK: ReadonlySet<string> = new Set([
  'mixer',
  'bridge',
  'dex',
  'defi',
  'mining_pool',
  'coinjoin',
  'validator',
]);

/** What is known of the money of a collection's traders. */
export interface TraderMoney {
  readonly payments: PaymentTable | undefined;
  readonly funding: ReadonlyMap<AccountKey, FirstFunding> | undefined;
  readonly services: ReadonlyMap<AccountKey, string>;
  /** Why it is not known, or of how many traders it is; undefined where it is known of all. */
  readonly limit: string | undefined;
}

function tradersOf({ table: { sales, wallets, isVenue } }: ReadCollection): AccountKey[] {
  const traders = new Set<number>();
  for (let i = 0; i < sales.count; i++) traders.add(sales.buyer[i] as number).add(sales.seller[i] as number);
  traders.delete(0);
  return [...traders].flatMap((wallet) => (isVenue[wallet] ? [] : (wallets[wallet] ?? [])));
}

/** Traders whose history of the coin is indexed from its beginning. */
async function findKnown(
  ledger: ServedAccounts,
  { sales }: ReadCollection,
  traders: readonly AccountKey[],
  read: ReadOptions,
): Promise<ReadonlySet<AccountKey>> {
  const last = sales.at(-1);
  const whole = gaplessUntil(ledger.transfers.coverage()) ?? -1;
  if (last && positionHeight(last.position) <= whole) return new Set(traders);
  const asked = traders.slice(0, MOST_ASKED);
  const fetched = await Promise.all(asked.map((trader) => ledger.reader.addressCoverage(trader, read)));
  return new Set(
    asked.filter((_, i) => fetched[i]?.some(({ isComplete, fromHeight }) => isComplete && fromHeight === 0)),
  );
}

/** Payments that are no part of a sale: a sale's own transaction moves its price between the same two. */
function toPayments(moves: readonly StoredMove[], { sales }: ReadCollection, timeOf: (move: StoredMove) => number) {
  const prices = new Set(sales.map(({ position, buyer, seller }) => `${position}/${buyer}/${seller}`));
  return moves
    .filter(({ position, from, to }) => !prices.has(`${position}/${from}/${to}`))
    .map((move): WalletPayment => {
      const { position, from, to, amount } = move;
      return { position, from, to, amount, time: timeOf(move) };
    });
}

/** Funders that serve everybody: named so by a label, or too busy for a person. */
async function findServices(
  ledger: ServedAccounts,
  funders: readonly AccountKey[],
  parties: PartyReader,
  read: ReadOptions,
): Promise<Map<AccountKey, string>> {
  const found = new Map<AccountKey, string>();
  const names = parties.partiesOf(funders.map((funder) => formatAddress(ledger, funder)));
  const totals = await ledger.reader.totals(funders, read);
  for (const funder of funders) {
    const party = names.get(formatAddress(ledger, funder));
    const category = party?.category;
    const isService = category !== undefined && (CATEGORIES[category].isService || NO_LINK.has(category));
    const transfers = totals.get(funder)?.moveCount ?? 0;
    if (party && isService) found.set(funder, `${party.name}: ${CATEGORIES[category].name} by a label`);
    else if (transfers >= BUSY_TRANSFERS)
      found.set(funder, `${transfers.toLocaleString('en')} transfers: too busy for a person`);
  }
  return found;
}

/** Reads payments among the traders of a collection and who first funded them. What is not known from the beginning is left out. */
export async function readTraderMoney(
  ledger: ServedAccounts,
  collection: ReadCollection,
  parties: PartyReader,
  read: ReadOptions,
): Promise<TraderMoney> {
  const nothing = { payments: undefined, funding: undefined, services: new Map() };
  const traders = tradersOf(collection);
  if (traders.length > MOST_TRADERS)
    return {
      ...nothing,
      limit: `The collection has ${traders.length.toLocaleString('en')} traders. Money is read of at most ${MOST_TRADERS.toLocaleString('en')}.`,
    };
  const known = await findKnown(ledger, collection, traders, read);
  if (known.size === 0)
    return { ...nothing, limit: 'Payments of the coin by the traders are not indexed from the beginning.' };
  const wrapped = WRAPPED_COINS[ledger.id];
  const assets = [NATIVE_ASSET, BLUR_POOL, ...(wrapped === undefined ? [] : [wrapped])];
  const timeOf = ({ position }: StoredMove): number => ledger.reader.block(positionHeight(position))?.time ?? 0;
  const list = [...known];
  const moves = await ledger.reader.transfersAmong(list, assets, MOST_PAYMENTS, read);
  const first = await ledger.reader.firstFunders(list, read);
  const funding = new Map(
    [...first].flatMap(([wallet, move]) => {
      const { from: funder, position, amount } = move;
      return funder === '' ? [] : [[wallet, { funder, position, amount, time: timeOf(move) }] as const];
    }),
  );
  const funders = [...new Set([...funding.values()].map(({ funder }) => funder))];
  const ofPayments =
    moves.length >= MOST_PAYMENTS
      ? `Only ${MOST_PAYMENTS.toLocaleString('en')} payments among the traders were read.`
      : undefined;
  const ofTraders =
    known.size < traders.length
      ? `Payments are indexed from the beginning for ${known.size.toLocaleString('en')} of ${traders.length.toLocaleString('en')} traders.`
      : undefined;
  return {
    payments: new PaymentTable(toPayments(moves, collection, timeOf)),
    funding,
    services: await findServices(ledger, funders, parties, read),
    limit: [ofTraders, ofPayments].filter((text) => text !== undefined).join(' ') || undefined,
  };
}
