import { hash } from 'node:crypto';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import type { CounterpartyTotals, HistoryFilter, OutputLedger, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId, ownerKey } from '@trailmark/core/owner';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import { expect } from 'vitest';
import type { ArrayReader } from '../../packages/server/src/testing/array-reader.ts';
import { allPositions, allRecords, listOwners } from './ledger-harness.ts';

const ALL = 1_000_000;
const SORTS = ['sent', 'received', 'count', 'last'] as const;
const DAY = 86_400;

/** Asks two readers everything there is to ask and expects the same answers. */
export async function expectSameAnswers(actual: OutputLedger, model: ArrayReader): Promise<void> {
  const owners = await listOwners(model);
  expectSameBlocks(actual, model);
  await expectSameTransactions(actual, model);
  await expectSameTotals(actual, model, owners);
  await expectSameRanges(actual, model, owners);
  await expectSameScriptHashes(actual, owners);
  await expectKeyScripts(actual, model);
  for (const [index, owner] of owners.entries()) {
    const next = owners[(index + 1) % owners.length] as Owner;
    await expectSameHistory(actual, model, owner, next);
    await expectSamePaging(actual, model, owner, index % 8 === 0 ? [1, 2, 3, 25] : [3, 25]);
    await expectSameOutputs(actual, model, owner);
    await expectSameCounterparties(actual, model, owner);
    for (const period of [3600, DAY, 'month'] as const) {
      expect(await actual.activity(owner, period)).toEqual(await model.activity(owner, period));
    }
  }
}

function expectSameBlocks(actual: OutputLedger, model: ArrayReader): void {
  expect(actual.tip()).toEqual(model.tip());
  expect(actual.transactionCount()).toBe(model.transactionCount());
  expect(actual.heightRanges()).toEqual(model.heightRanges());
  const top = (model.tip()?.height ?? -1) + 1;
  for (let height = 0; height <= top; height++) {
    const block = model.block(height);
    expect(actual.block(height)).toEqual(block);
    if (block) expect(actual.blockByHash(block.hash)).toEqual(block);
  }
  expect(actual.blockByHash('ab'.repeat(32))).toBeUndefined();
  for (const before of [undefined, 0, 1, 3, top, top + 5]) {
    for (const limit of [1, 3, ALL])
      expect(actual.blocksBefore(before, limit)).toEqual(model.blocksBefore(before, limit));
  }
}

async function expectSameTransactions(actual: OutputLedger, model: ArrayReader): Promise<void> {
  const positions = [...(await allPositions(model)), -1, 1, 2 ** 20 * 4 + 700, 2 ** 20 * 5000];
  const shuffled = positions.toSorted((a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009));
  // The model keeps no rows of coinbase inputs; the store keeps the one that is there.
  const records = (await actual.records(shuffled)).map((record) =>
    record?.isCoinbase ? { ...record, inputs: [] } : record,
  );
  expect(records).toEqual(await model.records(shuffled));
  expect(await actual.rawTransactions(shuffled)).toEqual(await model.rawTransactions(shuffled));
  for (let height = 0; height <= (model.tip()?.height ?? 0) + 1; height++) {
    expect(await actual.blockPositions(height)).toEqual(await model.blockPositions(height));
    expect(await actual.blockTxids(height)).toEqual(await model.blockTxids(height));
  }
  const tip = model.tip()?.height ?? 0;
  for (const heights of [[], [0], [tip + 1, tip, 2], Array.from({ length: tip + 1 }, (_, height) => height)])
    expect(await actual.txidsOfBlocks(heights)).toEqual(await model.txidsOfBlocks(heights));
  const txids = (await allRecords(model)).map(({ txid }) => txid);
  expect(await actual.positionsOf([...txids, 'ab'.repeat(32)])).toEqual(
    await model.positionsOf([...txids, 'ab'.repeat(32)]),
  );
  const digits = txids.slice(0, 5).flatMap((txid) => [1, 2, 5, 15, 16, 17, 64].map((length) => txid.slice(0, length)));
  for (const prefix of [...new Set([...digits, `${'f'.repeat(15)}0`])]) {
    for (const limit of [1, 4, 1000]) {
      expect(await actual.txidsByPrefix(prefix, limit), prefix).toEqual(await model.txidsByPrefix(prefix, limit));
    }
  }
}

async function expectSameHistories(actual: OutputLedger, model: ArrayReader, owners: readonly Owner[]): Promise<void> {
  expect(await actual.histories([], 5)).toEqual(new Map());
  for (const limitEach of [1, 3, ALL]) {
    expect(await actual.histories(owners, limitEach)).toEqual(await model.histories(owners, limitEach));
  }
}

