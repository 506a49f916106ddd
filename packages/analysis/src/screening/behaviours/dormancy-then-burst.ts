import type { AssetId } from '@trailmark/core/ledger';
import { defineBehaviour } from './behaviour-rule.ts';
import type { Movement } from './history.ts';
import { DAY, HOUR } from './slide.ts';
import { formatDate, formatSums } from './wording.ts';

/** Payments of one asset within the window after a place, which are at least that part of what was there before. */
function findOutflow(
  movements: readonly Movement[],
  place: number,
  balances: ReadonlyMap<AssetId, bigint>,
  { seconds, percent }: { seconds: number; percent: bigint },
): Movement[] | undefined {
  const start = movements[place]?.time ?? 0;
  const groups = new Map<AssetId, Movement[]>();
  for (let i = place; i < movements.length; i++) {
    const movement = movements[i];
    if (!movement || movement.time - start > seconds) break;
    if (movement.isReceipt) continue;
    const same = groups.get(movement.asset);
    if (same) same.push(movement);
    else groups.set(movement.asset, [movement]);
  }
  for (const [asset, payments] of groups) {
    const before = balances.get(asset) ?? 0n;
    const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
    if (before > 0n && paid * 100n >= before * percent) return payments;
  }
  return undefined;
}

/** Nothing for long, then much of the balance gone within a day. */
export const dormancyThenBurst = defineBehaviour({
  id: 'dormancy-then-burst',
  version: 1,
  title: 'Dormant, then paid out',
  nature: 'observation',
  limits: { idleDays: 180, windowHours: 24, balancePercent: 50 },
  needsWhole: true,
  look({ subject, movements }, { idleDays, windowHours, balancePercent }) {
    const balances = new Map<AssetId, bigint>();
    const window = { seconds: windowHours * HOUR, percent: BigInt(balancePercent) };
    let found: { idle: number; payments: Movement[] } | undefined;
    for (const [place, { asset, amount, isReceipt, time }] of movements.entries()) {
      const idle = time - (movements[place - 1]?.time ?? time);
      const payments = idle >= idleDays * DAY ? findOutflow(movements, place, balances, window) : undefined;
      if (payments && idle > (found?.idle ?? 0)) found = { idle, payments };
      balances.set(asset, (balances.get(asset) ?? 0n) + (isReceipt ? amount : -amount));
    }
    if (!found) return undefined;
    const { idle, payments } = found;
    return {
      sentence: `After ${Math.floor(idle / DAY)} days without a payment in or out, ${formatSums(payments, subject)} left within ${windowHours} hours from ${formatDate(payments[0]?.time ?? 0)}: at least ${balancePercent} % of what it had.`,
      transactions: payments.map(({ transaction }) => transaction),
    };
  },
});
