import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatAccount, parseAccount } from '../../packages/chains/src/account/account-address.ts';
import { type SampleContract, sampleBlock, sampleTransaction } from '../../packages/chains/src/testing/tron-answers.ts';
import { decodeTronBlock } from '../../packages/chains/src/tron/decode-block.ts';
import { verifyTronBlock } from '../../packages/chains/src/tron/verify-block.ts';
import { tron } from '../../packages/chains/src/tron.ts';
import { type AccountBlock, BLOCK_HOLDS_ALL } from '../../packages/core/src/account-block.ts';
import type { AccountChainStore } from '../../packages/store/src/account-facts/account-store.ts';
import { type FactsStore, openFactsStore } from '../../packages/store/src/open-store.ts';
import { describeWithData } from '../needs.ts';

// Block 40,521,139 as another indexer's double-entry effects. The block as a node answers it is published nowhere we looked,
// so the node's answers are made from the effects, payments as payments, events as logs; what is proven is that reading,
// decoding, storing and summing them loses and adds nothing, and that the effects keep the rules we decode by.

interface Effect {
  readonly transaction: string | null;
  readonly address: string;
  readonly effect: string;
  readonly sort_key: number;
  readonly failed?: 't' | 'f';
  readonly extra?: string;
  readonly currency?: string;
  readonly time: string;
}
type Module = 'TronMain' | 'TronInternal' | 'TronTRC10' | 'TronTRC20' | 'TronTRC721';

const VOID = 'the-void';
const HEIGHT = 40_521_139;

/** Two effects that belong together: what one address loses the other gets. */
interface Pair {
  readonly transaction: string | null;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly extra: string;
  readonly failed: boolean;
  readonly currency: string;
}

function toPairs(effects: readonly Effect[]): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < effects.length; i += 2) {
    const [out, into] = [effects[i]!, effects[i + 1]!];
    expect([out.sort_key, into.sort_key, into.transaction]).toEqual([i, i + 1, out.transaction]);
    expect(BigInt(out.effect) + BigInt(into.effect), `pair ${i}`).toBe(0n);
    expect(BigInt(into.effect) >= 0n).toBe(true);
    pairs.push({
      transaction: out.transaction,
      from: out.address,
      to: into.address,
      amount: BigInt(into.effect),
      extra: out.extra ?? '',
      failed: out.failed === 't',
      currency: out.currency ?? '',
    });
  }
  return pairs;
}

const hexOf = (address: string): string => `41${parseAccount(tron, address)}`;
const word = (value: bigint | string): string =>
  (typeof value === 'string' ? value : value.toString(16)).padStart(64, '0');
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const CALL_TYPES = ['t', 'ta', 'tsc', 'fb'];

