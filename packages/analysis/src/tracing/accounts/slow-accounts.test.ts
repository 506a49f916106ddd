import { MOVE_UNPLACED, MOVE_WRAP } from '@trailmark/core/account-block';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WRAPPED_COINS } from '../../protocols/wrapped-coins.ts';
import { assertStatement } from './testing/assert-statement.ts';
import { keyOf, type PlainChain, type PlainMove, tracePlain, transferAt } from './testing/plain-chain.ts';
import { type SlowEvent, traceSlowly } from './testing/slow-accounts.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const WETH = WRAPPED_COINS.eth ?? '';
const METHODS = ['fifo/1', 'lifo/1', 'haircut/1', 'libr/1', 'pro-rata/1', 'poison/1'];
type Order = 'receipts-first' | 'payments-first';

const draft = fc.record({
  kind: fc.constantFrom('pay', 'pay', 'pay', 'token', 'wrap', 'wrap', 'unwrap', 'pair', 'pair', 'burn', 'mint'),
  accounts: fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)),
  parts: fc.tuple(fc.integer({ min: 5, max: 100 }), fc.integer({ min: 5, max: 100 })),
  hasFee: fc.boolean(),
});
type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** Writes the same ledger twice: as moves for the engine, and as events in the order they are taken for the reference. */
class World {
  readonly moves: PlainMove[] = [];
  readonly events: SlowEvent[] = [];
  readonly senders: Record<number, string> = {};
  /** Positions of payments that can be a seed, and the event of each. */
  readonly seeds: { height: number; slot: number; event: number }[] = [];
  private readonly balances = new Map<string, bigint>();
  private readonly order: Order;
  private height = 0;
  private slot = 0;

  constructor(openings: readonly number[], order: Order) {
    this.order = order;
    for (const [i, amount] of openings.entries()) {
      const to = NAMES[i] ?? '';
      this.move({ height: 0, from: '', to, amount: BigInt(amount), kind: 'genesis' });
      this.events.push({ kind: 'mint', from: '', to, asset: '', amount: BigInt(amount) });
      this.change('', to, '', BigInt(amount));
    }
  }

  add({ kind, accounts, parts, hasFee }: Draft): void {
    this.height++;
    this.slot = 0;
    const [a, b, c] = accounts.map((index) => NAMES[index] ?? '') as [string, string, string];
    this.senders[this.height] = a;
    if (hasFee) this.leaves('fee', a, this.partOf(a, '', 4));
    if (kind === 'burn') this.leaves('burn', a, this.partOf(a, '', parts[0]));
    if (kind === 'mint') this.mint(a, BigInt(parts[0]));
    if (kind === 'pay' || kind === 'token') this.pay(a, b, kind === 'pay' ? '' : WETH, parts[0]);
    if (kind === 'wrap' || kind === 'unwrap') this.trade(a, kind === 'wrap', parts[0]);
    if (kind === 'pair') this.pair([a, b, c], parts);
  }

  chain(): PlainChain {
    return { moves: this.moves, contracts: [WETH], senders: this.senders };
  }

  private partOf(account: string, asset: string, part: number): bigint {
    return ((this.balances.get(`${account}:${asset}`) ?? 0n) * BigInt(part)) / 100n;
  }

  private change(from: string, to: string, asset: string, amount: bigint): void {
    for (const [name, by] of [
      [from, -amount],
      [to, amount],
    ] as const)
      this.balances.set(`${name}:${asset}`, (this.balances.get(`${name}:${asset}`) ?? 0n) + by);
  }

  private move(move: PlainMove): number {
    this.moves.push(move);
    return this.slot++;
  }

  private leaves(kind: 'burn' | 'fee', from: string, amount: bigint): void {
    if (amount === 0n) return;
    this.move({ height: this.height, from, to: '', amount, kind: kind === 'fee' ? 'fee' : 'destroyed' });
    this.events.push({ kind, from, to: '', asset: '', amount });
    this.change(from, '', '', amount);
  }

  /** Coins a stake or a withdrawal brings from nobody. */
  private mint(to: string, amount: bigint): void {
    this.move({ height: this.height, from: '', to, amount, kind: 'withdrawal' });
    this.events.push({ kind: 'mint', from: '', to, asset: '', amount });
    this.change('', to, '', amount);
  }

