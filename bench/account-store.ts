import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountBlock,
  type AccountTransaction,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_TOKENS,
  HAS_CALL,
  HAS_FEE,
  HAS_LOGS,
  type ValueMove,
} from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AccountChainStore } from '@trailmark/store/account-facts/account-store';
import { encodeAccountBatch } from '@trailmark/store/account-facts/encode-batch';
import { tidyAccountTables } from '@trailmark/store/account-facts/tidy-account-tables';
import { openFactsStore } from '@trailmark/store/open-store';
import { createRandom } from './chain/random.ts';
import { type Bar, type Base, missed, type Percentiles, percentiles, ratioBar, type Section } from './harness.ts';

/** Blocks of a batch, as an engine commits them, and what is in each. */
const BATCH_BLOCKS = 501;
const BATCH_TRANSACTIONS = 25_000;
const MOVES_EACH = 4;
const HUB_TRANSFERS = 1_000_000;
const HUB = 'ab'.repeat(20);
const ROUNDS = 200;
const LIMITS = { page: { p50: 10 }, encodeSeconds: 0.3, insertSeconds: 1, growthMiB: 400 };

class Ledger {
  private readonly random = createRandom(7);

  private hex(bytes: number): string {
    let text = '';
    while (text.length < bytes * 2) text += this.random.below(0x10000).toString(16).padStart(4, '0');
    return text;
  }

  private move(kind: ValueMove['kind'], from: string, to: string, asset: string, logIndex?: number): ValueMove {
    const amount = BigInt(this.random.below(1_000_000_000)) * 10n ** 12n;
    return { kind, asset, from, to, amount, tokenId: undefined, logIndex, tracePath: undefined, flags: 0 };
  }

  /** Every token move of the batch touches the hub, as those of an exchange's wallet do. */
  private transaction(index: number): AccountTransaction {
    const from = this.hex(20);
    const tokens = Array.from({ length: MOVES_EACH }, (_, i): ValueMove => {
      const asset = `${'c0'.repeat(18)}${String(this.random.below(40)).padStart(4, '0')}`;
      const other = this.hex(20);
      const isIn = this.random.below(3) > 0;
      return this.move('token', isIn ? other : HUB, isIn ? HUB : other, asset, index * MOVES_EACH + i);
    });
    return {
      index,
      indexEstimated: false,
      hash: this.hex(32),
      from,
      to: HUB,
      created: '',
      value: 0n,
      status: 'ok',
      failure: undefined,
      fee: 1_000_000_000_000n,
      feePayer: from,
      gasUsed: 51_000n,
      gasPrice: 20_000_000_000n,
      nonce: 7n,
      type: 2,
      input: this.hex(68),
      inputLength: 68,
      holds: HAS_CALL | HAS_FEE | HAS_LOGS,
      moves: [this.move('fee', from, '', ''), ...tokens],
      logs: [],
      mentions: [],
    };
  }

  batch(firstHeight: number): AccountBlock[] {
    const each = Math.ceil(BATCH_TRANSACTIONS / BATCH_BLOCKS);
    return Array.from({ length: BATCH_BLOCKS }, (_, i) => ({
      height: firstHeight + i,
      hash: this.hex(32),
      parentHash: this.hex(32),
      time: 1_600_000_000 + (firstHeight + i) * 12,
      producer: this.hex(20),
      holds: BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS,
      transactionTotal: each,
      source: 'node http://127.0.0.1:8545',
      transactions: Array.from({ length: Math.min(each, BATCH_TRANSACTIONS - i * each) }, (_, t) =>
        this.transaction(t),
      ),
      moves: [],
    }));
  }
}

interface Write {
  readonly encode: number;
  readonly insert: number;
  readonly moves: number;
  readonly transactions: number;
}

async function write(store: AccountChainStore, blocks: readonly AccountBlock[]): Promise<Write> {
  const started = performance.now();
  const batch = await encodeAccountBatch(blocks, store.stagingDirectory);
  const encoded = performance.now();
  await store.writer.commitEncoded(batch);
  const { moves, transactions } = batch;
  return { encode: (encoded - started) / 1000, insert: (performance.now() - encoded) / 1000, moves, transactions };
}

async function time(work: () => Promise<unknown>, rounds = ROUNDS): Promise<Percentiles> {
  for (let i = 0; i < Math.min(20, rounds); i++) await work();
  const samples: number[] = [];
  while (samples.length < rounds) {
    const started = performance.now();
    await work();
    samples.push(performance.now() - started);
  }
  return percentiles(samples);
}