async function expectSameTotals(actual: OutputLedger, model: ArrayReader, owners: readonly Owner[]): Promise<void> {
  const stranger: Owner = { type: 'p2pkh', payload: new Uint8Array(20).fill(9) };
  const asked = [...owners, stranger, owners[0] as Owner];
  const [own, expected] = [await actual.totals(asked), await model.totals(asked)];
  expect(own).toEqual(expected);
  expect(await actual.totals([])).toEqual(new Map());
  await expectSameHistories(actual, model, asked);
  for (const owner of owners) {
    const all = await actual.history(owner, { order: 'oldest' }, { limit: ALL });
    const total = own.get(ownerId(owner));
    expect(all.length).toBe(total?.transactionCount);
    expect(all.reduce((sum, { received }) => sum + received, 0n)).toBe(total?.received);
    expect(all.reduce((sum, { sent }) => sum + sent, 0n)).toBe(total?.sent);
    const unspent = await actual.unspent(owner, { limit: ALL });
    const balance = unspent.reduce((sum, { value }) => sum + value, 0n);
    expect(balance).toBe((total?.received ?? 0n) - (total?.sent ?? 0n));
    let running = 0n;
    for (const [i, { position, received, sent }] of all.entries()) {
      running += received - sent;
      if (i % 5 !== 0 && i !== all.length - 1) continue;
      expect(await actual.balanceAt(owner, position)).toBe(running);
      expect(await actual.balanceAt(owner, position - 1)).toBe(running - received + sent);
    }
  }
}

function historyFilters(model: ArrayReader, other: Owner): Omit<HistoryFilter, 'order'>[] {
  const top = model.tip()?.height ?? 0;
  const time = (share: number): number => model.block(Math.floor(top * share))?.time ?? 0;
  return [
    {},
    { direction: 'in' },
    { direction: 'out' },
    { direction: 'self' },
    { fromHeight: Math.floor(top / 3) },
    { toHeight: Math.floor(top / 2) },
    { fromHeight: 5, toHeight: 5 },
    { fromTime: time(0.25), toTime: time(0.75) },
    { fromTime: time(0.6) },
    { toTime: time(0.4) },
    { fromTime: time(1) + 10 * DAY },
    { minAmount: 100_000_000n },
    { maxAmount: 0n },
    { minAmount: 1n, maxAmount: 1_000_000_000n },
    // Beyond what the store's own integers hold, either way: they neither come round nor fail.
    { minAmount: 2n ** 64n },
    { minAmount: -1n, maxAmount: 2n ** 64n },
    { maxAmount: -1n },
    { fromHeight: 999_999_999_999_999 },
    { toHeight: 999_999_999_999_999 },
    { counterparty: other },
    { counterparty: other, direction: 'out', minAmount: 1000n, fromHeight: 3, toTime: time(0.9) },
  ];
}

async function expectSameHistory(actual: OutputLedger, model: ArrayReader, owner: Owner, other: Owner): Promise<void> {
  for (const [i, filter] of historyFilters(model, other).entries()) {
    const order = i % 2 === 0 ? 'newest' : 'oldest';
    const asked = { ...filter, order } as const;
    const expected = await model.history(owner, asked, { limit: ALL });
    expect(await actual.history(owner, asked, { limit: ALL }), describe(asked)).toEqual(expected);
    const after = expected[Math.floor(expected.length / 2)]?.position ?? 0;
    expect(await actual.history(owner, asked, { after, limit: 2 }), describe(asked)).toEqual(
      await model.history(owner, asked, { after, limit: 2 }),
    );
  }
}

function describe(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));
}

async function expectSamePaging(
  actual: OutputLedger,
  model: ArrayReader,
  owner: Owner,
  limits: number[],
): Promise<void> {
  for (const limit of limits) {
    for (const order of ['newest', 'oldest'] as const) {
      const expected = await model.history(owner, { order }, { limit: ALL });
      if (order === 'oldest') {
        const positions = expected.map(({ position }) => position);
        expect(await actual.ownerPositions(owner, { limit: ALL })).toEqual(positions);
        expect(await actual.ownerPositions(owner, { after: positions[0], limit: 2 })).toEqual(positions.slice(1, 3));
      }
      const paged = [];
      for (let after: number | undefined; ; ) {
        const page = await actual.history(owner, { order }, { after, limit });
        paged.push(...page);
        after = page.at(-1)?.position;
        if (page.length < limit) break;
      }
      expect(paged).toEqual(expected);
    }
  }
}

async function expectSameOutputs(actual: OutputLedger, model: ArrayReader, owner: Owner): Promise<void> {
  const expected = await model.unspent(owner, { limit: ALL });
  expect(await actual.unspent(owner, { limit: ALL })).toEqual(expected);
  const paged = [];
  for (let after: { position: number; vout: number } | undefined; ; ) {
    const page = await actual.unspent(owner, { after, limit: 2 });
    paged.push(...page);
    after = page.at(-1);
    if (page.length < 2) break;
  }
  expect(paged).toEqual(expected);
  const history = await model.history(owner, { order: 'oldest' }, { limit: ALL });
  const records = await model.records(history.map(({ position }) => position));
  const places = records.flatMap((record) =>
    (record?.outputs ?? []).flatMap((output, vout) =>
      output.owner ? [{ position: record?.position ?? 0, vout, owner: output.owner }] : [],
    ),
  );
  expect(await actual.spenders(places)).toEqual(await model.spenders(places));
}

