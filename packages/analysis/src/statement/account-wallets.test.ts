import { type AddressKey, type AssetId, coinOf, type Transfer, type TransferKind } from '@trailmark/core/ledger';
import { toPosition } from '@trailmark/core/position';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofAccountTransaction from './account-transaction.ts';
import { BLOCK_SECONDS, type Booked, book } from './testing/book-of.ts';

const recorded = new WatchedResults();
const { toAccountTransaction } = recorded.watch(ofAccountTransaction);

const COIN = coinOf('eth');
const TOKENS: readonly AssetId[] = ['eth:usdt', 'eth:weth', 'eth:dao'];
const ITEMS: AssetId = 'eth:punks';
const ACCOUNTS = 8;
const BLOCKS = 24;
const START = 1_500_000_000;
const timeOf = (height: number) => START + height * BLOCK_SECONDS;
const keyOf = (number: number): AddressKey => String(number).padStart(40, '0');

type Dice = (below: number) => number;

/** One transaction a block; `sender` called it, and paid its fee. */
interface Block {
  readonly height: number;
  readonly sender: number | undefined;
  readonly isFailed: boolean;
  readonly transfers: readonly Transfer[];
}

/** Writes blocks of a ledger that gives away nothing it has not: a coin, three tokens and numbered items. */
class Writer {
  private readonly balances = new Map<string, bigint>();
  private readonly holders = new Map<bigint, number>();
  private readonly dice: Dice;
  private transfers: Transfer[] = [];
  private height = 0;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  /** A copy that continues separately: another branch. */
  fork(dice: Dice, below: number): Writer {
    const copy = new Writer(dice);
    for (const [key, amount] of this.balances) copy.balances.set(key, amount);
    for (const [id, holder] of this.holders) copy.holders.set(id, holder);
    copy.height = below;
    return copy;
  }

  private move(
    from: number | undefined,
    to: number | undefined,
    what: Pick<Transfer, 'asset' | 'amount' | 'kind'>,
  ): void {
    this.transfers.push({
      ...{
        chain: 'eth',
        position: toPosition(this.height, 0),
        slot: this.transfers.length,
        ...what,
        tokenId: undefined,
      },
      ...{ from: from === undefined ? [] : [keyOf(from)], to: to === undefined ? undefined : keyOf(to) },
      ...{ payersKnown: true, basis: 'fact' },
    });
    const change = (who: number | undefined, by: bigint) => {
      if (who !== undefined) this.balances.set(`${who} ${what.asset}`, this.balanceOf(who, what.asset) + by);
    };
    change(from, -what.amount);
    change(to, what.amount);
  }

  private balanceOf(who: number, asset: AssetId): bigint {
    return this.balances.get(`${who} ${asset}`) ?? 0n;
  }

  /** Some of what somebody has, none and all of it among the choices. */
  private pay(from: number, to: number | undefined, asset: AssetId, kind: TransferKind): void {
    const most = this.balanceOf(from, asset);
    const amount = this.dice(6) === 0 ? most : (most * BigInt(this.dice(100))) / 100n;
    this.move(from, to, { asset, amount, kind });
  }

  private payItem(from: number, to: number): void {
    const id = [...this.holders].find(([, holder]) => holder === from)?.[0] ?? BigInt(this.holders.size);
    const isNew = !this.holders.has(id);
    this.holders.set(id, to);
    this.move(isNew ? undefined : from, to, { asset: ITEMS, amount: 1n, kind: 'nft' });
    this.transfers[this.transfers.length - 1] = { ...(this.transfers.at(-1) as Transfer), tokenId: id };
  }

  private tokenOf(): AssetId {
    return TOKENS[this.dice(TOKENS.length)] ?? COIN;
  }

  private act(sender: number): void {
    const [other, third] = [this.dice(ACCOUNTS), this.dice(ACCOUNTS)];
    const act = this.dice(7);
    if (act === 0) this.pay(sender, other, COIN, 'native');
    if (act === 1) this.pay(sender, other, this.tokenOf(), 'token');
    if (act === 2)
      this.move(undefined, other, { asset: this.tokenOf(), amount: BigInt(this.dice(900)), kind: 'token' });
    if (act === 3) this.pay(sender, undefined, this.tokenOf(), 'token');
    if (act === 4) this.payItem(sender, other);
    // A swap by way of a pool, and what a contract sends on.
    if (act >= 5) {
      this.pay(sender, other, COIN, 'native');
      this.pay(other, third, this.tokenOf(), 'token');
      if (act === 6) this.pay(third, sender, COIN, 'internal');
    }
  }

  block(): Block {
    this.transfers = [];
    const { height, dice } = this;
    const isReward = height === 0 || dice(6) === 0;
    const sender = isReward ? undefined : dice(ACCOUNTS);
    const isFailed = sender !== undefined && dice(8) === 0;
    if (sender === undefined)
      for (let i = 0; i < ACCOUNTS; i++)
        this.move(undefined, i, {
          asset: COIN,
          amount: BigInt(dice(1_000)),
          kind: height === 0 ? 'genesis' : 'reward',
        });
    else {
      const fee = this.balanceOf(sender, COIN) / BigInt(20 + dice(50));
      this.move(sender, undefined, { asset: COIN, amount: fee, kind: 'fee' });
      if (!isFailed) this.act(sender);
    }
    this.height++;
    return { height, sender, isFailed, transfers: this.transfers };
  }
}

