import { getChain } from '@trailmark/chains/catalogue';
import { encodeAddress } from '@trailmark/chains/utxo/address';
import { checkProofOfWork, decodeHeader } from '@trailmark/chains/utxo/block';
import { ByteReader } from '@trailmark/chains/utxo/byte-reader';
import { merkleRoot } from '@trailmark/chains/utxo/merkle';
import { readTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import { decodeOwner } from '@trailmark/core/owner';
import { expect, test } from 'vitest';
import type { FactBlock, FactTransaction } from '../source.ts';
import { blocksOfEveryEra } from './blocks-every-era.ts';
import { getBundledSet, listBundledSets } from './bundled-sets.ts';
import { mainnetFirstBlocks } from './mainnet-0-4312.ts';
import { mainnetWindow } from './mainnet-100000-102999.ts';
import { wasabiAugust2021 } from './wasabi-2021-08.ts';

const BTC = getChain('btc');

function readTransactions(raw: Uint8Array): Transaction[] {
  const reader = new ByteReader(raw);
  reader.skip(80);
  const transactions = Array.from({ length: reader.count(60) }, () => readTransaction(reader));
  expect(reader.remaining).toBe(0);
  return transactions;
}

async function readFacts(set: typeof mainnetWindow | typeof wasabiAugust2021): Promise<FactBlock[]> {
  const source = await set.open();
  const blocks: FactBlock[] = [];
  for await (const batch of source.blocks()) blocks.push(...batch);
  expect(blocks.every((block, i) => i === 0 || block.height > blocks[i - 1]!.height)).toBe(true);
  return blocks;
}

const sum = (parts: readonly { readonly value: bigint | undefined }[]): bigint =>
  parts.reduce((total, part) => total + (part.value ?? 0n), 0n);
const fee = (tx: FactTransaction): bigint => sum(tx.inputs) - sum(tx.outputs);

test('the catalogue is alphabetical, and an unknown name is answered with the known ones', () => {
  const ids = listBundledSets().map((set) => set.id);
  expect(ids).toEqual([...ids].sort());
  expect(getBundledSet('mainnet-0-4312')).toBe(mainnetFirstBlocks);
  expect(() => getBundledSet('absent')).toThrow('Bundled sets: blocks-every-era, mainnet-0-4312');
});

test('the first 4,313 blocks hold 4,371 transactions and the first payment', async () => {
  const source = await mainnetFirstBlocks.open();
  const hash = '00000000a9da635727dce622d78361b153ce3334e6a60d4377fad529abfc7863';
  expect(await source.head()).toEqual({ height: 4312, hash });
  let transactions = 0;
  let height = 0;
  for await (const batch of source.blocks({ from: 0, to: 4312, batchBytes: 100_000 })) {
    for (const block of batch) {
      expect(block.height).toBe(height++);
      const txids = readTransactions(block.raw).map((tx) => tx.txid);
      transactions += txids.length;
      if (block.height === 170)
        expect(txids[1]).toBe('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16');
    }
  }
  expect([height, transactions]).toEqual([4313, 4371]);
});

test('blocks 100,000 to 102,999: 3,000 blocks, 18,417 transactions, value conserved in every block', async () => {
  const blocks = await readFacts(mainnetWindow);
  expect([blocks[0]!.height, blocks.at(-1)!.height, blocks.length]).toEqual([100_000, 102_999, 3000]);
  expect(blocks.reduce((total, block) => total + block.transactions.length, 0)).toBe(18_417);
  for (const block of blocks) {
    const [coinbase, ...others] = block.transactions;
    expect(coinbase!.isCoinbase && coinbase!.inputs.length === 0 && others.every((tx) => !tx.isCoinbase)).toBe(true);
    const fees = others.map(fee);
    expect(fees.every((value) => value >= 0n)).toBe(true);
    expect(sum(coinbase!.outputs)).toBe(5_000_000_000n + fees.reduce((total, value) => total + value, 0n));
    expect(block).toMatchObject({ timeEstimated: true, heightEstimated: false, isWhole: true });
  }
  const inputs = blocks.flatMap((block) => block.transactions).flatMap((tx) => tx.inputs);
  expect(inputs.filter((input) => input.prevTxid === undefined)).toHaveLength(3219);
  expect(inputs.every((input) => input.value !== undefined && input.owner !== undefined)).toBe(true);
});

test('block 100,000 is the one everybody knows', async () => {
  const [block] = await readFacts(mainnetWindow);
  expect(block!.hash).toBe('000000000003ba27aa200b1cecaad478d2b00432346c3f1f3986da1afd33e506');
  expect(merkleRoot(block!.transactions.map((tx) => tx.txid))).toBe(
    'f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766',
  );
  const output = block!.transactions[1]!.outputs[0]!;
  expect(output).toMatchObject({ vout: 0, value: 556_000_000n, type: 'p2pkh' });
  expect(encodeAddress(BTC, decodeOwner(output.owner!)!)).toBe('1JqDybm2nWTENrHvMyafbSXXtTk5Uv5QAn');
});

test('August 2021 holds 196 CoinJoins with estimated, distinct heights and nonnegative fees', async () => {
  const blocks = await readFacts(wasabiAugust2021);
  const transactions = blocks.flatMap((block) => block.transactions);
  expect([blocks.length, transactions.length]).toEqual([180, 196]);
  expect(new Set(blocks.map((block) => block.hash)).size).toBe(180);
  for (const block of blocks) {
    expect(block).toMatchObject({ timeEstimated: false, heightEstimated: true, isWhole: false });
    expect(new Date(block.time * 1000).toISOString()).toMatch(/^2021-08-2[0-8]/);
    expect(block.height > 574_200 && block.height < 700_000).toBe(true);
  }
  for (const tx of transactions) {
    expect(fee(tx)).toBeGreaterThan(0n);
    expect(tx.inputs.every((input) => input.prevTxid?.length === 64 && input.owner?.length === 21)).toBe(true);
    expect(tx.outputs.length).toBeGreaterThan(2);
  }
});

test('each block of every era proves its work and its transactions', async () => {
  const source = await blocksOfEveryEra.open();
  const links = new Map<string, number>();
  for await (const [block] of source.blocks()) {
    const header = decodeHeader(block!.raw);
    const transactions = readTransactions(block!.raw);
    expect(checkProofOfWork(header, BTC)).toBe(true);
    expect(merkleRoot(transactions.map((tx) => tx.txid))).toBe(header.merkleRoot);
    if (links.has(header.prevHash)) expect(links.get(header.prevHash)).toBe(block!.height - 1);
    links.set(header.hash, block!.height);
    const [length, low, middle, high] = transactions[0]!.inputs[0]!.script as unknown as [
      number,
      number,
      number,
      number,
    ];
    if (block!.height >= 227_836) expect([length, low + middle * 256 + high * 65_536]).toEqual([3, block!.height]);
  }
  expect(links.size).toBe(13);
});
