import type { RuleRun } from '@trailmark/analysis/nft/run-wash-rules';
import type { WashFinding } from '@trailmark/analysis/nft/wash-rule';
import type { WashFindingAnswer } from '@trailmark/api/contract/nft-wire';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { WalletPayment } from '@trailmark/core/nft';
import type { WeighedCollection } from './kept-collections.ts';
import { type NftView, toSales } from './nft-view.ts';

const MOST_SALES = 60;
const MOST_PAYMENTS = 60;

interface WalletSum {
  paid: bigint;
  received: bigint;
  sides: bigint;
}

/** Adds what sales of a finding paid in coin. */
function addSales(sums: ReadonlyMap<number, WalletSum>, { items }: WeighedCollection, finding: WashFinding): void {
  const { sales, units } = items.table;
  for (const sale of finding.sales) {
    if (units[sales.unit[sale] as number] !== '') continue;
    const price = sales.price[sale] as bigint;
    const buyer = sums.get(sales.buyer[sale] as number);
    const seller = sums.get(sales.seller[sale] as number);
    if (buyer) buyer.paid += price;
    if (seller) seller.received += price;
  }
}

/** What each wallet of a finding paid and received for its sales in coin, and by other payments among them. */
function sumWallets(view: NftView, collection: WeighedCollection, finding: WashFinding): WashFindingAnswer['wallets'] {
  const { wallets } = collection.items.table;
  const sums = new Map(finding.wallets.map((wallet) => [wallet, { paid: 0n, received: 0n, sides: 0n }]));
  addSales(sums, collection, finding);
  const byKey = new Map([...sums].map(([wallet, sum]) => [wallets[wallet] as string, sum]));
  for (const { from, to, amount } of listPayments(collection, finding)) {
    const [payer, payee] = [byKey.get(from), byKey.get(to)];
    if (payer) payer.sides -= amount;
    if (payee) payee.sides += amount;
  }
  return [...sums].map(([wallet, { paid, received, sides }]) => ({
    wallet: view.party(wallets[wallet] as string),
    ...{ paid, received, net: received - paid, sides },
  }));
}

function listPayments({ run }: WeighedCollection, finding: WashFinding): WalletPayment[] {
  return finding.payments.flatMap((place) => run.world.payments?.rows[place] ?? []);
}

/** A finding with all that shows it. */
export async function toFinding(
  view: NftView,
  collection: WeighedCollection,
  { rule, findings }: RuleRun,
  index: number,
): Promise<WashFindingAnswer | undefined> {
  const finding = findings[index];
  if (!finding) return undefined;
  const { items, money } = collection;
  const { table, events } = items;
  const payments = listPayments(collection, finding).slice(0, MOST_PAYMENTS);
  const funding = finding.funded.flatMap((wallet) => {
    const first = money.funding?.get(wallet);
    return first ? [{ wallet, ...first }] : [];
  });
  await view.loadHashes([...payments, ...funding].map(({ position }) => position));
  return {
    rule: rule.id,
    title: rule.title,
    index,
    token: finding.token === undefined ? null : (table.tokens[finding.token]?.toString() ?? null),
    saleCount: finding.sales.length,
    sales: await toSales(view, collection, finding.sales.slice(0, MOST_SALES)),
    steps: finding.events.flatMap((place) => {
      const event = events[place];
      if (!event) return [];
      const { time, from, to, kind, sale } = event;
      return [{ time, kind, from: view.party(from), to: view.party(to), sale: sale ?? null }];
    }),
    wallets: sumWallets(view, collection, finding),
    payments: payments.map(({ time, position, from, to, amount }) => ({
      ...{ time, txid: view.txid(position), from: view.party(from), to: view.party(to) },
      paid: view.money(NATIVE_ASSET, amount, time),
    })),
    funding: funding.map(({ wallet, funder, time, position, amount }) => ({
      ...{ wallet: view.party(wallet), funder: view.party(funder), time, txid: view.txid(position) },
      paid: view.money(NATIVE_ASSET, amount, time),
    })),
  };
}
