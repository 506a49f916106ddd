import { findPaidShare, findPairs, type WashFinding, type WashRule, type WashWorld } from '../wash-rule.ts';

const DAY = 86_400;

/** Sales before which one party paid the other a share of the price. */
export function findFundedBefore(
  rule: Pick<WashRule, 'id'>,
  world: WashWorld,
  payer: 'buyer' | 'seller',
): WashFinding[] {
  const { table, params } = world;
  return findPairs(rule, world, ({ sale, seller, buyer }) => {
    const [from, to] = payer === 'buyer' ? [buyer, seller] : [seller, buyer];
    const time = table.sales.time[sale] as number;
    const since = time - params.fundingDays * DAY;
    return findPaidShare(world, { sale, from, to, since, until: time - 1, percent: params.fundingPercent });
  });
}
