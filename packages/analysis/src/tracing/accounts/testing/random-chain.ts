import { MOVE_UNPLACED } from '@trailmark/core/account-block';
import fc from 'fast-check';
import type { PlainMove } from './plain-chain.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

interface Draft {
  readonly from: number;
  readonly to: number;
  readonly part: number;
  readonly isFee: boolean;
  readonly isJoined: boolean;
  readonly isUnplaced: boolean;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  from: fc.nat(NAMES.length - 1),
  to: fc.nat(NAMES.length - 1),
  part: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 5, max: 70 }) }, fc.constantFrom(0, 95, 100)),
  isFee: fc.nat(7).map((n) => n === 0),
  isJoined: fc.nat(3).map((n) => n === 0),
  isUnplaced: fc.nat(2).map((n) => n > 0),
});

class Writer {
  readonly moves: PlainMove[];
  private readonly balances: bigint[];
  private readonly canOverdraw: boolean;
  private readonly hasUnplaced: boolean;
  private height = 0;

  constructor(openings: readonly number[], canOverdraw: boolean, hasUnplaced: boolean) {
    this.hasUnplaced = hasUnplaced;
    this.balances = openings.map(BigInt);
    this.canOverdraw = canOverdraw;
    this.moves = NAMES.map((to, i) => ({ height: 0, from: '', to, amount: this.held(i), kind: 'genesis' }));
  }

  add({ from, to, part, isFee, isJoined, isUnplaced }: Draft): void {
    if (!isJoined || this.height === 0) this.height++;
    const { height } = this;
    const amount = this.canOverdraw && part > 90 ? BigInt(part) : (this.held(from) * BigInt(part)) / 100n;
    this.balances[from] = this.held(from) > amount ? this.held(from) - amount : 0n;
    const payer = NAMES[from] ?? '';
    if (isFee) {
      this.moves.push({ height, from: payer, to: '', amount, kind: 'fee' });
      return;
    }
    this.balances[to] = this.held(to) + amount;
    const flags = this.hasUnplaced && isUnplaced ? MOVE_UNPLACED : 0;
    this.moves.push({ height, from: payer, to: NAMES[to] ?? '', amount, flags });
  }

  private held(index: number): bigint {
    return this.balances[index] ?? 0n;
  }
}

/**
 * Payments among a few accounts that all hold something at first. `canOverdraw`: some pay more than is known. `hasUnplaced`: of
 * some it is not known where they are in their transaction.
 */
export function randomMoves(canOverdraw = false, hasUnplaced = false): fc.Arbitrary<PlainMove[]> {
  const openings = fc.array(fc.nat(200), { minLength: NAMES.length, maxLength: NAMES.length });
  return fc.tuple(openings, fc.array(draft, { minLength: 25, maxLength: 60, size: 'max' })).map(([first, drafts]) => {
    const writer = new Writer(first, canOverdraw, hasUnplaced);
    for (const each of drafts) writer.add(each);
    return writer.moves;
  });
}

/** Height and slot of every payment that can be a seed. */
export function listSeeds(moves: readonly PlainMove[]): { height: number; slot: number; index: number }[] {
  const slots = new Map<number, number>();
  return moves.flatMap(({ height, from, to, amount, kind }, index) => {
    const slot = slots.get(height) ?? 0;
    slots.set(height, slot + 1);
    return from !== to && amount > 0n && kind !== 'fee' && height > 0 ? [{ height, slot, index }] : [];
  });
}