const SORT_KEY = {
  sent: ({ sentTo }: CounterpartyTotals) => sentTo,
  received: ({ receivedFrom }: CounterpartyTotals) => receivedFrom,
  count: ({ transactionCount }: CounterpartyTotals) => BigInt(transactionCount),
  last: ({ lastPosition }: CounterpartyTotals) => BigInt(lastPosition),
} as const;

/** Ties go to who came first, then to the smaller owner. */
function ordered(items: readonly CounterpartyTotals[], sort: (typeof SORTS)[number]): CounterpartyTotals[] {
  return items.toSorted((a, b) => {
    const difference = SORT_KEY[sort](b) - SORT_KEY[sort](a);
    if (difference !== 0n) return difference > 0n ? 1 : -1;
    if (a.firstPosition !== b.firstPosition) return a.firstPosition - b.firstPosition;
    return ownerId(a.owner) < ownerId(b.owner) ? -1 : 1;
  });
}

async function expectSameCounterparties(actual: OutputLedger, model: ArrayReader, owner: Owner): Promise<void> {
  const { items, total } = await model.counterparties(owner, { sort: 'sent', offset: 0, limit: ALL });
  for (const sort of SORTS) {
    const expected = ordered(items, sort);
    for (const [offset, limit] of [
      [0, ALL],
      [0, 3],
      [2, 5],
      [total, 3],
    ] as const) {
      const page = await actual.counterparties(owner, { sort, offset, limit });
      expect(page.items, `${sort} ${offset}`).toEqual(expected.slice(offset, offset + limit));
      expect(page.total, `${sort} ${offset}`).toBe(total);
    }
  }
  for (const other of [items[0]?.owner, items.at(-1)?.owner, owner]) {
    if (!other) continue;
    const expected = await model.links(owner, other, { limit: ALL });
    expect(await actual.links(owner, other, { limit: ALL })).toEqual(expected);
    const before = expected[1];
    expect(await actual.links(owner, other, { before, limit: 2 })).toEqual(
      await model.links(owner, other, { before, limit: 2 }),
    );
  }
}

async function expectSameRanges(actual: OutputLedger, model: ArrayReader, owners: readonly Owner[]): Promise<void> {
  const byUse = (rows: { owner: Owner; transactionCount: number }[]) =>
    rows.toSorted(
      (a, b) => b.transactionCount - a.transactionCount || Buffer.compare(a.owner.payload, b.owner.payload),
    );
  for (const type of new Set(owners.map((owner) => owner.type))) {
    const code = SCRIPT_CODE[type];
    const prefixes = owners.filter((owner) => owner.type === type).map((owner) => ownerKey(owner).prefix);
    const ranges = [
      { type: code, from: 0n, to: 0xffff_ffff_ffff_ffffn },
      { type: code, from: prefixes[0] ?? 0n, to: prefixes[0] ?? 0n },
      { type: code, from: (prefixes[0] ?? 0n) + 1n, to: 0xffff_ffff_ffff_ffffn },
    ];
    for (const range of ranges) {
      const expected = byUse(await model.ownersInRange(range, ALL));
      expect(await actual.ownersInRange(range, 1000), type).toEqual(expected);
      expect(await actual.ownersInRange(range, 1), type).toEqual(expected.slice(0, 1));
    }
  }
}

async function expectSameScriptHashes(actual: OutputLedger, owners: readonly Owner[]): Promise<void> {
  for (const owner of owners.slice(0, 11)) {
    const script = ownerScript(owner);
    const scriptHash = script ? hash('sha256', script) : Buffer.from(owner.payload).toString('hex');
    expect(await actual.ownerOfScriptHash(scriptHash)).toEqual(owner);
  }
  expect(await actual.ownerOfScriptHash('cd'.repeat(32))).toBeUndefined();
  expect(await actual.positionOfKeyScript('cd'.repeat(32))).toBeUndefined();
}

/** A bare key is found by the hash of its script: the transaction at the place that the store names pays it. */
async function expectKeyScripts(actual: OutputLedger, model: ArrayReader): Promise<void> {
  const records = (await allRecords(model)).filter(({ outputs }) => outputs.some(({ type }) => type === 'p2pk'));
  const raw = await model.rawTransactions(records.map(({ position }) => position));
  const scriptsAt = ({ position, outputs }: TransactionRecord): string[] => {
    const scripts = decodeTransaction(raw.get(position) as Uint8Array).outputs.map(({ script }) => script);
    return scripts.filter((_, vout) => outputs[vout]?.type === 'p2pk').map((script) => hash('sha256', script));
  };
  const places = new Map(records.map((record) => [record.position, scriptsAt(record)]));
  for (const scriptHash of new Set([...places.values()].flat())) {
    const found = await actual.positionOfKeyScript(scriptHash);
    expect(places.get(found ?? -1) ?? [], scriptHash).toContain(scriptHash);
    // A bare key is another script than the one of its address, which is found by the owner.
    expect(await actual.ownerOfScriptHash(scriptHash)).toBeUndefined();
  }
}