describeWithData('evm/tron-double-entry', (folder) => {
  const effects = JSON.parse(readFileSync(join(folder, `${HEIGHT}.json`), 'utf8')) as Record<Module, Effect[]>;
  const main = toPairs(effects.TronMain);
  const internal = toPairs(effects.TronInternal);
  const trc10 = toPairs(effects.TronTRC10);
  const trc20 = toPairs(effects.TronTRC20);
  const trc721 = toPairs(effects.TronTRC721);
  const of = (pairs: readonly Pair[], transaction: string | null): Pair[] =>
    pairs.filter((pair) => pair.transaction === transaction);
  const ids = [...new Set(main.map(({ transaction }) => transaction).filter((id) => id !== null))];
  const typeOf = (id: string): string => of(main, id).find(({ extra }) => CALL_TYPES.includes(extra))?.extra ?? '';

  describe('the effects keep the rules we decode by', () => {
    test('169 transactions, each with one call and at most one fee, which is burned', () => {
      expect(ids).toHaveLength(169);
      for (const id of ids) {
        const pairs = of(main, id);
        expect(
          pairs.filter(({ extra }) => CALL_TYPES.includes(extra)),
          id,
        ).toHaveLength(1);
        const fees = pairs.filter(({ extra }) => extra === 'b');
        expect(fees.length, id).toBeLessThan(2);
        for (const fee of fees) expect([fee.to, fee.from]).toEqual([VOID, pairs.at(-1)!.from]);
      }
    });
    test('a failed call loses its fee at most', () => {
      const failed = ids.filter((id) => of(main, id).some((pair) => pair.failed));
      expect(failed).toHaveLength(2);
      for (const id of failed) {
        expect(of(main, id).find(({ extra }) => extra === 'tsc')!.amount).toBe(0n);
        for (const module of [internal, trc10, trc20, trc721]) expect(of(module, id)).toEqual([]);
      }
    });
    test('inner calls and events belong to calls of contracts, TRC-10 payments to their own type', () => {
      for (const { transaction } of [...internal, ...trc20, ...trc721]) expect(typeOf(transaction!)).toBe('tsc');
      for (const { transaction } of trc10) expect(typeOf(transaction!)).toBe('ta');
      expect(ids.filter((id) => typeOf(id) === 'ta')).toHaveLength(36);
      expect(trc10).toHaveLength(36);
    });
    test('a stake goes to nobody; the only rest is the reward of the block, which waits outside the balance', () => {
      const stakes = main.filter(({ extra }) => extra === 'fb');
      expect(stakes.map(({ to, amount }) => [to, amount])).toEqual([[VOID, 10_000_000n]]);
      const rest = main.filter(({ extra }) => ![...CALL_TYPES, 'b'].includes(extra));
      expect(rest.map(({ from, to, amount }) => [from, to, amount])).toEqual([
        [VOID, 'TKSXDA8HfE9E1y39RczVQ1ZascUEtaSToF', 16_000_000n],
        [VOID, 'treasury', 160_000_000n],
      ]);
    });
  });

  describe('read, decoded, stored and summed', () => {
    const directory = mkdtempSync(join(tmpdir(), 'trailmark-tron-'));
    let facts: FactsStore;
    let store: AccountChainStore;
    let block: AccountBlock;
    const originals = new Map<string, string>();

    const contractOf = (id: string): SampleContract => {
      const call = of(main, id).find(({ extra }) => CALL_TYPES.includes(extra))!;
      const owner_address = hexOf(call.from);
      if (call.extra === 't') {
        return { type: 'TransferContract', value: { owner_address, to_address: hexOf(call.to), amount: call.amount } };
      }
      if (call.extra === 'fb')
        return { type: 'FreezeBalanceContract', value: { owner_address, frozen_balance: call.amount } };
      const result = call.failed ? 'REVERT' : 'SUCCESS';
      if (call.extra === 'tsc') {
        return {
          type: 'TriggerSmartContract',
          value: { owner_address, contract_address: hexOf(call.to), call_value: call.amount },
          result,
        };
      }
      const [paid] = of(trc10, id);
      const asset_name = Buffer.from(paid!.currency, 'utf8').toString('hex');
      return {
        type: 'TransferAssetContract',
        value: { asset_name, owner_address, to_address: hexOf(paid!.to), amount: paid!.amount },
      };
    };
    const infoOf = (id: string, txID: string) => ({
      id: txID,
      blockNumber: HEIGHT,
      fee: of(main, id).find(({ extra }) => extra === 'b')?.amount ?? 0n,
      receipt: typeOf(id) === 'tsc' ? { result: of(main, id).some(({ failed }) => failed) ? 'REVERT' : 'SUCCESS' } : {},
      internal_transactions: of(internal, id).map(({ from, to, amount }) => ({
        caller_address: hexOf(from),
        transferTo_address: hexOf(to),
        callValueInfo: [{ callValue: amount }],
        note: '63616c6c',
      })),
      log: [
        ...of(trc20, id).map(({ from, to, amount, currency }) => ({
          address: parseAccount(tron, currency),
          topics: [TRANSFER, word(parseAccount(tron, from)), word(parseAccount(tron, to))],
          data: word(amount),
        })),
        ...of(trc721, id).map(({ from, to, currency }) => ({
          address: parseAccount(tron, currency),
          topics: [TRANSFER, word(parseAccount(tron, from)), word(parseAccount(tron, to)), word(7945n)],
        })),
      ],
    });

    beforeAll(async () => {
      const transactions = ids.map((id, i) => sampleTransaction(contractOf(id), i));
      for (const [i, { txID }] of transactions.entries()) originals.set(txID, ids[i]!);
      const time = Date.parse(`${effects.TronMain[0]!.time.replace(' ', 'T')}Z`) / 1000;
      const answer = sampleBlock({ height: HEIGHT, parentHash: 'ab'.repeat(32), time, transactions });
      verifyTronBlock(answer);
      const infos = ids.map((id, i) => infoOf(id, transactions[i]!.txID));
      const decoded = decodeTronBlock({ block: answer, infos, source: 'effects', hasInternals: true });
      // The chain's own ids, and the reward as a move of the block: the store is queried for everything the effects report.
      const producer = parseAccount(tron, 'TKSXDA8HfE9E1y39RczVQ1ZascUEtaSToF');
      const reward = { kind: 'reward', asset: '', from: '', to: producer, amount: 16_000_000n } as const;
      block = {
        ...decoded,
        transactions: decoded.transactions.map((tx) => ({ ...tx, hash: originals.get(tx.hash)! })),
        moves: [{ ...reward, tokenId: undefined, logIndex: undefined, tracePath: undefined, flags: 0 }],
      };
      facts = await openFactsStore({ dataDirectory: directory });
      store = await facts.accountChain('trx');
      await store.writer.commit([block]);
    });
    afterAll(async () => {
      await facts?.close();
      rmSync(directory, { recursive: true, force: true });
    });

    const assetOf = (module: Module, currency: string): string => {
      if (module === 'TronTRC10') return `trc10:${currency}`;
      return currency === '' ? '' : parseAccount(tron, currency);
    };
    /** Sums by address and asset, as the effects have them. */
    const expected = new Map<string, bigint>();
    for (const module of ['TronMain', 'TronInternal', 'TronTRC10', 'TronTRC20', 'TronTRC721'] as const) {
      for (const { address, effect, currency } of effects[module]) {
        if (!address.startsWith('T')) continue;
        const key = `${address} ${assetOf(module, currency ?? '')}`;
        expected.set(key, (expected.get(key) ?? 0n) + BigInt(effect));
      }
    }
    const addresses = [...new Set([...expected.keys()].map((key) => key.split(' ')[0]!))];

    test('the block is completely indexed, with its 169 transactions in their order', async () => {
      expect(block.holds & BLOCK_HOLDS_ALL).toBe(BLOCK_HOLDS_ALL);
      const positions = await store.reader.blockPositions(HEIGHT);
      const records = await store.reader.transactions(positions);
      expect(records.map((record) => record?.hash)).toEqual(ids);
      expect(records.filter((record) => record?.status === 'failed')).toHaveLength(2);
    });

    test('every address and asset sums to what the effects say, and no other has a sum', async () => {
      const sums = new Map<string, bigint>();
      for (const address of addresses) {
        const { items } = await store.reader.assetsOf(parseAccount(tron, address), { offset: 0, limit: 100 });
        for (const { asset, received, sent } of items) sums.set(`${address} ${asset}`, received - sent);
      }
      expect(sums.size).toBeGreaterThan(250);
      for (const [key, sum] of expected) expect([key, sums.get(key)]).toEqual([key, sum]);
      for (const [key, sum] of sums) expect([key, sum]).toEqual([key, expected.get(key) ?? 0n]);
      const touched = new Set(
        [...block.moves, ...block.transactions.flatMap(({ moves }) => moves)].flatMap(({ from, to }) => [from, to]),
      );
      touched.delete('');
      expect([...touched].map((key) => formatAccount(tron, key)).sort()).toEqual([...addresses].sort());
    });

    test('totals of the coin agree, and each effect is a move of its transaction, in order', async () => {
      const totals = await store.reader.totals(addresses.map((address) => parseAccount(tron, address)));
      for (const address of addresses) {
        const native = totals.get(parseAccount(tron, address))?.native;
        expect([address, (native?.received ?? 0n) - (native?.sent ?? 0n)]).toEqual([
          address,
          expected.get(`${address} `) ?? 0n,
        ]);
      }
      const positions = await store.reader.blockPositions(HEIGHT);
      const moves = await store.reader.movesOf(positions, 1000);
      positions.forEach((position, i) => {
        const id = ids[i]!;
        const inOrder = [
          ...of(main, id).map(({ amount }) => ['', amount]),
          ...of(internal, id).map(({ amount }) => ['', amount]),
          ...of(trc10, id).map(({ amount, currency }) => [`trc10:${currency}`, amount]),
          ...[...of(trc20, id), ...of(trc721, id)].map(({ amount, currency }) => [
            parseAccount(tron, currency),
            amount,
          ]),
        ];
        // A stake is a call of nothing and the stake itself.
        const told = moves.get(position)!.filter(({ amount }, at) => typeOf(id) !== 'fb' || amount > 0n || at === 0);
        expect(
          told.map(({ asset, amount }) => [asset, amount]),
          id,
        ).toEqual(inOrder);
      });
    });
  });
});
