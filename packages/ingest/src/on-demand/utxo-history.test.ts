import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOwner } from '@trailmark/chains/utxo/address';
import { sha256 } from '@trailmark/chains/utxo/hash';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { AppError } from '@trailmark/core/errors';
import { ownerId } from '@trailmark/core/owner';
import { toPosition } from '@trailmark/core/position';
import type { WriteStep } from '@trailmark/store/facts/chain-writer';
import { openFactsStore } from '@trailmark/store/open-store';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { blocksOfEveryEra } from '../bundled/blocks-every-era.ts';
import { loadBundledSets } from '../utxo/load-bundled.ts';
import type { ElectrumCall } from './electrum.ts';
import { type FetchedUtxoHistory, fetchUtxoHistory } from './fetch-utxo-history.ts';
import { findIndexedTransactions, mergeUtxoHistory } from './merge-utxo-history.ts';
import { getOnDemandSource } from './on-demand-catalogue.ts';
import { proveTransaction } from './prove-transaction.ts';
import type { SendToSource } from './source-asker.ts';
import type { ReplayRequest } from './testing/replay-server.ts';
import {
  answerAsElectrum,
  answerAsEsplora,
  historyOf,
  type Lies,
  type ReplayedChain,
  type ReplayedTransaction,
  readReplayedChain,
} from './testing/replayed-chain.ts';
import type { ListedTransaction, UtxoSource } from './utxo-source.ts';

const BTC = getChain('btc');
/** A game of 2013 that everybody knew: thirteen transactions in two neighbouring blocks, three of them its own. */
const ADDRESS = '1dice97ECuByXAvqXpaYzSaQuPVvrtmz6';
const OWNER = parseOwner(BTC, ADDRESS);
const SCRIPT_HASH = Buffer.from(sha256(ownerScript(OWNER) ?? new Uint8Array(0)))
  .reverse()
  .toString('hex');
const KINDS = ['esplora-btc', 'electrum-btc'] as const;
type Kind = (typeof KINDS)[number];

let replayed: ReplayedChain;
let history: readonly ReplayedTransaction[];
beforeAll(async () => {
  replayed = await readReplayedChain(BTC);
  history = historyOf(replayed, SCRIPT_HASH);
  expect(history).toHaveLength(13);
});

function toSend(kind: Kind, lies: Lies): SendToSource {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  if (kind === 'electrum-btc') {
    const answer = answerAsElectrum(replayed, lies);
    return async ({ body }) => {
      const { calls } = body as { calls: ElectrumCall[] };
      const answers = calls.map((call, id) => {
        try {
          return { id, result: answer(call) };
        } catch (cause) {
          return { id, error: { code: 1, message: (cause as Error).message } };
        }
      });
      return { status: 200, retryAfter: undefined, body: encode(JSON.stringify(answers)) };
    };
  }
  const answer = answerAsEsplora(replayed, SCRIPT_HASH, lies, 5);
  return async ({ path }) => {
    const request: ReplayRequest = {
      method: 'GET',
      path,
      query: new URLSearchParams(),
      headers: {},
      body: undefined,
      number: 0,
    };
    const { status = 200, text, json } = answer(request);
    return { status, retryAfter: undefined, body: encode(text ?? JSON.stringify(json)) };
  };
}

interface Options {
  readonly lies?: Lies;
  readonly maxRequests?: number;
  readonly findIndexed?: (listed: readonly ListedTransaction[]) => Promise<ReadonlySet<string>>;
}

function fetchFrom(kind: Kind, { lies = {}, maxRequests = 100, findIndexed = async () => new Set() }: Options = {}) {
  return fetchUtxoHistory({
    source: getOnDemandSource(kind) as UtxoSource,
    chain: BTC,
    owner: OWNER,
    addressText: ADDRESS,
    scriptHash: SCRIPT_HASH,
    description: `Replayed ${kind}`,
    asking: { send: toSend(kind, lies), maxRequests, signal: AbortSignal.timeout(30_000), wait: async () => undefined },
    findIndexed,
    now: 1_700_000_000,
  });
}