  private pay(from: string, to: string, asset: string, part: number): void {
    const amount = this.partOf(from, asset, part);
    const slot = this.move({ height: this.height, from, to, asset, amount, kind: asset === '' ? 'native' : 'token' });
    this.take({ from, to, asset, amount }, slot);
  }

  private take({ from, to, asset, amount }: Transfer, slot: number): void {
    if (from !== to && amount > 0n) this.seeds.push({ height: this.height, slot, event: this.events.length });
    this.events.push({ kind: 'pay', from, to, asset, amount });
    if (from !== to) this.change(from, to, asset, amount);
  }

  /** Two transfers whose order nobody states. */
  private pair([a, b, c]: readonly [string, string, string], parts: readonly [number, number]): void {
    const first = { from: a, to: b, asset: '', amount: this.partOf(a, '', Math.min(parts[0], 50)) };
    const second = { from: c, to: a, asset: '', amount: this.partOf(c, '', Math.min(parts[1], 50)) };
    const listed = parts[0] % 2 === 0 ? [first, second] : [second, first];
    const placed = listed.map((transfer) => {
      const slot = this.move({ height: this.height, ...transfer, kind: 'native', flags: MOVE_UNPLACED });
      return { transfer, slot };
    });
    const real = placed.filter(({ transfer: { from, to, amount } }) => from !== to && amount > 0n);
    const [x, y] = real;
    const waits = (one: Transfer, other: Transfer): boolean =>
      this.order === 'receipts-first' ? other.to === one.from : other.from === one.to;
    const isTurned = x && y && waits(x.transfer, y.transfer) && !waits(y.transfer, x.transfer);
    for (const { transfer, slot } of isTurned ? real.toReversed() : real) this.take(transfer, slot);
  }

  private trade(account: string, isWrap: boolean, part: number): void {
    const [from, to] = isWrap ? ['', WETH] : [WETH, ''];
    const amount = this.partOf(account, from, part);
    if (amount === 0n) return;
    const wrapped = { height: this.height, amount, asset: WETH, kind: 'token' as const, flags: MOVE_WRAP };
    if (isWrap) this.move({ height: this.height, from: account, to: WETH, amount });
    this.move({ ...wrapped, from: isWrap ? '' : account, to: isWrap ? account : '' });
    if (!isWrap) this.move({ height: this.height, from: WETH, to: account, amount, kind: 'internal' });
    this.events.push({ kind: 'trade', account, from, to, amount });
    this.change(account, '', from, amount);
    this.change('', account, to, amount);
  }
}

const openings = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: NAMES.length, maxLength: NAMES.length });
const drafts = fc.array(draft, { minLength: 20, maxLength: 45, size: 'max' });

test.each(METHODS)(
  '%s agrees with a reference that goes through the whole chain, trades, fees and burns too',
  async (method) => {
    let compared = 0;
    const orders = fc.constantFrom<Order>('receipts-first', 'payments-first');
    await fc.assert(
      fc.asyncProperty(openings, drafts, orders, fc.nat(), async (first, all, order, random) => {
        const world = new World(first, order);
        for (const each of all) world.add(each);
        const seed = world.seeds[random % Math.max(1, Math.ceil(world.seeds.length / 2))];
        if (!seed) return;
        const events = world.events.map((event, i) => (i === seed.event ? { ...event, isSeed: true } : event));
        const expected = traceSlowly(events as SlowEvent[], method);
        const trace = await tracePlain(world.chain(), {
          ...{ seeds: [transferAt(seed.height, seed.slot)], method, params: { order } },
        });
        const held = new Map<string, bigint>();
        for (const { address, asset, amount, reason } of trace.leaves) {
          const key = reason === 'destroyed' ? 'burned' : `${address}:${asset}`;
          held.set(key, (held.get(key) ?? 0n) + amount);
        }
        const named = new Map([...expected.held].map(([key, amount]) => [key.replace(/^[^:]*/, keyOf), amount]));
        if (expected.burned > 0n) named.set('burned', expected.burned);
        expect([...held].sort()).toEqual([...named].sort());
        expect(trace.sums.reduce((sum, { fees }) => sum + fees, 0n)).toBe(expected.fees);
        assertStatement(trace);
        if (trace.steps.some((step) => step.family === 'accounts' && step.conversions.length > 0)) compared++;
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(20);
  },
);
