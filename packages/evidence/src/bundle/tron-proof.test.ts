import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { TronProof } from '@trailmark/chains/account/block-proof';
import { NILE } from '@trailmark/chains/testing/nile-block';
import { sampleBlock, sampleTransaction } from '@trailmark/chains/testing/tron-answers';
import { ProtoWriter } from '@trailmark/chains/tron/proto-bytes';
import { proveTronTransactions } from '@trailmark/chains/tron/verify-block';
import { encodeBase58Check } from '@trailmark/chains/utxo/base58-address';
import { sha256 } from '@trailmark/chains/utxo/hash';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofTronProof from './tron-proof.ts';

const recorded = new WatchedResults();
const { proveTron, readTronHeader, readTronSigner } = recorded.watch(ofTronProof);

const key = (digits: string): string => `41${digits.repeat(20)}`;
const call = (more: Record<string, unknown> = {}, type = 'TriggerSmartContract') => ({
  type,
  value: { owner_address: key('01'), contract_address: key('04'), ...more },
});
const data = (selector = 'a9059cbb', words = 2) =>
  `${selector}${'0'.repeat(24)}${'03'.repeat(20)}${'5'.padStart(64, '0').repeat(words - 1)}`;
const coins = { type: 'TransferContract', value: { owner_address: key('01'), to_address: key('02'), amount: 7 } };

/** What the proof of the first of some transactions says. */
function prove(contracts: readonly Parameters<typeof sampleTransaction>[0][], wanted = 0) {
  const transactions = contracts.map(sampleTransaction);
  const block = sampleBlock({ height: 500, parentHash: 'ab'.repeat(32), time: 1_700_000_000, transactions });
  const txid = transactions[wanted]?.txID ?? '';
  const { header, proofs } = proveTronTransactions(block, [txid]);
  const proof = proofs.get(txid) as TronProof;
  return { header: readTronHeader(header), proof, txid, found: proveTron(readTronHeader(header), proof, txid) };
}
const paidBy = (contract: Parameters<typeof sampleTransaction>[0]) => {
  const { found } = prove([contract]);
  return typeof found === 'string' ? found : { payment: found.payment(), logs: found.logs };
};

describe('a header', () => {
  const { header } = proveTronTransactions(NILE, []);
  test('of a real network has the hash, the time, the parent and the producer of its block', () => {
    const { number, parentHash, timestamp, txTrieRoot, witness_address } = NILE.block_header.raw_data;
    expect(readTronHeader(header)).toEqual({
      ...{ height: number, time: timestamp / 1000, hash: NILE.blockID, parentHash },
      ...{ producer: encodeBase58Check(decodeHex(witness_address)), roots: [txTrieRoot] },
    });
    expect(() => readTronHeader('ff')).toThrow('This is no header');
  });

  test('is signed by whose key made the signature, the parity written as 0 or 1, or as 27 or 28', () => {
    const secret = sha256(Uint8Array.of(1));
    const hash = sha256(decodeHex(header));
    const made = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
    const [parity = 0, ...rest] = made;
    const written = (v: number) => `${encodeHex(Uint8Array.from(rest))}${v.toString(16).padStart(2, '0')}`;
    const own = readTronSigner(header, written(parity));
    expect(own).toMatch(/^T/);
    expect(readTronSigner(header, written(parity + 27))).toBe(own);
    expect(readTronSigner(header, written(1 - parity))).not.toBe(own);
    expect(readTronSigner(header, written(28 - parity))).not.toBe(own);
    for (const wrong of ['', written(parity).slice(2), `${written(parity)}00`, '00'.repeat(65)])
      expect(readTronSigner(header, wrong)).toBeUndefined();
  });
});

describe('a transaction', () => {
  test('of coins pays what was signed, and no event', () => {
    expect(paidBy(coins)).toMatchObject({ payment: { asset: '', amount: '7' }, logs: [] });
  });

  test('that calls `transfer` asks for the tokens of the call, and pays no coins', () => {
    const move = { asset: '04'.repeat(20), amount: '5', to: 'TAF8dttxK5iPKbvYC626aDBytrWANpLRXp' };
    expect(paidBy(call({ data: data() }))).toMatchObject({ payment: undefined, logs: [move] });
  });

  test.each([
    ['another function', call({ data: data('095ea7b3') })],
    ['a word too few', call({ data: data('a9059cbb', 1) })],
    ['a word too many', call({ data: data('a9059cbb', 3) })],
    ['no data', call()],
    [
      'another type with the same fields',
      {
        ...call({ data: data() }, 'UpdateSettingContract'),
        fields: { owner_address: 1, contract_address: 2, data: 4 },
      },
    ],
  ])('with %s asks for nothing', (_name, contract) => {
    expect(paidBy(contract)).toEqual({ payment: undefined, logs: [] });
  });

  test('that failed pays nothing', () => {
    for (const result of ['REVERT', 'OUT_OF_ENERGY', undefined])
      expect(paidBy({ ...coins, result })).toEqual({ payment: undefined, logs: [] });
    expect(paidBy({ ...call({ data: data() }), result: 'REVERT' })).toEqual({ payment: undefined, logs: [] });
  });

  test('is proven in each place of a block, and in no other place', () => {
    const block = [coins, call(), coins, call(), coins];
    for (const wanted of block.keys()) {
      const { header, proof, txid, found } = prove(block, wanted);
      expect(found).not.toBeTypeOf('string');
      const moved = proveTron(header, { ...proof, index: (wanted + 1) % 5 }, txid);
      expect(moved).toBe(`the path of transaction ${txid} does not lead to the header of block 500.`);
      expect(proveTron(header, { ...proof, index: proof.index + 8 }, txid)).toBe(moved);
      expect(proveTron(header, { ...proof, branch: proof.branch.slice(1) }, txid)).toBe(moved);
      expect(proveTron(header, { ...proof, branch: ['ab', ...proof.branch] }, txid)).toBe(moved);
    }
  });

  test('of other bytes than its id is none, and one of 64 bytes could be a node', () => {
    const { header, proof, txid } = prove([coins]);
    expect(proveTron(header, proof, 'ab'.repeat(32))).toContain('hash to another id');
    const whole = new ProtoWriter().bytes(1, new Uint8Array(62)).finish();
    expect(proveTron(header, { ...proof, transaction: encodeHex(whole) }, txid)).toContain('has 64 bytes');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/tron-proof.txt');
});