describe.each(KINDS)('%s', (kind) => {
  test('proves every transaction of an address down to the header of its block', async () => {
    const { proven, listed, coverage, tip } = await fetchFrom(kind);
    expect(proven.map(({ txid, height, index }) => [txid, height, index])).toEqual(
      history.map(({ txid, height, index }) => [txid, height, index]),
    );
    expect(listed).toHaveLength(13);
    expect(tip).toBe(899_995);
    expect(coverage).toEqual({
      source: `Replayed ${kind}`,
      fetchedAt: 1_700_000_000,
      fromHeight: 0,
      toHeight: 899_995,
      isComplete: true,
      note: undefined,
    });
  });

  test('leaves out what is unconfirmed, and counts it', async () => {
    const { proven, coverage } = await fetchFrom(kind, { lies: { unconfirmed: 3 } });
    expect(proven).toHaveLength(13);
    expect(coverage).toMatchObject({ isComplete: true, note: 'Unconfirmed ones were left out: 3.' });
  });

  test('requests nothing twice that is indexed', async () => {
    const all = await fetchFrom(kind);
    const held = async (listed: readonly ListedTransaction[]) => new Set(listed.map(({ txid }) => txid));
    const again = await fetchFrom(kind, { findIndexed: held });
    expect([again.proven.length, again.coverage.isComplete]).toEqual([0, true]);
    expect(again.requests).toBeLessThan(all.requests);
  });

  test('says which part came where its requests are used up', async () => {
    const { proven, coverage } = await fetchFrom(kind, { maxRequests: kind === 'esplora-btc' ? 12 : 2 });
    expect(proven.length).toBe(kind === 'esplora-btc' ? 4 : 0);
    expect(coverage.isComplete).toBe(false);
    expect(coverage.note).toMatch(/limit of \d+ requests was reached.*were not asked for/);
    if (kind === 'esplora-btc') expect(coverage.fromHeight).toBeGreaterThan(227_835);
    else expect(coverage).toMatchObject({ fromHeight: 0, toHeight: 227_834 });
  });

  const other = (tx: ReplayedTransaction): ReplayedTransaction =>
    [...replayed.transactions.values()].find(({ height, index }) => height === tx.height && index === tx.index + 1) ??
    tx;
  const LIES: readonly (readonly [string, Lies, RegExp])[] = [
    ['raw bytes of another transaction', { raw: (tx) => other(tx).raw }, /do not hash to its id/],
    ['raw bytes that are cut', { raw: (tx) => tx.raw.slice(0, -2) }, /cannot be read/],
    ['raw bytes that are no text', { raw: () => 'zz' }, /not hexadecimal/],
    [
      'a branch of another transaction',
      { branch: (tx) => ({ block_height: tx.height, merkle: other(tx).branch(), pos: other(tx).index }) },
      /does not lead to the root/,
    ],
    [
      'an index that is not its own',
      { branch: (tx) => ({ block_height: tx.height, merkle: tx.branch(), pos: tx.index ^ 2 }) },
      /does not lead to the root/,
    ],
    [
      'a branch at another height',
      { branch: (tx) => ({ block_height: tx.height + 1, merkle: tx.branch(), pos: tx.index }) },
      /of another height/,
    ],
    ['no list in its branch', { branch: (tx) => ({ block_height: tx.height, pos: tx.index }) }, /no list of hashes/],
    [
      'a header that took no work',
      { header: (header) => `${header.slice(0, -8)}00000000` },
      /proof-of-work|another block/,
    ],
    ['half a header', { header: (header) => header.slice(0, 80) }, /fewer than 80 bytes/],
  ];

  test.each(LIES)('rejects %s by name, and the rest is kept', async (_, lies, why) => {
    const victim = history[5]?.txid ?? '';
    const only = <T>(lie: ((tx: ReplayedTransaction) => T) | undefined, truth: (tx: ReplayedTransaction) => T) =>
      lie && ((tx: ReplayedTransaction) => (tx.txid === victim ? lie(tx) : truth(tx)));
    const told: Lies = {
      ...(lies.header ? { header: lies.header } : {}),
      ...(lies.raw ? { raw: only(lies.raw, ({ raw }) => raw) as (tx: ReplayedTransaction) => string } : {}),
      ...(lies.branch
        ? {
            branch: only(lies.branch, (tx) => ({ block_height: tx.height, merkle: tx.branch(), pos: tx.index })) as (
              tx: ReplayedTransaction,
            ) => unknown,
          }
        : {}),
    };
    const { proven, coverage } = await fetchFrom(kind, { lies: told });
    expect(proven.map(({ txid }) => txid)).not.toContain(victim);
    expect(proven).toHaveLength(lies.header ? 0 : 12);
    expect(coverage.isComplete).toBe(false);
    expect(coverage.note).toMatch(/Refused, because it does not check/);
    expect(coverage.note).toMatch(why);
    if (!lies.header) expect(coverage.note).toContain(victim);
  });

  test('of another chain is reported as such, and nothing is taken', async () => {
    await expect(fetchFrom(kind, { lies: { genesis: 'f'.repeat(64) } })).rejects.toMatchObject({
      kind: 'inconsistent',
      message: expect.stringContaining('its block 0 is another one'),
    });
  });
});

