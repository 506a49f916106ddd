import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import { findMostFrequentOutput } from '@trailmark/analysis/coinjoin/mix-shape';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { decodeOwner } from '@trailmark/core/owner';
import { type Position, toPosition } from '@trailmark/core/position';
import { wasabiAugust2021 } from '@trailmark/ingest/bundled/wasabi-2021-08';
import type { FactTransaction } from '@trailmark/ingest/source';
import { beforeAll, expect, test } from 'vitest';

// The bundled CoinJoins of August 2021 are real ones: all must be found, or be listed here with the reason.

/** On the list of the source of what is no Wasabi round. */
const OF_OTHER_SOFTWARE = [
  '34590da30ec598a0f4717e09ed4a9a9dbdd7f6c8416a4b9e297d90ba9fed9347',
  '8b3b00e2bf65c5a379d3634ab05f61eb12b2f7748a05a9cdc9ad36e41475589f',
  'bb4d34cc355a40c27cc3903259e0fd722aed14808fa8d291a68e8ded70b6e1b6',
  'ff6fa1c1bbce152b039c993e3337a361abb0a1c3e078f922196ff4cdec2b7a99',
];
/**
 * JoinMarket by their sums: everybody but one received more than they brought, and none has the amount of Wasabi's rounds that month.
 * The first four are on the source's list of what is no Wasabi round.
 */
const JOINMARKET = [
  ...OF_OTHER_SOFTWARE,
  '1385206c39455cfaea80b13832ee91f10321aca361eeaa115c662b51fd1f5571',
  '485945aa433dd34a407ae9f94929284e47544f9deb6677316276fc3115499504',
  '5890d8cd34f23dca60b3e2b860eca72c00cb788ff7438e3591a1388c6e5bce90',
  '7bcf14d5740ca5580e90752e27f255121804dcf5c81ea8fd80965edcee2ad9ef',
  'a20733a76e8d7b943f4a69765393316ba0c01bfdca88782f337fedb812e7c0f4',
];
const NOTHING = { kindAt: () => undefined };

const detection = createCoinJoinDetection({ chain: 'btc' });
const records: TransactionRecord[] = [];

function toRecord(position: Position, transaction: FactTransaction): TransactionRecord {
  const { txid, isCoinbase, inputs, outputs } = transaction;
  return {
    position,
    txid,
    fee: undefined,
    isCoinbase,
    hasRaw: false,
    inputs: inputs.map(({ owner, value, prevVout }) => ({
      owner: owner && decodeOwner(owner),
      value,
      source: undefined,
      vout: prevVout,
      isP2pk: false,
    })),
    outputs: outputs.map(({ owner, value, type }) => ({ owner: owner && decodeOwner(owner), value, type })),
  };
}

beforeAll(async () => {
  const source = await wasabiAugust2021.open();
  for await (const batch of source.blocks()) {
    for (const { height, transactions } of batch) {
      for (const transaction of transactions)
        records.push(toRecord(toPosition(height, transaction.index), transaction));
    }
  }
});

test('every CoinJoin of the bundled month is found as one', () => {
  expect(records).toHaveLength(196);
  const missed = records.filter((record) => detection.detect(record, NOTHING)?.isCoinJoin !== true);
  expect(missed.map(({ txid }) => txid)).toEqual([]);
});

test('every real round of Wasabi 1 is found as Wasabi 1; what is not are nine rounds of JoinMarket', () => {
  const others = records.filter((record) => detection.detect(record, NOTHING)?.kind !== 'wasabi-1');
  expect(others.map(({ txid }) => txid).toSorted()).toEqual(JOINMARKET.toSorted());
  expect(others.map((record) => detection.detect(record, NOTHING))).toEqual(
    others.map(() => expect.objectContaining({ kind: 'joinmarket', confidence: 80 })),
  );
});

test('no round of JoinMarket has the amount of Wasabi’s rounds that month, which keep within a thousandth of each other', () => {
  const amounts = records
    .map((record) => findMostFrequentOutput(record, 0n)?.value ?? 0n)
    .toSorted((a, b) => Number(a - b));
  const median = Number(amounts[amounts.length / 2]);
  const isNear = (record: TransactionRecord): boolean =>
    Math.abs(Number(findMostFrequentOutput(record, 0n)?.value) - median) < median / 1000;
  expect(records.filter((record) => JOINMARKET.includes(record.txid)).filter(isNear)).toEqual([]);
  expect(records.filter(isNear)).toHaveLength(186);
});

test('rounds of several levels are found with their doubled amounts', () => {
  const levels = records.map((record) => detection.detect(record, NOTHING)?.denominations.length ?? 0);
  expect(levels.filter((count) => count > 1).length).toBeGreaterThan(150);
});

test('with the narrow tolerance of GraphSense nearly all of the month would be missed', () => {
  const narrow = createCoinJoinDetection({
    chain: 'btc',
    params: { 'wasabi-1': { tolerance: 500_000n } },
  });
  const found = records.filter((record) => narrow.detect(record, NOTHING)?.kind === 'wasabi-1');
  expect(found.length).toBeLessThan(20);
});
