import { createFinding, pairOf, type WashFinding, type WashRule, type WashWorld } from '../wash-rule.ts';

const DAY = 86_400;

/** Sales before which one party paid the other a share of the price. */
export function findFundedBefore(
  rule: Pick<WashRule, 'id'>,
  world: WashWorld,
  payer: 'buyer' | 'seller',
): WashFinding[] {
  const { table, payments, params } = world;
  if (!payments) return [];
  const { sales, wallets } = table;
  const found: WashFinding[] = [];
  for (let sale = 0; sale < sales.count; sale++) {
    const pair = pairOf(world, sale);
    if (!pair || (sales.unit[sale] as number) < 0) continue;
    const from = wallets[pair[payer]] as string;
    const to = wallets[payer === 'buyer' ? pair.seller : pair.buyer] as string;
    const time = sales.time[sale] as number;
    const paid = payments.between(from, to, time - params.fundingDays * DAY, time - 1);
    const least = (sales.price[sale] as bigint) * BigInt(params.fundingPercent);
    if (paid.length === 0 || payments.sum(paid) * 100n < least) continue;
    found.push(createFinding(rule, { sales: [sale], wallets: [pair.seller, pair.buyer], payments: paid }));
  }
  return found;
}