test('a proof of a place that its block does not have is refused', async () => {
  // The last of an odd number of transactions represents its missing neighbour as well.
  const { transactions } = await readReplayedChain(BTC, [131_025, 169_482, 333_961, 363_703]);
  const blocks = Map.groupBy(transactions.values(), ({ height }) => height);
  const last = [...blocks.values()].find(({ length }) => length % 2 === 1)?.at(-1);
  if (!last) throw new Error('no block has an odd number of transactions');
  const told = { txid: last.txid, height: last.height, raw: last.raw, header: last.header };
  const branch = { block_height: last.height, merkle: last.branch(), pos: last.index };
  expect(proveTransaction(BTC, { ...told, branch })).toMatchObject({ index: last.index });
  expect(() => proveTransaction(BTC, { ...told, branch: { ...branch, pos: last.index + 1 } })).toThrow(/does not have/);
});

describe('what was fetched goes into the index', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  async function openStore(
    onWriteStep?: (step: WriteStep) => Promise<void>,
    folder = mkdtempSync(join(tmpdir(), 'trailmark-fetched-')),
  ) {
    folders.push(folder);
    const host = await openFactsStore({ dataDirectory: folder, onWriteStep });
    const store = await host.chain('btc');
    const findIndexed = async (listed: readonly ListedTransaction[]) =>
      new Set((await findIndexedTransactions(store.reader, listed)).keys());
    const merge = (fetched: FetchedUtxoHistory) => mergeUtxoHistory(store, BTC, fetched);
    const totals = async () => (await store.reader.totals([OWNER])).get(ownerId(OWNER));
    return { folder, host, store, findIndexed, merge, totals };
  }

  /** The part of a history below or above a place in its list. */
  function part(all: FetchedUtxoHistory, from: number, to?: number): FetchedUtxoHistory {
    return { ...all, proven: all.proven.slice(from, to), coverage: { ...all.coverage, isComplete: false } };
  }

  const expected = () => {
    const paid = history.flatMap(({ decoded }) =>
      decoded.outputs.filter(({ script }) => isOwn(script)).map(({ value }) => value),
    );
    const spent = history.flatMap(({ decoded }) =>
      decoded.inputs.flatMap(({ prevTxid, prevVout }) => {
        const output = replayed.transactions.get(prevTxid)?.decoded.outputs[prevVout];
        return output && isOwn(output.script) ? output.value : [];
      }),
    );
    const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
    return {
      received: sum(paid),
      sent: sum(spent),
      receiveCount: paid.length,
      spendCount: spent.length,
      transactionCount: 13,
      unfundedSpends: 0,
    };
  };
  const isOwn = (script: Uint8Array) => Buffer.from(script).equals(ownerScript(OWNER) ?? new Uint8Array(0));

  test.each(KINDS)(
    'from %s: partial blocks with raw bytes, inputs resolved, and the coverage of the address',
    async (kind) => {
      const { host, store, merge, totals, findIndexed } = await openStore();
      const { reader } = store;
      const fetched = await fetchFrom(kind);
      expect(await merge(fetched)).toMatchObject({ transactions: 13, coverage: { isComplete: true } });
      expect(await totals()).toMatchObject(expected());
      const at = history[0] as ReplayedTransaction;
      expect(reader.block(at.height)).toMatchObject({
        isWhole: false,
        hash: at.blockHash,
        source: `Replayed ${kind} (fetched)`,
        timeEstimated: false,
      });
      const position = toPosition(at.height, at.index);
      expect(Buffer.from((await reader.rawTransactions([position])).get(position) ?? []).toString('hex')).toBe(at.raw);
      expect(await reader.fetched(OWNER)).toMatchObject([{ isComplete: true, fromHeight: 0, toHeight: 899_995 }]);
      expect(reader.transactionCount()).toBe(13);
      const again = await fetchFrom(kind, { findIndexed });
      expect(await merge(again)).toMatchObject({ transactions: 0, coverage: { isComplete: true } });
      expect(reader.transactionCount()).toBe(13);
      await host.close();
    },
  );

  test('in parts, in either order and from two sources, it is what it is at once', async () => {
    const { host, store, merge, totals } = await openStore();
    const [one, other] = [await fetchFrom('esplora-btc'), await fetchFrom('electrum-btc')];
    // Spends before what they spend, and blocks that are joined twice.
    expect(await merge(part(one, 8))).toMatchObject({ transactions: 5 });
    expect((await totals())?.transactionCount).toBeLessThan(13);
    expect(await merge(part(other, 2, 6))).toMatchObject({ transactions: 4 });
    expect(await merge(other)).toMatchObject({ transactions: 4, coverage: { isComplete: true } });
    expect(await totals()).toMatchObject(expected());
    expect(store.reader.block(227_836)?.source).toBe('Replayed esplora-btc (fetched); Replayed electrum-btc (fetched)');
    const lookup = await store.reader.records(history.map(({ height, index }) => toPosition(height, index)));
    expect(lookup.map((record) => record?.txid)).toEqual(history.map(({ txid }) => txid));
    await host.close();
    // The lookup files state the same after a restart.
    const next = await openStore(undefined, folders[0]);
    expect(await next.totals()).toMatchObject(expected());
    expect((await next.store.reader.positionsOf(history.map(({ txid }) => txid))).size).toBe(13);
    await next.host.close();
  });

  test('next to whole blocks nothing is added', async () => {
    const { folder, host, store, merge, totals, findIndexed } = await openStore();
    await loadBundledSets(store, [blocksOfEveryEra], join(folder, 'chains', 'btc', 'lookup'));
    const before = store.reader.transactionCount();
    const fetched = await fetchFrom('esplora-btc', { findIndexed });
    expect(fetched.proven).toEqual([]);
    expect(await merge(fetched)).toMatchObject({ transactions: 0, coverage: { isComplete: true } });
    expect(store.reader.transactionCount()).toBe(before);
    expect(store.reader.block(227_836)).toMatchObject({ isWhole: true, source: 'bundled: blocks of every era' });
    expect(await totals()).toMatchObject({ transactionCount: 13 });
    await host.close();
  });

  test('what contradicts the index is refused by name, and the rest kept', async () => {
    const { host, store, merge } = await openStore();
    const all = await fetchFrom('esplora-btc');
    const [first, ...rest] = all.proven;
    if (!first) throw new Error('nothing was proven');
    await merge({
      ...all,
      proven: [{ ...first, height: 100, blockHash: 'a'.repeat(64) }],
      listed: [{ txid: first.txid, height: 100 }],
    });
    const { transactions, coverage } = await merge({ ...all, proven: [first, ...rest] });
    expect(transactions).toBe(12);
    expect(coverage.isComplete).toBe(false);
    expect(coverage.note).toContain(first.txid);
    expect(coverage.note).toContain('at another place');
    expect(store.reader.transactionCount()).toBe(13);
    await host.close();
  });

  test('a coverage line is not complete once its blocks gave way', async () => {
    const { host, store, merge } = await openStore();
    await merge(await fetchFrom('electrum-btc'));
    await store.writer.discard(227_836, 900_000);
    const [line] = await store.reader.fetched(OWNER);
    expect(line).toMatchObject({ isComplete: false, note: expect.stringMatching(/no longer held: fetch it again/) });
    await host.close();
  });

  const STEPS: readonly (readonly [WriteStep, number])[] = [
    ['intent', 1],
    ['rows', 1],
    ['rows', 3],
    ['rows', 5],
    ['slots', 1],
    ['blocks', 1],
  ];

  test.each(STEPS)('a failure at step "%s" number %i of joining blocks loses nothing', async (step, time) => {
    let armed = false;
    let seen = 0;
    const open = await openStore(async (at) => {
      if (armed && at === step && ++seen === time) throw new AppError('unavailable', 'The store cannot be reached.');
    });
    const all = await fetchFrom('electrum-btc');
    await open.merge(part(all, 0, 8));
    armed = true;
    await expect(open.merge(all)).rejects.toMatchObject({ kind: 'unavailable' });
    armed = false;
    await open.host.close();
    const next = await openStore(undefined, open.folder);
    expect(next.store.reader.transactionCount()).toBe(13);
    expect(await next.totals()).toMatchObject(expected());
    expect(await next.merge(await fetchFrom('electrum-btc', { findIndexed: next.findIndexed }))).toMatchObject({
      transactions: 0,
      coverage: { isComplete: true },
    });
    expect(await next.totals()).toMatchObject(expected());
    await next.host.close();
  });
});