/** What the set did, and what the ledger says that it has of each asset. */
function readSet(blocks: readonly Block[], owners: readonly number[]) {
  const keys = new Set(owners.map(keyOf));
  const isOwn = (key: AddressKey) => keys.has(key);
  const balances = new Map<AssetId, bigint>();
  for (const { from, to, asset, amount } of blocks.flatMap(({ transfers }) => transfers)) {
    const by = (to !== undefined && isOwn(to) ? amount : 0n) - (from.some(isOwn) ? amount : 0n);
    if (by !== 0n) balances.set(asset, (balances.get(asset) ?? 0n) + by);
  }
  const transactions = blocks
    .filter(({ transfers }) => transfers.some(({ from, to }) => from.some(isOwn) || (to !== undefined && isOwn(to))))
    .map(({ height, sender, isFailed, transfers }) =>
      toAccountTransaction(transfers, {
        ...{ chain: 'eth' as const, position: toPosition(height, 0), txid: `tx${height}`, time: timeOf(height) },
        ...{ coin: COIN, isOwn, sender: sender === undefined ? undefined : keyOf(sender), isFailed, isCut: false },
        actions: [],
      }),
    );
  return { transactions, balances };
}

/** Assets that do not close on what the ledger says: counted by hand, because there are a hundred thousand of them. */
function findOpen({ result }: Booked, balances: ReadonlyMap<AssetId, bigint>): AssetId[] {
  const wrong = result.balances.filter(({ asset, opening, in: got, out, fees, closing, gaps }) => {
    const closes = gaps.length === 0 && (opening ?? -1n) + got - out - fees === closing;
    return !closes || closing !== (balances.get(asset.id) ?? 0n);
  });
  const named = new Set(result.balances.map(({ asset }) => asset.id));
  return [...wrong.map(({ asset }) => asset.id), ...[...balances.keys()].filter((asset) => !named.has(asset))];
}

/** Lines below a height as one text. */
function writeLines({ lines }: Booked, below: number): string {
  const write = ({ asset, amount }: { readonly asset: AssetId; readonly amount?: bigint | undefined }) =>
    `${asset} ${amount}`;
  return lines
    .filter(({ height }) => height < below)
    .map(({ txid, type, legs, fee, balances }) =>
      [txid, type, ...legs.map(write), fee?.amount, ...balances.map(write)].join(),
    )
    .join('\n');
}

test('10,000 random wallets of coins, tokens and items reconcile to zero in every asset, also after a reorganisation', () => {
  let seed = 20_260_712;
  const dice = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed >>> 8) % below;
  };
  let assets = 0;
  const faults: string[] = [];
  for (let ledger = 0; ledger < 200; ledger++) {
    const writer = new Writer(dice);
    const kept = BLOCKS - 1 - dice(BLOCKS / 2);
    const common = Array.from({ length: kept }, () => writer.block());
    const other = writer.fork(dice, kept);
    const rest = () => Array.from({ length: BLOCKS - kept }, () => writer.block());
    const blocks = [...common, ...rest()];
    const branch = [...common, ...Array.from({ length: BLOCKS - kept + 1 }, () => other.block())];
    for (let wallet = 0; wallet < 50; wallet++) {
      const owners = Array.from({ length: 1 + dice(4) }, () => dice(ACCOUNTS));
      const [first, second] = [readSet(blocks, owners), readSet(branch, owners)];
      const [before, after] = [first, second].map(({ transactions }) =>
        book(transactions, {}, { keepsSums: false }),
      ) as [Booked, Booked];
      assets += before.result.balances.length;
      const open = [...findOpen(before, first.balances), ...findOpen(after, second.balances)];
      const isKept = writeLines(before, kept) === writeLines(after, kept);
      if (open.length > 0 || !isKept) faults.push(`ledger ${ledger}, wallet ${owners}: ${open.join()} ${isKept}`);
    }
  }
  expect(faults).toEqual([]);
  expect(assets).toBeGreaterThan(40_000);
});

test('what closes one period opens the next, in every asset and wherever they meet', () => {
  let seed = 7;
  const dice = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed >>> 8) % below;
  };
  const writer = new Writer(dice);
  const blocks = Array.from({ length: 2 * BLOCKS }, () => writer.block());
  for (let at = 0; at <= 2 * BLOCKS; at++) {
    const { transactions } = readSet(blocks, [dice(ACCOUNTS), dice(ACCOUNTS)]);
    const meet = timeOf(at);
    const rowsOf = (booked: Booked) => new Map(booked.result.balances.map((row) => [row.asset.id, row]));
    const [first, second] = [rowsOf(book(transactions, { to: meet })), rowsOf(book(transactions, { from: meet }))];
    const all = rowsOf(book(transactions));
    for (const [asset, whole] of all) {
      const [a, b] = [first.get(asset), second.get(asset)];
      expect([asset, b?.opening ?? 0n]).toEqual([asset, a?.closing ?? 0n]);
      expect([asset, b?.closing ?? a?.closing]).toEqual([asset, whole.closing]);
      expect((a?.in ?? 0n) + (b?.in ?? 0n)).toBe(whole.in);
    }
  }
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/account-wallets.txt');
});
