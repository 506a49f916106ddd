import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { describe, expect, it } from 'vitest';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';

const { client, request } = createSampleApp();
// Public test values of BIP 32, 49, 84 and 86 and of Bitcoin Core.
const XPUB =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
const OTHER_XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const UPUB =
  'upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY';
const ZPRV =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
const PRIVATE_KEYS = [
  '5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9',
  'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd',
  '92ZdE5HoLafywnTBbzPxbvRmp75pSfzvdU3XaZGh1cToipgdHVh',
  'cV83kKisF3RQSvXbUCm9ox3kaz5JjEUBWcx8tNydfGJcyeUxuH47',
];
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const scan = (text: string) => client.call('scanText', { body: { text } });

describe('keys in a text', () => {
  it.each([
    XPUB,
    `wpkh([d34db33f/84h/0h/0h]${XPUB}/0/*)`,
    `wsh(sortedmulti(2,${XPUB}/0/*,${OTHER_XPUB}/1/*))`,
    `sh(wpkh(${XPUB}/<0;1>/*))`,
  ])('are found as themselves: %s', async (key) => {
    const { found, refused } = await scan(`Wallet of the suspect: "${key}", and again ${key}.`);
    expect(found).toEqual([
      {
        kind: 'key',
        chain: 'btc',
        id: key,
        detail: 'Wallet key for Bitcoin',
        isIndexed: true,
        transactionCount: null,
      },
    ]);
    expect(refused).toEqual([]);
  });

  it('are found on a chain of which nothing is indexed', async () => {
    const { found, refused } = await scan(UPUB);
    expect(found).toMatchObject([{ kind: 'key', chain: 'btc-regtest', isIndexed: false }]);
    expect(refused).toEqual([]);
  });

  it('are refused with the reason where they are none', async () => {
    const wrong = `${XPUB.slice(0, -1)}t`;
    expect((await scan(wrong)).refused).toEqual([{ text: wrong, reason: expect.stringMatching(/checksum/) }]);
    const unknown = `wsh(pkx(${XPUB}))`;
    expect((await scan(unknown)).refused).toEqual([{ text: unknown, reason: expect.stringMatching(/"pkx"/) }]);
  });

  it('are not seen in calls of source code', async () => {
    expect(await scan('sh(x); tr("a", multi(1, 2)); wsh(((')).toMatchObject({ found: [], refused: [] });
  });

  it('of ten thousand and more words are all looked at', async () => {
    const words = Array.from({ length: 12_000 }, (_, index) => index.toString(16).padStart(64, '0'));
    const { refused, truncated } = await scan(words.join('\n'));
    expect(refused).toHaveLength(1_000);
    expect(truncated).toBe(true);
    const addresses = Array.from({ length: 10_000 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`);
    const answer = await scan(addresses.join(' '));
    expect(answer.found).toHaveLength(10_000);
    expect(answer.truncated).toBe(false);
  });

  it('in great number end with a truncated answer, soon', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `wpkh(${XPUB}/${index}/*)`).join('\n');
    const scanAll = async () => {
      const answer = await scan(many);
      expect(answer.found).toHaveLength(100);
      expect(answer.truncated).toBe(true);
      expect((await scan('sh('.repeat(300_000))).truncated).toBe(true);
      expect((await scan('a'.repeat(1_000_000))).truncated).toBe(false);
    };
    expect(await countCpuMs(scanAll)).toBeLessThan(10_000);
  });
});

describe('private keys in a text', () => {
  it.each([
    ...PRIVATE_KEYS,
    XPRV,
    ZPRV,
    `${XPRV.slice(0, 40)}A${XPRV.slice(41)}`,
    `wpkh(${XPRV}/0/*)`,
    `wsh(pkx(${XPRV}))`,
    `wpkh(${PRIVATE_KEYS[1]})`,
    '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
  ])('are refused and not repeated: %s', async (key) => {
    const response = await request('/api/v1/scan', {
      method: 'POST',
      body: JSON.stringify({ text: `to ${ADDRESS.bob} with ${key} please` }),
      headers: { 'content-type': 'application/json' },
    });
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      found: [{ id: ADDRESS.bob }],
      refused: [{ text: 'private key at character 43', reason: expect.stringMatching(/Never enter private keys/) }],
    });
    expect(text).not.toContain(key.slice(-30, -5));
  });

  it.each(PRIVATE_KEYS)('are not repeated by bulk and search either: %s', async (key) => {
    const { items } = await client.call('bulkAddresses', {
      params: { chain: 'btc' },
      body: { addresses: [` ${key} `] },
    });
    expect(items[0]).toMatchObject({
      input: 'private key',
      address: null,
      error: expect.stringMatching(/Never enter/),
    });
    const search = await client.call('search', { query: { q: key } });
    expect(search).toMatchObject({ hits: [], refusal: expect.stringMatching(/[Nn]ever .*enter/) });
    expect(JSON.stringify(search)).not.toContain(key);
  });
});

describe('identifiers of other chains in a text', () => {
  it.each([
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'an XRP Ledger address'],
    [
      '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
      'a Monero address',
    ],
    ['GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7', 'a Stellar address'],
    ['tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb', 'a Tezos address'],
  ])('%s is refused as %s', async (text, name) => {
    const reason = `This looks like ${name}; this version does not read that chain.`;
    expect(await scan(`pay <${text}>`)).toMatchObject({ found: [], refused: [{ text, reason }] });
    expect((await client.call('search', { query: { q: text } })).refusal).toBe(reason);
  });

  it.each([
    ['XpESxaUmonkq8RaLLp46Brx2K39ggQe226', 'a Dash address'],
    ['t1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs', 'a Zcash address'],
  ])('%s is refused as %s', async (text, name) => {
    const reason = `This looks like ${name}; this version does not read that chain.`;
    expect((await scan(text)).refused).toEqual([{ text, reason }]);
  });

  it.each(['readTransactionHitsFromStore', 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX', 'G'.repeat(40)])(
    'are not made of other words: %s',
    async (text) => {
      expect(await scan(text)).toMatchObject({ found: [], refused: [] });
    },
  );
});

it('finds the address of a payment link', async () => {
  const { found } = await scan(`bitcoin:${ADDRESS.bob}?amount=0.1, bitcoin:${ADDRESS.alice}`);
  expect(found.map(({ id }) => id)).toEqual([ADDRESS.bob, ADDRESS.alice]);
});
