import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { describe, expect, test } from 'vitest';
import { blockOf, createSampleAccountReader, hashOf, KEY, transactionOf } from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';

const [eth, trx] = [getAccountChain('eth'), getAccountChain('trx')];
const address = (key: string) => formatAccount(eth, key);
const tron = (key: string) => formatAccount(trx, key);

const onTron = createArrayAccountReader([
  blockOf(4, [
    transactionOf({ number: 0x70, from: KEY.alice, to: KEY.dave }),
    transactionOf({ number: 0x71, from: KEY.bob, to: KEY.dave }),
  ]),
]);
const onBase = createArrayAccountReader([blockOf(9, [transactionOf({ number: 0x80, from: KEY.alice, to: KEY.bob })])]);
const { client } = createSampleApp({
  readers: new Map([
    ['eth', createSampleAccountReader()],
    ['base', onBase],
    ['trx', onTron],
  ]),
});
const search = (q: string, query: object = {}) => client.call('search', { query: { q, ...query } });
const scan = (text: string, body: object = {}) => client.call('scanText', { body: { text, ...body } });

describe('a search', () => {
  test('finds an address on every chain that saw it, one hit each, never merged', async () => {
    const { hits } = await search(address(KEY.alice));
    expect(hits).toMatchObject([
      { chain: 'base', id: address(KEY.alice), isIndexed: true, transactionCount: 1 },
      { chain: 'eth', id: address(KEY.alice), isIndexed: true, transactionCount: 9 },
    ]);
    expect((await search(address(KEY.alice), { chain: 'eth' })).hits.map(({ chain }) => chain)).toEqual(['eth']);
    expect((await search(`0x${KEY.alice}`)).hits).toEqual(hits);
  });

  test('reports a valid address that nobody saw by one hit, on the requested chain', async () => {
    const { hits, refusal } = await search(address(KEY.unseen));
    expect(hits).toMatchObject([{ chain: 'eth', isIndexed: false, transactionCount: null }]);
    expect(hits[0]?.detail).toMatch(/not seen/);
    expect(refusal).toBeNull();
    expect((await search(address(KEY.unseen), { chain: 'base' })).hits).toMatchObject([
      { chain: 'base', isIndexed: false },
    ]);
    expect((await search(address(KEY.unseen), { chain: 'btc' })).refusal).toMatch(/another chain/);
  });

  test('explains a checksum that fails in the letter case', async () => {
    const wrong = address(KEY.alice).replace(/[a-f]/, (letter) => letter.toUpperCase());
    expect(await search(wrong)).toMatchObject({ hits: [], refusal: expect.stringMatching(/EIP-55/) });
    const spoilt = `${tron(KEY.alice).slice(0, -1)}1`;
    expect(await search(spoilt)).toMatchObject({ hits: [], refusal: expect.stringMatching(/checksum/) });
  });

  test('takes what other software writes around an address, with the chain that it names', async () => {
    const text = address(KEY.alice);
    for (const [pasted, chains] of [
      [`ethereum:${text}@8453?value=1`, ['base']],
      [`base:${text}`, ['base']],
      [`eip155:1:${text}`, ['eth']],
      [text.slice(2), ['base', 'eth']],
      [`https://explorer.example/address/${text}#code`, ['base', 'eth']],
    ] as const) {
      const { hits } = await search(pasted);
      expect(hits.map(({ chain, id }) => [chain, id])).toEqual(chains.map((chain) => [chain, text]));
    }
  });

  test('says which character could be wrong, those spellings first that this index has', async () => {
    const text = tron(KEY.alice);
    const wrong = `${text.slice(0, 12)}${text.charAt(12) === 'z' ? 'y' : 'z'}${text.slice(13)}`;
    const { hits, near } = await search(wrong);
    expect(hits).toEqual([]);
    expect(near[0]).toMatchObject({
      text,
      place: 13,
      was: wrong.charAt(12),
      instead: text.charAt(12),
      hit: { chain: 'trx', id: text, isIndexed: true },
    });
    expect((await search(text)).near).toEqual([]);
  });

  test('finds TRON addresses in both forms, and by their beginning and end', async () => {
    const text = tron(KEY.alice);
    for (const form of [text, `41${KEY.alice}`, text.slice(0, 9), `${text.slice(0, 4)}…${text.slice(-4)}`]) {
      const { hits } = await search(form);
      expect(hits).toMatchObject([{ chain: 'trx', kind: 'address', id: text }]);
    }
  });

  test('finds transactions and blocks with and without 0x', async () => {
    for (const text of [hashOf(4), `0x${hashOf(4)}`, `0X${hashOf(4).toUpperCase()}`])
      expect((await search(text)).hits).toMatchObject([{ chain: 'eth', kind: 'transaction', id: hashOf(4) }]);
    const block = hashOf(0xb0000003);
    expect((await search(`0x${block}`)).hits).toMatchObject([{ chain: 'eth', kind: 'block', id: block }]);
    expect((await search(`0x${'ab'.repeat(32)}`)).refusal).toMatch(/No transaction or block/);
    const heights = (await search('4')).hits.filter(({ kind }) => kind === 'block');
    expect(heights.map(({ chain }) => chain).sort()).toEqual(['btc', 'eth', 'trx']);
  });

  test('finds by the beginning and the end, whatever the letter case', async () => {
    const text = address(KEY.bob);
    for (const part of [text.slice(0, 6), `${text.slice(0, 5).toLowerCase()}…${text.slice(-4).toUpperCase()}`]) {
      const { hits } = await search(part, { chain: 'eth' });
      expect(hits.filter(({ kind }) => kind === 'address')).toMatchObject([{ id: text, isIndexed: true }]);
    }
    const { hits } = await search(`0x${hashOf(4).slice(0, 12)}…${hashOf(4).slice(-4)}`);
    expect(hits.map(({ id }) => id)).toContain(hashOf(4));
    expect((await search(`0x${'00'.repeat(4)}`)).refusal).toMatch(/Nothing in this index begins/);
  });
});

