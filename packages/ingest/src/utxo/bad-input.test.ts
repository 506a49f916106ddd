import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChain } from '@trailmark/chains/catalogue';
import { checkProofOfWork, decodeHeader } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import type { TransactionParts } from '@trailmark/chains/utxo/transaction';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import { ledgerDatabase, POSITION_TABLES } from '@trailmark/store/facts/tables';
import { type ChainStore, type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlockSource } from '../source.ts';
import {
  ANY_TXID,
  coinbase,
  ForgedChain,
  hashOf,
  listSource,
  payment,
  regtestGenesis,
  scriptOf,
  txidOf,
} from '../testing/forge-block.ts';
import { BlockResolver } from './block-resolver.ts';
import { IngestEngine } from './ingest-engine.ts';
import { createStorePort } from './store-port.ts';

const REGTEST = getChain('btc-regtest');
const MAIN_GENESIS = readFileSync(new URL('../../../chains/vectors/blocks/btc-0.raw', import.meta.url));
const COIN = 100_000_000n;

const folder = mkdtempSync(join(tmpdir(), 'trailmark-bad-input-'));
const forged = new ForgedChain(REGTEST, regtestGenesis(MAIN_GENESIS));
let facts: FactsStore;
let store: ChainStore;
/** Coinbases not spent yet, oldest first. */
const coins: string[] = [];

beforeAll(async () => {
  facts = await openFactsStore({ dataDirectory: folder });
  store = await facts.chain('btc-regtest');
  for (let i = 0; i < 30; i++) coins.push(forged.extend());
  await read(listSource(forged.blocks));
});
afterAll(async () => {
  await facts?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function read(
  source: BlockSource,
  options: { chain?: UtxoChain; signal?: AbortSignal; tableSlots?: number } = {},
) {
  const engine = new IngestEngine({
    chain: options.chain ?? REGTEST,
    source,
    port: createStorePort(store),
    directories: { staging: store.stagingDirectory, lookup: join(folder, 'chains', 'btc-regtest', 'lookup') },
    tableSlots: options.tableSlots ?? 2 ** 12,
  });
  try {
    return await engine.catchUp(options.signal);
  } finally {
    engine.close();
  }
}

/** Tip, table counts and lookup records: all that must stay as it was. */
async function snapshot(): Promise<unknown> {
  return { ...(await state()), orphans: await countRows('orphans'), records: store.lookup.end };
}

async function countRows(table: string): Promise<unknown> {
  return (await facts.facts.query(`SELECT count() FROM ${ledgerDatabase('btc-regtest')}.${table}`))[0];
}

async function state(): Promise<{ tip: unknown; counts: unknown }> {
  const counts = await Promise.all(POSITION_TABLES.map(async ({ name }) => [name, await countRows(name)]));
  return { tip: store.reader.tip(), counts: [...counts, await countRows('blocks')] };
}

/** The source is rejected with this kind and sentence, and nothing of it is indexed. */
async function expectRefusal(
  source: BlockSource,
  kind: ErrorKind,
  sentence: RegExp,
  options: { chain?: UtxoChain } = {},
): Promise<void> {
  const before = await snapshot();
  const error = await read(source, options).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).message).toMatch(sentence);
  expect((error as AppError).kind).toBe(kind);
  expect(await snapshot()).toEqual(before);
}

/** The chain with this block on top is refused; then a good block is added. */
async function expectBlockRefused(raw: Uint8Array, kind: ErrorKind, sentence: RegExp): Promise<void> {
  await expectRefusal(listSource([...forged.blocks, raw]), kind, sentence);
  await expectGoesOn();
}

async function expectGoesOn(transactions: readonly TransactionParts[] = []): Promise<void> {
  coins.push(forged.extend(transactions));
  expect(await read(listSource(forged.blocks))).toBe(1);
  expect(store.reader.tip()?.hash).toBe(forged.tipHash);
}

function takeCoin(): string {
  return coins.shift() as string;
}

const BLOCK = `Bitcoin regtest block \\d+`;
const text = (pattern: string): RegExp => new RegExp(pattern);