async function once(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function timeReads(reader: AccountLedger) {
  const page = { limit: 25, movesEach: 10 };
  const newest = { order: 'newest' } as const;
  const first = await reader.history(HUB, newest, page);
  if (first.length !== 25 || first.some(({ moves }) => moves.length === 0))
    throw new Error('The first page lacks rows.');
  const [middle] = await reader.history(HUB, newest, { ...page, after: Math.floor((first[0]?.position ?? 0) / 2) });
  const assetsFirst = await once(() => reader.assetsOf(HUB, { offset: 0, limit: 25 }));
  const totalsFirst = await once(() => reader.totals([HUB]));
  const counterparties = await once(() => reader.counterparties(HUB, { sort: 'received', offset: 0, limit: 25 }));
  const activity = await once(() => reader.activity(HUB, `${'c0'.repeat(18)}0007`, 86_400));
  const asset = `${'c0'.repeat(18)}0007`;
  return {
    history: await time(() => reader.history(HUB, newest, page)),
    moves: await time(() => reader.moves(HUB, newest, { limit: 25 })),
    deepHistory: await time(() => reader.history(HUB, newest, { ...page, after: middle?.position })),
    oneAsset: await time(() => reader.moves(HUB, { ...newest, asset }, { limit: 25 })),
    balanceAtTip: await time(() => reader.balanceAt(HUB, asset, first[0]?.position ?? 0)),
    assetsFirst,
    assets: await time(() => reader.assetsOf(HUB, { offset: 0, limit: 25 })),
    totalsFirst,
    totals: await time(() => reader.totals([HUB])),
    counterparties,
    activity,
    firstFunders: await time(() => reader.firstFunders([HUB]), 20),
  };
}

const MIB = 2 ** 20;

async function measure(directory: string): Promise<Section> {
  const host = await openFactsStore({ dataDirectory: directory });
  try {
    const store = await host.accountChain('eth');
    const ledger = new Ledger();
    const writes: Write[] = [];
    const memory: number[] = [];
    for (let height = 1; writes.length * BATCH_TRANSACTIONS * MOVES_EACH < HUB_TRANSFERS; height += BATCH_BLOCKS) {
      writes.push(await write(store, ledger.batch(height)));
      memory.push(process.memoryUsage().rss / MIB);
    }
    await tidyAccountTables(host.facts, 'eth');
    const encode = percentiles(writes.map((each) => each.encode)).p50;
    const insert = percentiles(writes.map((each) => each.insert)).p50;
    const growth = (memory[memory.length - 1] ?? 0) - (memory[2] ?? 0);
    const reads = await timeReads(store.reader);
    const perSecond = Math.round((writes[0]?.moves ?? 0) / (encode + insert)).toLocaleString('en');
    const bare: Base = { name: 'a bare store query', times: await time(() => host.facts.query('SELECT 1')) };
    const pageBar = (work: string, measured: Percentiles): Bar => ratioBar(work, measured, bare, LIMITS.page);
    const secondsBar = (work: string, seconds: number, limit: number): Bar => ({
      work,
      bar: `<= ${limit} s`,
      measured: `${seconds.toFixed(3)} s`,
      isMet: seconds <= limit,
    });
    const name = 'of an address with 1,000,000 transfers';
    return {
      name: 'account',
      bars: [
        secondsBar('encoding 100,000 token moves in 25,000 transactions', encode, LIMITS.encodeSeconds),
        secondsBar(`inserting them (${perSecond} moves a second in all)`, insert, LIMITS.insertSeconds),
        pageBar(`first page of history ${name}`, reads.history),
        pageBar(`first page of moves ${name}`, reads.moves),
        {
          work: 'resident memory from the third batch to the last',
          bar: `<= ${LIMITS.growthMiB} MiB more`,
          measured: `${growth.toFixed(0)} MiB more`,
          isMet: growth <= LIMITS.growthMiB,
        },
      ],
      figures: { encode, insert, bare: bare.times, reads, memory },
    };
  } finally {
    await host.close();
  }
}

/** The store of an account chain: how fast blocks get in, and how fast a hub's first page comes out. */
export async function benchAccountStore(): Promise<Section> {
  const directory = mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  try {
    return await measure(directory);
  } catch (error) {
    const bar = `p50 <= ${LIMITS.page.p50}x a bare store query`;
    return { name: 'account', bars: [missed('the store of an account chain', bar, error)], figures: null };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
