import { getChain } from '@trailmark/chains/catalogue';
import { parseOwner } from '@trailmark/chains/utxo/address';
import { encodeTransaction, type TransactionParts } from '@trailmark/chains/utxo/transaction';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import { beforeEach, expect, test } from 'vitest';
import { ANY_TXID, payment, scriptOf, txidOf } from '../testing/forge-block.ts';
import { MempoolOverlay } from './mempool-overlay.ts';

const LITECOIN = getChain('ltc');
/** An index that holds nothing. */
const EMPTY = {
  tip: () => undefined,
  positionsOf: async () => new Map(),
  records: async () => [],
} as unknown as OutputLedger;
const FIRST = payment(
  [[ANY_TXID, 3]],
  [
    [500n, scriptOf(1)],
    [400n, scriptOf(2)],
  ],
);
const SECOND = payment([[txidOf(FIRST), 1]], [[390n, scriptOf(3)]]);

let overlay: MempoolOverlay;
beforeEach(() => {
  overlay = new MempoolOverlay(LITECOIN, EMPTY);
});

function show(...all: TransactionParts[]): Promise<unknown> {
  const raw = new Map(all.map((tx) => [txidOf(tx), encodeTransaction(tx, { witness: true })]));
  return overlay.update([...raw.keys()], raw, 1_700_000_000);
}

function idOf(byte: number): string {
  const address = `script:p2pkh:${Buffer.alloc(20, byte).toString('hex')}`;
  return ownerId(parseOwner(LITECOIN, address));
}

test('a transaction that spends another unconfirmed one has a known fee', async () => {
  await show(FIRST, SECOND);
  expect(overlay.get(txidOf(FIRST))?.record.fee).toBeUndefined();
  expect(overlay.get(txidOf(SECOND))?.record.fee).toBe(10n);
  expect(overlay.spenderOf(txidOf(FIRST), 1)).toEqual({ txid: txidOf(SECOND), input: 0 });
  expect(overlay.byOwner(idOf(2)).map(({ txid }) => txid)).toEqual([txidOf(FIRST), txidOf(SECOND)]);
});

test('what the node no longer lists is gone with all that pointed to it', async () => {
  await show(FIRST, SECOND);
  await overlay.update([txidOf(FIRST)], new Map(), 1_700_000_010);
  expect([overlay.count(), overlay.asOf]).toEqual([1, 1_700_000_010]);
  expect(overlay.spenderOf(txidOf(FIRST), 1)).toBeUndefined();
  expect(overlay.byOwner(idOf(3))).toEqual([]);
  overlay.clear();
  expect([overlay.count(), overlay.asOf, overlay.byOwner(idOf(1))]).toEqual([0, undefined, []]);
});

test('bytes that do not hash to the id the node gives are left out', async () => {
  const raw = encodeTransaction(FIRST, { witness: true });
  await overlay.update([ANY_TXID], new Map([[ANY_TXID, raw]]), 1_700_000_000);
  await overlay.update([txidOf(FIRST)], new Map([[txidOf(FIRST), raw.subarray(0, -1)]]), 1_700_000_000);
  expect(overlay.count()).toBe(0);
});

test("a transaction under Litecoin's extension flag is kept like any other", async () => {
  await show({ ...FIRST, isHogEx: true });
  expect(overlay.count()).toBe(1);
  expect(overlay.spenderOf(ANY_TXID, 3)).toEqual({ txid: txidOf(FIRST), input: 0 });
});

test('a transaction that the index has mined is not unconfirmed too, where the node is behind the index', async () => {
  let mined: readonly string[] = [txidOf(FIRST)];
  let tip = 'a';
  const index = {
    tip: () => ({ hash: tip }),
    positionsOf: async (txids: readonly string[]) =>
      new Map(txids.filter((txid) => mined.includes(txid)).map((txid) => [txid, [5 * 2 ** 20 + 1]])),
    records: async () => [],
  } as unknown as OutputLedger;
  overlay = new MempoolOverlay(LITECOIN, index);
  await show(FIRST, SECOND);
  expect(overlay.list(10).map(({ txid }) => txid)).toEqual([txidOf(SECOND)]);
  expect(overlay.spenderOf(ANY_TXID, 3)).toBeUndefined();
  // Mined later by another block of the index.
  [mined, tip] = [[txidOf(FIRST), txidOf(SECOND)], 'b'];
  await overlay.update([txidOf(FIRST), txidOf(SECOND)], new Map(), 1_700_000_010);
  expect(overlay.count()).toBe(0);
  // A reorganisation takes both blocks back: the node, which sends known bytes once, need not send them again.
  [mined, tip] = [[], 'c'];
  await overlay.update([txidOf(FIRST), txidOf(SECOND)], new Map(), 1_700_000_020);
  expect(overlay.count()).toBe(2);
  expect(overlay.spenderOf(ANY_TXID, 3)).toEqual({ txid: txidOf(FIRST), input: 0 });
});

test('what was replaced is kept as evidence, with when it was seen and what replaced it', async () => {
  const bumped = payment([[ANY_TXID, 3]], [[480n, scriptOf(1)]]);
  const raw = (tx: TransactionParts) => encodeTransaction(tx, { witness: true });
  expect(await overlay.update([txidOf(FIRST)], new Map([[txidOf(FIRST), raw(FIRST)]]), 1_700_000_000)).toEqual([]);
  // Not yet: a block that was mined meanwhile may have it.
  const next = [txidOf(bumped)];
  expect(await overlay.update(next, new Map([[txidOf(bumped), raw(bumped)]]), 1_700_000_010)).toEqual([]);
  expect(await overlay.update(next, new Map(), 1_700_000_020)).toEqual([
    {
      txid: txidOf(FIRST),
      raw: raw(FIRST),
      reason: 'replaced',
      firstSeen: 1_700_000_000,
      lastSeen: 1_700_000_000,
      block: undefined,
      replacedBy: txidOf(bumped),
    },
  ]);
  expect(await overlay.update([], new Map(), 1_700_000_030)).toEqual([]);
  expect(await overlay.update([], new Map(), 1_700_000_040)).toMatchObject([
    { txid: txidOf(bumped), reason: 'dropped', lastSeen: 1_700_000_020, replacedBy: undefined },
  ]);
});

test('what was mined, or is listed again, has not vanished', async () => {
  let mined: readonly string[] = [];
  const index = {
    tip: () => undefined,
    positionsOf: async (txids: readonly string[]) =>
      new Map(txids.filter((txid) => mined.includes(txid)).map((txid) => [txid, [7]])),
    records: async () => [],
  } as unknown as OutputLedger;
  overlay = new MempoolOverlay(LITECOIN, index);
  await show(FIRST, SECOND);
  await overlay.update([], new Map(), 1_700_000_010);
  mined = [txidOf(FIRST)];
  const again = new Map([[txidOf(SECOND), encodeTransaction(SECOND, { witness: true })]]);
  expect(await overlay.update([txidOf(SECOND)], again, 1_700_000_020)).toEqual([]);
});