describe('bytes that are no block', () => {
  /** A segwit transaction, so that every region of a block is there to be damaged. */
  const witnessBlock = (): Uint8Array =>
    forged.forge([payment([[coins[0] as string, 0]], [[50n * COIN, scriptOf(2)]], [new Uint8Array(71).fill(7)])]);

  test.each([0, 1, 79, 80, 81, 100, 0.5, 0.9, -1])('a block cut at %s is refused', async (cut) => {
    const whole = witnessBlock();
    const end = cut < 0 ? whole.length + cut : cut > 0 && cut < 1 ? Math.floor(whole.length * cut) : cut;
    const source = listSource([...forged.blocks, whole.slice(0, end)]);
    await expectRefusal(source, 'invalid', /truncated|larger than|ends|bytes/);
  });

  test('bytes behind the last transaction are refused', async () => {
    const raw = Uint8Array.from([...forged.forge(), 0]);
    await expectBlockRefused(raw, 'invalid', text(`${BLOCK} cannot be read: 1 trailing bytes`));
  });

  test('a flipped bit anywhere in what a header commits to is refused', async () => {
    const whole = witnessBlock();
    const witnessAt = whole.length - 4 - 71;
    const regions = {
      version: 0,
      parent: 10,
      root: 40,
      time: 69,
      bits: 73,
      nonce: 77,
      count: 80,
      body: 90,
      last: whole.length - 1,
    };
    for (const [region, at] of Object.entries(regions)) {
      for (let bit = 0; bit < 8; bit++) {
        const raw = Uint8Array.from(whole);
        raw[at] = (raw[at] ?? 0) ^ (1 << bit);
        // Half of all hashes meet the target of this network, so a header may still pass for work.
        const isHeader = at < 36 || (at >= 68 && at < 80);
        if (isHeader && isWorkStillMet(raw) && at !== regions.parent) continue;
        const error = await read(listSource([...forged.blocks, raw])).catch((cause: unknown) => cause);
        expect(AppError.is(error, 'inconsistent') || AppError.is(error, 'invalid'), `${region}, bit ${bit}`).toBe(true);
      }
    }
    expect(store.reader.tip()?.hash).toBe(forged.tipHash);
    expect(whole[witnessAt]).toBe(7);
  });

  test('a witness is no part of what a txid proves, and its damaged length is refused', async () => {
    const whole = witnessBlock();
    const raw = Uint8Array.from(whole);
    const lengthAt = whole.length - 4 - 71 - 1;
    expect(raw[lengthAt]).toBe(71);
    raw[lengthAt] = 70;
    await expectBlockRefused(raw, 'invalid', text(`${BLOCK} cannot be read`));
  });
});

function isWorkStillMet(raw: Uint8Array): boolean {
  const header = decodeHeader(raw);
  return checkProofOfWork(header, REGTEST);
}

describe('a transaction that is repeated', () => {
  test('a block that repeats a coinbase whose output is unspent is refused', () => {
    const chain = new ForgedChain(REGTEST, regtestGenesis(MAIN_GENESIS));
    for (let i = 0; i < 4; i++) chain.extend();
    const repeated = coinbase(2, REGTEST.subsidy(2).units);
    const raw = chain.forge([], { transactions: [repeated] });
    const resolver = new BlockResolver(REGTEST, { source: 'forged blocks', tableSlots: 2 ** 12 });
    for (const [height, block] of chain.blocks.entries()) resolver.add({ height, raw: block }, undefined);
    expect(() => resolver.add({ height: 5, raw }, chain.tipHash)).toThrow(
      text(`${BLOCK} .*repeats a transaction whose outputs are not all spent`),
    );
  });
});