test('an address of TRON has its hexadecimal form next to it, and is nothing of Ethereum', async () => {
  const params = { chain: 'trx', address: tron(KEY.alice) } as const;
  const answer = await client.call('getAddress', { params });
  expect(answer).toMatchObject({ address: tron(KEY.alice), isContract: false, otherChains: [] });
  expect(answer.aliases).toEqual([{ form: 'hexadecimal', text: `41${KEY.alice}` }]);
  expect(answer.contractNote).not.toMatch(/EIP/);
  const hex = await client.call('getAddress', { params: { ...params, address: `41${KEY.alice}` } });
  expect(hex.address).toBe(tron(KEY.alice));
  const foreign = client.call('getAddress', { params: { ...params, address: address(KEY.alice) } });
  await expect(foreign).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(/not an address of TRON/),
  });
});

test('a text that may be a private key is refused and never repeated', async () => {
  const key = '5c'.repeat(32);
  const call = client.call('getAddress', { params: { chain: 'eth', address: key } });
  await expect(call).rejects.toMatchObject({ kind: 'invalid', message: expect.not.stringContaining(key) });
});

describe('a scan', () => {
  test('finds identifiers of both families in one text, each once', async () => {
    const text = `Paid ${address(KEY.bob)} and 0x${KEY.bob}, then ${tron(KEY.dave)}, 0x${hashOf(4)}; also ${ADDRESS.bob}.`;
    const { found, refused } = await scan(text);
    expect(found.map(({ chain, kind, id }) => [chain, kind, id])).toEqual([
      ['btc', 'address', ADDRESS.bob],
      ['eth', 'address', address(KEY.bob)],
      ['trx', 'address', tron(KEY.dave)],
      ['eth', 'transaction', hashOf(4)],
    ]);
    expect(refused).toEqual([]);
  });

  test('says why near misses were refused, and lists valid ones that nobody saw', async () => {
    const wrong = address(KEY.alice).replace(/[a-f]/, (letter) => letter.toUpperCase());
    const { found, refused } = await scan(`${wrong} ${address(KEY.unseen)} 0x${'ab'.repeat(32)}`);
    expect(found).toMatchObject([{ chain: 'eth', id: address(KEY.unseen), isIndexed: false }]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/EIP-55/),
      expect.stringMatching(/No transaction/),
    ]);
  });

  test('limited to a chain of the other family says that an address is not of it', async () => {
    const { found, refused } = await scan(address(KEY.alice), { chain: 'btc' });
    expect([found, refused]).toMatchObject([[], [{ reason: expect.stringMatching(/another chain/) }]]);
  });

  test('of thousands of addresses is answered soon', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`).join(' ');
    const scanAll = async () => expect((await scan(many)).found).toHaveLength(5_000);
    expect(await countCpuMs(scanAll)).toBeLessThan(10_000);
  });
});
