import fc from 'fast-check';
import type { Draft } from './output-ledger.ts';

/** How large a random ledger gets. */
export interface RandomLedgerShape {
  readonly transactions: number;
  readonly owners: number;
  /** Units a coinbase creates. */
  readonly reward: number;
}

const SMALL: RandomLedgerShape = { transactions: 24, owners: 8, reward: 60 };

interface OpenOutput {
  readonly place: readonly [number, number];
  readonly amount: bigint;
}

type Dice = (below: number) => number;

/** Splits an amount into parts, zero among them now and then; what is left over is the fee. */
function splitAmount(amount: bigint, parts: number, dice: Dice): bigint[] {
  let left = amount;
  return Array.from({ length: parts }, (_, i) => {
    const isLast = i === parts - 1;
    const most = Number(left) + 1;
    const part = isLast && dice(3) > 0 ? left - BigInt(dice(Math.min(4, most))) : BigInt(dice(most));
    left -= part;
    return part;
  });
}

/** Spends one to four open outputs, or none: then it is a coinbase. */
function drawSpends(open: OpenOutput[], dice: Dice): OpenOutput[] {
  if (open.length === 0 || dice(5) === 0) return [];
  const count = 1 + dice(Math.min(4, open.length));
  return Array.from({ length: count }, () => open.splice(dice(open.length), 1)).flat();
}

/** Transactions that spend each other’s outputs at random: zero amounts, data outputs, merges, splits and fees included. */
export function drawLedger(dice: Dice, shape: RandomLedgerShape = SMALL): Draft[] {
  const open: OpenOutput[] = [];
  return Array.from({ length: shape.transactions }, (_, number): Draft => {
    const spent = drawSpends(open, dice);
    const amount = spent.length > 0 ? spent.reduce((sum, one) => sum + one.amount, 0n) : BigInt(1 + dice(shape.reward));
    const amounts = splitAmount(amount, 1 + dice(4), dice);
    const pays = amounts.map((part) => ({ to: dice(12) === 0 ? undefined : dice(shape.owners), amount: part }));
    for (const [vout, { to, amount: part }] of pays.entries())
      if (to !== undefined) open.push({ place: [number, vout], amount: part });
    return { spends: spent.map(({ place }) => place), pays };
  });
}

/** A random ledger that fast-check can shrink. */
export function randomLedger(shape: RandomLedgerShape = SMALL): fc.Arbitrary<readonly Draft[]> {
  return fc
    .array(fc.nat({ max: 0xffff }), { minLength: 20 * shape.transactions, maxLength: 20 * shape.transactions })
    .map((numbers) => {
      let next = 0;
      const dice: Dice = (below) => (numbers[next++ % numbers.length] ?? 0) % below;
      return drawLedger(dice, shape);
    });
}