describe('a source that lies about headers', () => {
  test('a block on another parent is refused', async () => {
    await expectBlockRefused(
      forged.forge([], { prevHash: ANY_TXID }),
      'inconsistent',
      text(
        `${BLOCK} \\([0-9a-f]{64}\\) is refused: its parent is ${ANY_TXID}, but the block below it is ${forged.tipHash}`,
      ),
    );
  });

  test('blocks out of order are refused', async () => {
    const later = new ForgedChain(REGTEST, forged.blocks[0] as Uint8Array);
    later.blocks.push(...forged.blocks.slice(1));
    later.extend();
    later.extend();
    const [first, second] = later.blocks.slice(-2) as [Uint8Array, Uint8Array];
    await expectRefusal(listSource([...forged.blocks, second, first]), 'inconsistent', /its parent is/);
    await expectGoesOn();
  });

  test('blocks under heights that are not theirs are refused', async () => {
    const next = forged.forge();
    const source = listSource([...forged.blocks, next], {
      async *blocks({ from }) {
        yield [{ height: from + 3, raw: next }];
      },
    });
    await expectRefusal(source, 'inconsistent', /height/);
    await expectGoesOn();
  });

  test('a Merkle root of other transactions is refused', async () => {
    await expectBlockRefused(
      forged.forge([], { merkleRoot: ANY_TXID }),
      'inconsistent',
      /do not hash to the Merkle root/,
    );
  });

  test('work that misses its target is refused', async () => {
    await expectBlockRefused(
      forged.forge([], { meetsTarget: false }),
      'inconsistent',
      /does not meet its proof-of-work target/,
    );
  });

  test('a target easier than the chain allows is refused', async () => {
    const strict = { ...REGTEST, powLimitBits: 0x1f7fffff };
    const source = listSource([...forged.blocks, forged.forge()]);
    await expectRefusal(source, 'inconsistent', /does not meet its proof-of-work target/, { chain: strict });
  });

  test('another block than the checkpoint at its height is refused', async () => {
    const checkpoints = [{ height: forged.height + 1, hash: ANY_TXID }];
    const source = listSource([...forged.blocks, forged.forge()]);
    const sentence = text(`is refused: the checkpoint at this height is ${ANY_TXID}`);
    await expectRefusal(source, 'inconsistent', sentence, { chain: { ...REGTEST, checkpoints } });
    await expectGoesOn();
  });

  test('a chain that begins with the first block of another is refused, and the index stays', async () => {
    const other = new ForgedChain(REGTEST, Uint8Array.from(MAIN_GENESIS));
    for (let i = 0; i < forged.height + 5; i++) other.extend();
    await expectRefusal(listSource(other.blocks), 'inconsistent', /part|another chain/);
  });
});

describe('an empty index', () => {
  test('takes no block of another chain as its first', async () => {
    const signet = await facts.chain('btc-signet');
    const engine = new IngestEngine({
      chain: getChain('btc-signet'),
      source: listSource(forged.blocks),
      port: createStorePort(signet),
      directories: { staging: signet.stagingDirectory, lookup: join(folder, 'chains', 'btc-signet', 'lookup') },
      tableSlots: 2 ** 12,
    });
    await expect(engine.catchUp()).rejects.toMatchObject({
      kind: 'inconsistent',
      message: expect.stringMatching(
        /the first block of Bitcoin signet is 00000008819.*these blocks are of another chain/,
      ),
    });
    engine.close();
    expect(signet.reader.tip()).toBeUndefined();
  });
});

