import { getNftCollection, nftRoutes } from '@trailmark/api/contract/nft';
import type { AccountBlock } from '@trailmark/core/account-block';
import type { ChainId } from '@trailmark/core/chain';
import { cryptopunksSales } from '@trailmark/ingest/account-bundled/cryptopunks-sales';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import {
  blockOf,
  ETHER,
  HOSTILE,
  HUGE,
  KEY,
  moveOf,
  SAMPLE_ACCOUNT_BLOCKS,
  SAMPLE_METADATA,
  transactionOf,
} from '../testing/sample-account-ledger.ts';
import { NftAnswers } from './nft-answers.ts';

const PUNKS = '0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB';
const HEX = (key: string) => `0x${key}`;

function answersOf(blocks: readonly AccountBlock[]): NftAnswers {
  const reader = createArrayAccountReader(blocks, { tokens: SAMPLE_METADATA });
  const readers = new Map<ChainId, typeof reader>([['eth', reader]]);
  const ledgers = createLedgers({ readers, overlays: new Map(), ingestStatus: () => null, software: 'Trailmark test' });
  return new NftAnswers({ ledgers, knowledge: NO_KNOWLEDGE });
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe('the bundled sales of CryptoPunks', () => {
  let answers: NftAnswers;
  const params = { chain: 'eth' as const, contract: PUNKS };

  beforeAll(async () => {
    const blocks: AccountBlock[] = [];
    for await (const batch of cryptopunksSales.blocks()) blocks.push(...batch);
    answers = answersOf(blocks);
  });

  test('give all volume, and clean volume is all less flagged in both views, to the wei', async () => {
    const found = await answers.collection({ params, query: {} }, {});
    expect(found).toMatchObject({ saleCount: 10_233, unpricedCount: 9, identity: { name: 'CryptoPunks' } });
    expect(found.strict).toMatchObject([{ symbol: 'ETH', count: 10_224, amount: 118_302_705_080_552_205_528_030n }]);
    for (const [volume] of [found.strict, found.loose]) {
      expect(volume?.clean).toBe((volume?.amount ?? 0n) - (volume?.flagged ?? 0n));
      expect(volume?.cleanCount).toBe((volume?.count ?? 0) - (volume?.flaggedCount ?? 0));
    }
    expect(found.strict[0]).toMatchObject({ flaggedCount: 40, flagged: 179_250_002_000_000_000_000n });
    expect(found.loose[0]).toMatchObject({ flaggedCount: 298, flagged: 1_665_640_471_781_725_408_674n });
    const ran = found.rules.filter(({ missing }) => missing === null).map(({ id }) => id);
    expect(ran).toEqual([
      'same-wallet',
      'back-and-forth-token',
      'ring',
      'back-and-forth-collection',
      'repeated-purchase',
    ]);
    expect(found.holders.reason).not.toBeNull();
    expect(() => z.encode(getNftCollection.output, found as never)).not.toThrow();
  });

  test('hold 18 immediate round trips, each flagged with its proof, and one pair with others in between', async () => {
    const flagged = await answers.sales(
      { params, query: { view: 'all', rule: 'back-and-forth-token', sort: 'time', offset: 0, limit: 500 } },
      {},
    );
    expect(flagged.total).toBe(38);
    const proofs = new Set(
      flagged.items.map(({ flags }) => flags.find(({ rule }) => rule === 'back-and-forth-token')?.finding),
    );
    expect(proofs.size).toBe(19);
    const all = await answers.sales({ params, query: { view: 'all', sort: 'time', offset: 0, limit: 10_233 } }, {});
    const byToken = Map.groupBy(all.items, ({ tokens: [token = ''] }) => token);
    let immediate = 0;
    for (const index of proofs) {
      const { finding } = await answers.finding(
        { params: { ...params, rule: 'back-and-forth-token', index: index ?? 0 }, query: {} },
        {},
      );
      const [first, second] = finding.sales.toSorted((a, b) => a.index - b.index);
      expect(first?.seller?.address).toBe(second?.buyer?.address);
      expect(first?.buyer?.address).toBe(second?.seller?.address);
      const history =
        byToken
          .get(finding.token ?? '')
          ?.map(({ index: sale }) => sale)
          .toSorted((a, b) => a - b) ?? [];
      if (history.indexOf(second?.index ?? 0) - history.indexOf(first?.index ?? 0) === 1) immediate++;
    }
    expect(immediate).toBe(18);
  });

  test('draw punk 9539 as a ring of three wallets whose net is nothing, and its gaps', async () => {
    const { rings, breaks, events, ownerToday, saleCount, saleSum, cleanSum } = await answers.token(
      { params: { ...params, token: '9539' }, query: {} },
      {},
    );
    expect(rings[0]?.wallets.map(({ net }) => net)).toEqual([
      -4_990_000_000_000_000_000n,
      -10_000_000_000_000_000n,
      5_000_000_000_000_000_000n,
    ]);
    expect(rings[0]?.steps).toHaveLength(3);
    const prices = events.map(({ sale }) => sale?.price?.amount ?? 0n);
    expect([saleCount, saleSum]).toEqual([6, prices.reduce((sum, price) => sum + price, 0n)]);
    expect(cleanSum).toBe(122_820_000_000_000_000_000n);
    expect(events).toHaveLength(6);
    expect(breaks.map(({ before }) => before)).toEqual([0, 1, 3]);
    expect(ownerToday).toBeNull();
  });

  test('are weighed again by an edited set, which has a name of its own; a bad set is refused with what would be right', async () => {
    const edited = await answers.collection({ params, query: { set: 'ring:0,strict=2' } }, {});
    expect(edited.set.version).toMatch(/^edited-[0-9a-f]{8}$/);
    expect(edited.strict[0]?.flaggedCount).toBe(38);
    const same = await answers.collection({ params, query: { set: 'ring:1' } }, {});
    expect(same.set).toMatchObject({ version: '2026.4', isPublished: true, text: '' });
    for (const set of ['rings:3', 'ring', 'days=3', 'ring:3;x', 'loose=3', 'ringDays=9999'])
      await expect(answers.collection({ params, query: { set } }, {})).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('leave as a file with every sale, the set, and the same rows in each format', async () => {
    const file = async (format: 'csv' | 'json') =>
      readText((await answers.file({ params, query: { format } }, {})).chunks);
    const [csv, json] = [
      await file('csv'),
      JSON.parse(await file('json')) as { rows: unknown[]; sha256OfRows: string },
    ];
    expect(json.rows).toHaveLength(10_233);
    expect(csv).toContain(`sha256_of_rows,${json.sha256OfRows}`);
    expect(csv).toContain('wash_set,2026.4');
  });
});

describe('events that lie, and texts of strangers', () => {
  const nft = (number: number, from: string, to: string, tokenId: bigint, count = 1) =>
    transactionOf({
      ...{ number, from: KEY.dave, to: KEY.nft },
      moves: Array.from({ length: count }, (_, i) =>
        moveOf({ kind: 'nft', asset: KEY.nft, from, to, amount: 1n, tokenId: tokenId + BigInt(i), logIndex: i }),
      ),
    });
  const first = SAMPLE_ACCOUNT_BLOCKS.slice(0, 3);

  test('a transfer of what its sender never had is reported, and owners are not known', async () => {
    const answers = answersOf([...first, blockOf(3, [nft(21, KEY.alice, KEY.bob, 1n), nft(22, '', '', 2n)])]);
    const params = { chain: 'eth' as const, contract: HEX(KEY.nft) };
    const { holders, transferCount } = await answers.collection({ params, query: {} }, {});
    expect(transferCount).toBe(2);
    expect(holders.reason).toMatch(/contradict/);
  });

  test('a token id of 78 digits and a hostile name stay what they are', async () => {
    const answers = answersOf([...first, blockOf(3, [nft(21, '', KEY.bob, HUGE)])]);
    const params = { chain: 'eth' as const, contract: HEX(KEY.nft), token: HUGE.toString() };
    const found = await answers.token({ params, query: {} }, {});
    expect(found.token).toBe(HUGE.toString());
    expect(found.events).toMatchObject([{ kind: 'mint', token: HUGE.toString() }]);
    expect(found.identity.isVerified).toBe(false);
    expect((found.identity.name ?? '').length).toBeLessThanOrEqual(80);
    expect(HOSTILE).toContain(found.identity.name ?? 'x');
    expect(nftRoutes.getNftToken.params.safeParse({ ...params, token: '9'.repeat(79) }).success).toBe(false);
  });

  test('a transaction that moves more items than are read is reported as cut', async () => {
    const answers = answersOf([...first, blockOf(3, [nft(21, '', KEY.bob, 0n, 20_001)])]);
    const found = await answers.collection({ params: { chain: 'eth', contract: HEX(KEY.nft) }, query: {} }, {});
    expect(found.transferCount).toBeLessThanOrEqual(20_000);
    const isNamed = ({ coverage }: { readonly coverage: typeof found.coverage }): boolean =>
      coverage.gaps.some(({ kind, message }) => kind === 'stopped-early' && message.includes('More moved'));
    expect(isNamed(found)).toBe(true);
    const params = { chain: 'eth' as const, contract: HEX(KEY.nft), token: '5' };
    expect(isNamed(await answers.token({ params, query: {} }, {}))).toBe(true);
    const wallet = { chain: 'eth' as const, address: HEX(KEY.bob) };
    expect(isNamed(await answers.wallet({ params: wallet, query: {} as never }, {}))).toBe(true);
  });

  test('an address that is no contract of items has no transfers, and an unknown token is not found', async () => {
    const answers = answersOf(first);
    const found = await answers.collection({ params: { chain: 'eth', contract: HEX(KEY.bob) }, query: {} }, {});
    expect(found).toMatchObject({ transferCount: 0, saleCount: 0, strict: [] });
    await expect(
      answers.token({ params: { chain: 'eth', contract: HEX(KEY.nft), token: '9' }, query: {} }, {}),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });
});

test('a wallet has its mint, its holdings and who first funded it', async () => {
  const mint = transactionOf({
    number: 31,
    from: KEY.bob,
    to: KEY.nft,
    moves: [moveOf({ kind: 'nft', asset: KEY.nft, from: '', to: KEY.bob, amount: 1n, tokenId: 5n, logIndex: 0 })],
  });
  const answers = answersOf([...SAMPLE_ACCOUNT_BLOCKS.slice(0, 3), blockOf(3, [mint])]);
  const found = await answers.wallet({ params: { chain: 'eth', address: HEX(KEY.bob) }, query: {} as never }, {});
  expect(found).toMatchObject({ mints: 1, holdingCount: 1, funding: { isFirst: true, paid: { amount: 10n * ETHER } } });
  expect(found.funding?.funder.address.toLowerCase()).toBe(HEX(KEY.alice));
});

test('an edition that moves one piece at a time has its standard, no single owner and no gaps', async () => {
  const piece = (number: number, from: string, to: string) =>
    transactionOf({
      ...{ number, from: KEY.dave, to: KEY.nft },
      moves: [moveOf({ kind: 'multi-token', asset: KEY.nft, from, to, amount: 1n, tokenId: 5n, logIndex: 0 })],
    });
  const moves = [piece(31, '', KEY.bob), piece(32, '', KEY.carol), piece(33, KEY.bob, KEY.alice)];
  const answers = answersOf([...SAMPLE_ACCOUNT_BLOCKS.slice(0, 3), blockOf(3, moves)]);
  const params = { chain: 'eth' as const, contract: HEX(KEY.nft), token: '5' };
  const found = await answers.token({ params, query: {} }, {});
  expect(found).toMatchObject({
    isEdition: true,
    breaks: [],
    lastOwner: null,
    ownerToday: null,
    identity: { standard: 'ERC-1155' },
  });
});
