import { WASH_SET } from '@trailmark/analysis/nft/wash-set';
import type { ChainId } from '@trailmark/core/chain';
import type { NftSale } from '@trailmark/core/nft';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { beforeEach, expect, test } from 'vitest';
import { createLedgers, type ServedAccounts } from '../ledger/ledgers.ts';
import { KEY, SAMPLE_ACCOUNT_BLOCKS, SAMPLE_METADATA } from '../testing/sample-account-ledger.ts';
import { countUnjudgedLoans, hasJudgedLoans, KeptCollections } from './kept-collections.ts';

const PARTIES = { partiesOf: () => new Map() } as never;
const SET = WASH_SET.parse({});
/** How many collections are kept. */
const MOST_KEPT = 12;

let readings: string[];
let revision: number;
let kept: KeptCollections;
let ledger: ServedAccounts;

beforeEach(() => {
  [readings, revision, kept] = [[], 1, new KeptCollections()];
  const reader = createArrayAccountReader(SAMPLE_ACCOUNT_BLOCKS, { tokens: SAMPLE_METADATA });
  const readers = new Map<ChainId, typeof reader>([['eth', reader]]);
  const sources = { readers, overlays: new Map(), ingestStatus: () => null, software: 'Trailmark test' };
  const [served] = createLedgers(sources).list('accounts');
  if (!served) throw new Error('The sample is not served.');
  ledger = {
    ...served,
    reader: {
      ...served.reader,
      contractPositions: (...args) => {
        readings.push(args[0]);
        return reader.contractPositions(...args);
      },
      transactions: reader.transactions.bind(reader),
      movesOf: reader.movesOf.bind(reader),
      logsOf: reader.logsOf.bind(reader),
      block: reader.block.bind(reader),
      addressCoverage: reader.addressCoverage.bind(reader),
      transfersAmong: reader.transfersAmong.bind(reader),
      firstFunders: reader.firstFunders.bind(reader),
      totals: reader.totals.bind(reader),
    },
    transfers: { ...served.transfers, revision: () => revision, coverage: () => served.transfers.coverage() },
  };
});

const get = (contract: string = KEY.nft, { set = SET, labels = 'a' } = {}) =>
  kept.get(ledger, contract, { set, parties: PARTIES, labels, read: {} });

/** A set with another parameter of the rules. */
const setOf = (ringDays: number) => WASH_SET.parse({ params: { ...SET.params, ringDays } });

test('a collection is read once for everybody who looks at it', async () => {
  const first = await get();
  const second = await get();
  expect(readings).toEqual([KEY.nft]);
  expect(second.items).toBe(first.items);
  expect(second.run).toBe(first.run);
});

test('a new state of the ledger, or of the labels, reads it again', async () => {
  const first = await get();
  revision = 2;
  const second = await get();
  expect(second.items).not.toBe(first.items);
  await get(KEY.nft, { labels: 'b' });
  expect(readings).toEqual([KEY.nft, KEY.nft, KEY.nft]);
  await get(KEY.nft, { labels: 'b' });
  expect(readings).toHaveLength(3);
});

test('other weights weigh what was read again, and other parameters run the rules again on it', async () => {
  const first = await get();
  const weighed = await get(KEY.nft, { set: WASH_SET.parse({ strictFrom: 5 }) });
  expect(weighed.run).toBe(first.run);
  expect(weighed.set.strictFrom).toBe(5);
  expect((await get(KEY.nft, { set: setOf(3) })).run).not.toBe(first.run);
  expect((await get()).run).toBe(first.run);
  expect(readings).toHaveLength(1);
});

test('runs of eight sets are kept, and the ninth begins again', async () => {
  const first = (await get()).run;
  for (let more = 1; more < 8; more++) await get(KEY.nft, { set: setOf(more) });
  expect((await get()).run).toBe(first);
  await get(KEY.nft, { set: setOf(9) });
  expect((await get()).run).not.toBe(first);
});

test('the collection that was looked at longest ago makes room for the thirteenth', async () => {
  const contract = (number: number) => number.toString(16).padStart(40, '0');
  for (let number = 0; number < MOST_KEPT; number++) await get(contract(number));
  await get(contract(0));
  expect(readings).toHaveLength(MOST_KEPT);
  await get(contract(MOST_KEPT));
  await get(contract(0));
  expect(readings).toHaveLength(MOST_KEPT + 1);
  await get(contract(1));
  expect(readings).toHaveLength(MOST_KEPT + 2);
});

test('loans are judged where calls of some sale in coin are indexed, or where every price is in a token', () => {
  const sale = (asset: string | undefined, isFlashLoan: boolean | undefined) =>
    ({ price: asset === undefined ? undefined : { asset, amount: 1n }, isFlashLoan }) as unknown as NftSale;
  const judge = (...sales: NftSale[]) => [hasJudgedLoans({ sales }), countUnjudgedLoans({ sales })];
  expect(judge(sale('', false), sale('', undefined))).toEqual([true, 1]);
  expect(judge(sale('usdc', false), sale('', undefined))).toEqual([false, 1]);
  expect(judge(sale('usdc', false))).toEqual([true, 0]);
  expect(judge(sale(undefined, false), sale('', undefined))).toEqual([false, 1]);
});