describe('a source that lies about transactions', () => {
  test('a repeated subtree of transactions is refused although the root fits (CVE-2012-2459)', async () => {
    const spend = payment([[coins[0] as string, 0]], [[COIN, scriptOf(3)]]);
    const honest = [forged.nextCoinbase(), spend, payment([[txidOf(spend), 0]], [[COIN, scriptOf(4)]])];
    const doubled = [...honest, honest[2] as TransactionParts];
    await expectBlockRefused(forged.forge([], { transactions: doubled }), 'inconsistent', /CVE-2012-2459/);
  });

  test('a block without a coinbase is refused', async () => {
    const spend = payment([[coins[0] as string, 0]], [[COIN, scriptOf(3)]]);
    await expectBlockRefused(
      forged.forge([], { transactions: [spend] }),
      'inconsistent',
      /first transaction is not a coinbase/,
    );
  });

  test('a second coinbase is refused', async () => {
    const second = coinbase(forged.height + 1_000, COIN);
    await expectBlockRefused(forged.forge([second]), 'inconsistent', /coinbase/);
  });

  test('a coinbase that claims one unit too much is refused', async () => {
    const height = forged.height + 1;
    const greedy = coinbase(height, REGTEST.subsidy(height).units + 1n);
    await expectBlockRefused(
      forged.forge([], { transactions: [greedy] }),
      'inconsistent',
      /its coinbase claims 5000000001 units; subsidy and fees allow 5000000000/,
    );
  });

  test('a coinbase may claim the fees and not a unit more', async () => {
    const fee = 7n;
    const spend = payment([[takeCoin(), 0]], [[50n * COIN - fee, scriptOf(3)]]);
    const greedy = [forged.nextCoinbase(fee + 1n), spend];
    await expectBlockRefused(
      forged.forge([], { transactions: greedy }),
      'inconsistent',
      /subsidy and fees allow 5000000007/,
    );
    const fair = forged.forge([], { transactions: [forged.nextCoinbase(fee), spend] });
    forged.blocks.push(fair);
    expect(await read(listSource(forged.blocks))).toBe(1);
  });

  test.each([
    [[0x7fff_ffff_ffff_ffffn, 0x7fff_ffff_ffff_ffffn]],
    [[0xffff_ffff_ffff_ffffn]],
    [[0x8000_0000_0000_0000n]],
    [Array.from({ length: 5 }, () => 0x4000_0000_0000_0000n)],
  ])('output values that overflow are refused: %s', async (values) => {
    const outputs = values.map((value) => [value, scriptOf(5)] as const);
    const raw = forged.forge([payment([[coins[0] as string, 0]], outputs)]);
    await expectBlockRefused(raw, 'inconsistent', /add up to more than any chain can hold/);
  });

  test('a transaction that pays out more than it takes in is refused', async () => {
    const raw = forged.forge([payment([[coins[0] as string, 0]], [[50n * COIN + 9n, scriptOf(5)]])]);
    await expectBlockRefused(raw, 'inconsistent', /pays out 9 units more than it takes in/);
  });

  test.each([
    ['a transaction that is nowhere', () => payment([[ANY_TXID, 0]], [[1n, scriptOf(5)]])],
    ['an output number that is not there', () => payment([[coins[0] as string, 7]], [[1n, scriptOf(5)]])],
  ])('an input that spends %s is refused', async (_, make) => {
    await expectBlockRefused(
      forged.forge([make()]),
      'inconsistent',
      /spends an output that no earlier transaction created/,
    );
  });

  test('an input that spends an output of a later transaction is refused', async () => {
    const second = payment([[coins[0] as string, 0]], [[COIN, scriptOf(5)]]);
    const first = payment([[txidOf(second), 0]], [[COIN, scriptOf(5)]]);
    await expectBlockRefused(forged.forge([first, second]), 'inconsistent', /no earlier transaction created/);
  });

  test('one output spent by two inputs of a block is refused (CVE-2018-17144)', async () => {
    const coin = coins[0] as string;
    const twice = payment(
      [
        [coin, 0],
        [coin, 0],
      ],
      [[100n * COIN, scriptOf(5)]],
    );
    await expectBlockRefused(forged.forge([twice]), 'inconsistent', /spends an output .* or that one spent/);
  });

  test('an output spent twice by blocks that are read together is refused, and the first spend stays', async () => {
    const coin = takeCoin();
    coins.push(forged.extend([payment([[coin, 0]], [[50n * COIN, scriptOf(5)]])]));
    const again = forged.forge([payment([[coin, 0]], [[50n * COIN, scriptOf(6)]])]);
    await expect(read(listSource([...forged.blocks, again]))).rejects.toThrow(/spends an output .* or that one spent/);
    expect(store.reader.tip()?.hash).toBe(forged.tipHash);
    await expectGoesOn();
  });
});

