import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type AccountBlock,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_HOLDS_TOKENS,
  BLOCK_MOVES_INDEX,
  BLOCK_TIME_ESTIMATED,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  type ValueMove,
} from '@trailmark/core/account-block';
import { STATED_PRICE, STATED_USD } from '@trailmark/core/asset';
import { describe, expect, test } from 'vitest';
import { bundledFile } from '../bundled/bundled-set.ts';
import { getAccountSet, listAccountSets } from './account-sets.ts';

async function readSet(id: string): Promise<AccountBlock[]> {
  const blocks: AccountBlock[] = [];
  for await (const batch of getAccountSet(id).blocks()) blocks.push(...batch);
  return blocks;
}

const movesOf = (blocks: readonly AccountBlock[]): ValueMove[] =>
  blocks.flatMap((block) => block.transactions.flatMap((tx) => tx.moves));

function sumBy(moves: readonly ValueMove[], key: (move: ValueMove) => string): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const move of moves) sums[key(move)] = (sums[key(move)] ?? 0n) + move.amount;
  return sums;
}

test('the catalogue is alphabetical and an unknown set is refused by name', () => {
  const ids = listAccountSets().map((set) => set.id);
  expect(ids).toEqual([...ids].sort());
  expect(listAccountSets('eth').length).toBe(7);
  expect(() => getAccountSet('nothing')).toThrow(/no bundled set "nothing".*nomad/);
});

describe.each(listAccountSets().map((set) => [set.id, set] as const))('the set %s', (id, set) => {
  test('names its licence, its source and each limitation in one or two sentences', () => {
    expect(set.source).toMatch(/^bundled: /);
    expect(set.licence).toMatch(/^[\w.-]+$/);
    expect(set.limitations.length).toBeGreaterThan(0);
    for (const text of [set.description, ...set.limitations]) expect(text).toMatch(/^[A-Z0-9].*\.$/);
    const provenance = fileURLToPath(bundledFile(`${set.chain}/${id}/PROVENANCE.txt`));
    expect(existsSync(provenance), provenance).toBe(true);
    expect(readFileSync(provenance, 'utf8')).toMatch(/[0-9a-f]{40}/);
  });

  test('has ascending blocks whose transactions are in order, each at a place of its own', async () => {
    const blocks = await readSet(id);
    let height = -1;
    const hashes = new Set<string>();
    for (const block of blocks) {
      expect(block.height).toBeGreaterThan(height);
      height = block.height;
      expect(block.source).toBe(set.source);
      let index = -1;
      for (const tx of block.transactions) {
        expect(tx.index).toBeGreaterThan(index);
        index = tx.index;
        expect(tx.index).toBeLessThan(BLOCK_MOVES_INDEX);
        expect(tx.indexEstimated).toBe(tx.index >= 2 ** 19);
        expect(hashes.has(tx.hash), tx.hash).toBe(false);
        hashes.add(tx.hash);
      }
    }
  });

  test('holds keys and amounts that can exist', async () => {
    for (const move of movesOf(await readSet(id))) {
      const isKey = (text: string): boolean => text === '' || (/^[0-9a-f]{40}$/.test(text) && /[1-9a-f]/.test(text));
      expect(isKey(move.from) && isKey(move.to), JSON.stringify([move.from, move.to])).toBe(true);
      expect(move.amount >= 0n && move.amount < 2n ** 256n).toBe(true);
    }
  });
});

test('all bundled tables of Ethereum together stay below three megabytes', () => {
  const sizes = listAccountSets('eth').map((set) => statSync(bundledFile(`eth/${set.id}/facts.jsonl.gz`)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000);
});

describe('Ethereum 15,000,000 to 15,000,004', async () => {
  const blocks = await readSet('eth-15000000');
  const transactions = blocks.flatMap((block) => block.transactions);

  test('has every transaction of its five headers, all logs and 316 fees', () => {
    expect(blocks.map((block) => [block.transactions.length, block.transactionTotal])).toEqual(
      [348, 229, 138, 185, 179].map((count) => [count, count]),
    );
    const logs = transactions.flatMap((tx) => [
      ...tx.logs.map((log) => log.logIndex),
      ...tx.moves.map((move) => move.logIndex).filter((index) => index !== undefined),
    ]);
    expect(logs.length).toBe(2228);
    expect(transactions.filter((tx) => (tx.holds & HAS_FEE) !== 0).length).toBe(316);
    expect(transactions.every((tx) => (tx.holds & HAS_LOGS) !== 0 && (tx.holds & HAS_INTERNALS) !== 0)).toBe(true);
  });

  test('says that fees are missing and that it is not whole', () => {
    const held = BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS | BLOCK_HOLDS_REWARDS;
    for (const block of blocks) {
      expect(block.holds & held).toBe(held);
      expect(block.holds & (BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_TIME_ESTIMATED)).toBe(0);
    }
  });

  test('every log index of a block is reported once, by a transfer or by a kept log', () => {
    for (const block of blocks) {
      const told = block.transactions.flatMap((tx) => [
        ...tx.logs.map((log) => log.logIndex),
        ...new Set(tx.moves.flatMap((move) => (move.logIndex === undefined ? [] : [move.logIndex]))),
      ]);
      expect([...told].sort((a, b) => a - b)).toEqual(told.map((_, index) => index));
    }
  });

  test('a failed transaction moves nothing but its fee', () => {
    const failed = transactions.filter((tx) => tx.status === 'failed');
    expect(failed.length).toBe(42);
    for (const tx of failed) {
      const moved = tx.moves.filter((move) => move.kind !== 'fee' && move.kind !== 'tip' && move.amount > 0n);
      expect(moved, tx.hash).toEqual([]);
    }
  });
});

describe('Ethereum 17,173,049 and 17,173,050', async () => {
  const blocks = await readSet('eth-17173049');

  test('are neighbours that hold all but the calls inside transactions', () => {
    expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash);
    expect(blocks.map((block) => block.transactions.length)).toEqual([116, 182]);
    for (const block of blocks) {
      const held = BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_REWARDS;
      expect(block.holds).toBe(held);
      expect(block.moves.map((move) => move.kind)).toEqual(Array(16).fill('withdrawal'));
    }
  });

  test('what the senders paid is what was burned and what the producers got', () => {
    for (const block of blocks) {
      const fees = block.transactions.reduce((sum, tx) => sum + (tx.fee ?? 0n), 0n);
      const sums = sumBy(movesOf([block]), (move) => move.kind);
      expect((sums.fee ?? 0n) + (sums.tip ?? 0n)).toBe(fees);
    }
  });
});