describe('a source that misbehaves', () => {
  test('good blocks before a bad one stay', async () => {
    const before = forged.height;
    coins.push(forged.extend(), forged.extend());
    const bad = forged.forge([], { prevHash: ANY_TXID });
    await expect(read(listSource([...forged.blocks, bad]))).rejects.toThrow('is refused');
    expect(store.reader.tip()?.height).toBe(before + 2);
    await expectGoesOn();
  });

  test('a source that hangs ends when it is stopped', async () => {
    const before = await snapshot();
    const stop = new AbortController();
    const source = listSource([...forged.blocks, forged.forge()], {
      async *blocks({ signal }) {
        const { promise, reject } = Promise.withResolvers<never>();
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        yield await promise;
      },
    });
    setTimeout(() => stop.abort(), 50);
    await expect(read(source, { signal: stop.signal })).rejects.toThrow(/abort/i);
    expect(await snapshot()).toEqual(before);
    await expectGoesOn();
  });

  test('a source that breaks off keeps its kind of failure, and reading continues where it stopped', async () => {
    const next = [...forged.blocks, forged.forge()];
    const source = listSource(next, {
      async *blocks({ from }) {
        yield [{ height: from, raw: next[from] as Uint8Array }];
        throw new AppError('unavailable', 'The node is gone.');
      },
    });
    await expect(read(source)).rejects.toMatchObject({ kind: 'unavailable', message: 'The node is gone.' });
    forged.blocks.push(next.at(-1) as Uint8Array);
    expect(store.reader.tip()?.hash).toBe(forged.tipHash);
    await expectGoesOn();
  });

  test('a source that yields fewer blocks than it announced adds what it gave', async () => {
    const source = listSource([...forged.blocks, forged.forge()], {
      async *blocks() {
        yield [];
      },
    });
    const before = await snapshot();
    expect(await read(source)).toBe(0);
    expect(await snapshot()).toEqual(before);
  });

  test.each([1, 20])('a source that is %s blocks behind changes nothing', async (behind) => {
    const before = await snapshot();
    expect(await read(listSource(forged.blocks.slice(0, -behind)))).toBe(0);
    expect(await snapshot()).toEqual(before);
  });

  test('a source that starts again far below the index changes nothing', async () => {
    while (forged.height < 130) coins.push(forged.extend());
    await read(listSource(forged.blocks));
    const before = await snapshot();
    expect(await read(listSource(forged.blocks.slice(0, 2)))).toBe(0);
    expect(await snapshot()).toEqual(before);
  });

  test('a fork deeper than 100 blocks is refused', async () => {
    const other = new ForgedChain(REGTEST, forged.blocks[0] as Uint8Array);
    other.blocks.push(...forged.blocks.slice(1, 20));
    while (other.height < forged.height + 1) {
      other.blocks.push(other.forge([], { transactions: [coinbase(other.height + 1, COIN)] }));
    }
    await expectRefusal(listSource(other.blocks), 'inconsistent', /part more than 100 blocks below height/);
  });

  test('a branch whose blocks are refused takes the index back to the fork, and an honest source restores it', async () => {
    const fork = forged.blocks.slice(0, -2);
    const honest = await state();
    const bad = forged.forge([], { prevHash: hashOf(fork.at(-1) as Uint8Array), merkleRoot: ANY_TXID });
    await expect(read(listSource([...fork, bad, bad, bad]))).rejects.toThrow(/Merkle root/);
    expect(store.reader.tip()?.height).toBe(fork.length - 1);
    expect(await read(listSource(forged.blocks))).toBe(2);
    expect(await state()).toEqual(honest);
    await expectGoesOn();
  });
});

describe('a table of unspent outputs that is too small', () => {
  test('outputs dropped from it are found again, also in blocks that are not committed yet', async () => {
    const many = payment(
      [[takeCoin(), 0]],
      Array.from({ length: 3_000 }, () => [1_000_000n, scriptOf(9)] as const),
    );
    const txid = txidOf(many);
    const spends = Array.from({ length: 3_000 }, (_, vout) =>
      payment([[txid, vout]], [[999_000n, scriptOf(vout % 200)]]),
    );
    forged.extend([many]);
    forged.extend(spends.slice(0, 1_500));
    forged.extend(spends.slice(1_500));
    expect(await read(listSource(forged.blocks), { tableSlots: 2 ** 10 })).toBe(3);
    expect(store.reader.tip()?.hash).toBe(forged.tipHash);
  });
});