describe('the Nomad bridge', async () => {
  const blocks = await readSet('nomad');
  const bridge = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
  const recovery = '94a84433101a10aeda762968f6995c574d1bf154';
  const outflows = movesOf(blocks).filter((move) => move.from === bridge);
  const returns = movesOf(blocks).filter((move) => move.to === recovery && move.from !== bridge);

  test('has 1,175 outflows in 960 transactions to 561 recipients, and 156 returns', () => {
    expect(outflows.length).toBe(1175);
    const transactions = blocks.flatMap((block) => block.transactions);
    expect(transactions.filter((tx) => tx.moves.some((move) => move.from === bridge)).length).toBe(960);
    expect(new Set(outflows.map((move) => move.to)).size).toBe(561);
    expect(returns.length).toBe(156);
    expect(transactions.reduce((sum, tx) => sum + tx.logs.length, 0)).toBe(1182);
  });

  // Published by the source next to the events, in analysis/hack/amt_by_token.json.
  test('the sums of its fourteen tokens are those its source published', () => {
    expect(sumBy(outflows, (move) => move.asset)).toEqual({
      '2260fac5e5542a773aa44fbcfedf7c193bc2c599': 102829072399n,
      c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2: 22868100000429796729700n,
      a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48: 87247033140665n,
      '853d955acef822db058eb8505911ed77f175b99e': 6683353726936365174269341n,
      dac17f958d2ee523a2206206994597c13d831ec7: 8626248974867n,
      '6b175474e89094c44da98b954eedeac495271d0f': 4533681025522997592670848n,
      d417144312dbf50465b1c641d016962017ef6240: 113553931486884872600000000n,
      '3d6f0dea3ac3c607b3998e6ce14b6350721752d9': 736423521168497671065924n,
      '40eb746dee876ac1e78697b7ca85142d178a1fc8': 516961197668226708992948217n,
      f1a91c7d44768070f711c68f33a7ca25c8d30268: 7122372082368999995805696n,
      '3432b6a60d23ca0dfca7761b7ab56459d9c964d0': 106585122254787950000000n,
      '3431f91b3a388115f00c5ba9fdb899851d005fb5': 58533691029038133590597632n,
      e5097d9baeafb89f9bcb78c9290d545db5f9e9cb: 11803219973557999991661392n,
      f1dc500fde233a4055e25e5bbf516372bc4f6871: 322459025738000000000000n,
    });
  });

  test('times of the outflows are estimated and say so, times of the returns are known', () => {
    const early = blocks.filter((block) => block.height < 15_266_723);
    expect(early.every((block) => block.holds === BLOCK_TIME_ESTIMATED)).toBe(true);
    expect(blocks.filter((block) => block.height >= 15_266_723).every((block) => block.holds === 0)).toBe(true);
    expect(new Date((early[0]?.time ?? 0) * 1000).toISOString()).toBe('2022-08-01T21:32:00.000Z');
    const times = blocks.map((block) => block.time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});

describe('sets of stated values', async () => {
  test.each([
    ['flows-harmony', 3612, 469],
    ['flows-lifi', 135, 93],
    ['flows-phishing', 292, 151],
  ])('%s has %i transfers between %i addresses, in dollars only', async (id, count, addresses) => {
    const moves = movesOf(await readSet(id));
    expect(moves.length).toBe(count);
    expect(moves.every((move) => move.kind === 'stated' && move.asset === STATED_USD && move.amount > 0n)).toBe(true);
    expect(new Set(moves.flatMap((move) => [move.from, move.to])).size).toBe(addresses);
  });

  test('CryptoPunks sales move one punk each and state a price from buyer to seller where there is one', async () => {
    const moves = movesOf(await readSet('cryptopunks-sales'));
    const punks = moves.filter((move) => move.kind === 'nft');
    const prices = moves.filter((move) => move.kind === 'stated');
    expect(punks.length).toBe(10_233);
    expect(prices.length).toBe(10_224);
    expect(punks.filter((move) => move.to === '').length).toBe(1926);
    expect(punks.every((move) => move.amount === 1n && (move.tokenId ?? 10_000n) < 10_000n)).toBe(true);
    expect(prices.every((move) => move.asset === STATED_PRICE)).toBe(true);
  });
});
