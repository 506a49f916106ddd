import { dayOf, toFiat } from '@trailmark/core/price';
import { PriceTable } from '@trailmark/store/prices/price-table';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createPricer } from '../knowledge/prices/pricer.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { ADDRESS, COIN, SAMPLE_BLOCKS, TX, txidOf } from '../testing/sample-ledger.ts';
import { SAMPLE_DAY, SAMPLE_PRICES } from '../testing/sample-prices.ts';

const chain = 'btc';
const params = { chain, address: ADDRESS.bob } as const;

describe('values next to amounts', () => {
  it('states the net amount of a row at the close of its day, signed as the amount is', async () => {
    const { client } = createSampleApp();
    const { items, prices } = await client.call('listAddressTransactions', { params });
    expect(items.map(({ fiat }) => fiat?.micro)).toEqual([-5_000_000n, 5_000_000n, 25_000_000n]);
    expect(items[0]?.fiat).toEqual({
      currency: 'USD',
      micro: -5_000_000n,
      day: SAMPLE_DAY,
      priceNano: 500_000_000n,
      source: 'invented',
    });
    expect(prices.version).toBe(SAMPLE_PRICES.version);
  });

  it('prices unspent outputs at the day they were received', async () => {
    const { items } = await createSampleApp().client.call('listAddressUtxos', { params });
    expect(items.length).toBeGreaterThan(0);
    for (const { value, fiat } of items) expect(fiat?.micro).toBe(toFiat(value, 8, 500_000_000n));
  });

  it('states a balance at the latest known close, and names its day', async () => {
    const { client } = createSampleApp({ reader: buildLedger(chain, SAMPLE_BLOCKS.slice(0, 5)) });
    const { totals, balanceFiat, prices } = await client.call('getAddress', { params });
    expect(totals.balance).toBe(50n * COIN);
    expect(balanceFiat).toMatchObject({ day: SAMPLE_DAY, micro: 25_000_000n });
    expect(prices.version).toBe(SAMPLE_PRICES.version);
    const inEuro = await client.call('getAddress', { params, query: { currency: 'EUR' } });
    expect(inEuro.balanceFiat).toMatchObject({ currency: 'EUR', micro: 20_000_000n, source: 'invented+ecb' });
  });

  it('states no value of a balance that is not known, that was never seen, or that nothing prices', async () => {
    const { client } = createSampleApp();
    const erin = await client.call('getAddress', { params: { chain, address: ADDRESS.erin } });
    expect([erin.totals.balance, erin.balanceFiat]).toEqual([null, null]);
    const other = await client.call('getAddress', { params: { chain, address: '1111111111111111111114oLvT2' } });
    expect([other.status, other.balanceFiat]).toEqual(['not-seen', null]);
    const reader = buildLedger(chain, SAMPLE_BLOCKS.slice(0, 5));
    const { client: unpriced } = createSampleApp({ reader, knowledge: { prices: () => new PriceTable([]) } });
    expect((await unpriced.call('getAddress', { params })).balanceFiat).toBeNull();
  });

  it('gives a transaction the price of its day once', async () => {
    const { client } = createSampleApp();
    const detail = await client.call('getTransaction', { params: { chain, txid: txidOf(TX.pay) } });
    expect(detail.price).toEqual({ currency: 'USD', day: SAMPLE_DAY, priceNano: 500_000_000n, source: 'invented' });
  });

  it('converts through the reference rate of the same day', async () => {
    const { client } = createSampleApp();
    const { items } = await client.call('listAddressTransactions', { params, query: { currency: 'EUR' } });
    expect(items[2]?.fiat).toMatchObject({ currency: 'EUR', micro: 20_000_000n, source: 'invented+ecb' });
  });

  it('refuses a currency it has no rates for, naming those it has', async () => {
    const call = createSampleApp().client.call('listAddressTransactions', { params, query: { currency: 'JPY' } });
    await expect(call).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('USD, EUR') });
  });

  it('leaves days without a price without a value, and borrows from no neighbour', async () => {
    const table = new PriceTable([
      {
        quotes: ['2009-01-02', '2009-01-04'].map((day) => ({
          day,
          asset: 'BTC',
          currency: 'USD',
          nano: 1_000_000_000n,
          source: 'invented',
        })),
        rates: [],
      },
    ]);
    const { client, request } = createSampleApp({ knowledge: { prices: () => table } });
    const { items } = await client.call('listAddressTransactions', { params });
    expect(items.map(({ fiat }) => fiat)).toEqual([null, null, null]);
    const { price } = await client.call('getTransaction', { params: { chain, txid: txidOf(TX.pay) } });
    expect(price).toBeNull();
    const file = await (await request(`/api/v1/btc/addresses/${ADDRESS.bob}/export`)).text();
    expect(file.match(/,,,,,no price\r\n/g)).toHaveLength(3);
  });

  it('says where the day itself is an estimate', async () => {
    const blocks = SAMPLE_BLOCKS.map((block) => ({ ...block, timeEstimated: true }));
    const { client, request } = createSampleApp({ reader: buildLedger('btc', blocks) });
    const { items } = await client.call('listAddressTransactions', { params });
    expect(items.map(({ fiat }) => fiat?.dayEstimated)).toEqual([true, true, true]);
    const { price } = await client.call('getTransaction', { params: { chain, txid: txidOf(TX.pay) } });
    expect(price?.dayEstimated).toBe(true);
    const file = await (await request(`/api/v1/btc/addresses/${ADDRESS.bob}/export`)).text();
    expect(file).toContain(`${SAMPLE_DAY} (estimated),invented\r\n`);
  });

  it('exports value, currency, price, its day and its source, and names the table', async () => {
    const path = `/api/v1/btc/addresses/${ADDRESS.bob}/export`;
    const file = await (await createSampleApp().request(`${path}?currency=EUR`)).text();
    expect(file).toContain(',value,value_currency,price,price_day,price_source\r\n');
    expect(file).toContain(`,20.000000,EUR,0.400000000,${SAMPLE_DAY},invented+ecb\r\n`);
    expect(file).toContain(`prices,${SAMPLE_PRICES.version}\r\n`);
  });

  it('gives coins of test networks no value', () => {
    const coin = { symbol: 'BTC', decimals: 8 };
    const moment = { time: 1_231_006_505, timeEstimated: false };
    expect(createPricer(SAMPLE_PRICES, { ...coin, network: 'test' }, 'USD').value(COIN, moment)).toBeNull();
    expect(createPricer(SAMPLE_PRICES, { ...coin, network: 'main' }, 'USD').value(COIN, moment)?.micro).toBe(500_000n);
  });
});

describe('the price table', () => {
  it('names span, gaps and sources of each asset', async () => {
    const { assets, currencies } = await createSampleApp().client.call('listPrices', {});
    expect(currencies).toEqual(['USD', 'EUR']);
    expect(assets).toMatchObject([{ asset: 'BTC', fromDay: SAMPLE_DAY, toDay: SAMPLE_DAY, days: 1, missingDays: 0 }]);
  });

  it('gives the requested days, and what other sources state about them', async () => {
    const quote = { asset: 'BTC', currency: 'USD' };
    const table = new PriceTable([
      { quotes: [{ ...quote, day: '2020-01-02', nano: 7n, source: 'first' }], rates: [] },
      {
        quotes: [
          { ...quote, day: '2020-01-01', nano: 5n, source: 'second' },
          { ...quote, day: '2020-01-02', nano: 6n, source: 'second' },
          { ...quote, day: '2020-01-05', nano: 8n, source: 'second' },
        ],
        rates: [],
      },
    ]);
    const { client } = createSampleApp({ knowledge: { prices: () => table } });
    const query = { fromDay: '2020-01-02', toDay: '2020-01-04' };
    const answer = await client.call('getDailyPrices', { params: { asset: 'BTC' }, query });
    expect(answer.rows).toEqual([['2020-01-02', 7n, 0]]);
    expect(answer.others).toEqual([['2020-01-02', 6n, 1]]);
    const { assets } = await client.call('listPrices', {});
    expect(assets[0]).toMatchObject({ days: 3, missingDays: 2 });
    const unknown = client.call('getDailyPrices', { params: { asset: 'XYZ' } });
    await expect(unknown).rejects.toMatchObject({ kind: 'not-found', message: expect.stringContaining('BTC') });
  });
});

test('a value is within half a millionth of the exact product', () => {
  const amounts = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  const prices = fc.bigInt({ min: 0n, max: 10n ** 21n });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 30 }), prices, (amount, decimals, nano) => {
      const scale = 10n ** BigInt(decimals) * 1_000n;
      const error = toFiat(amount, decimals, nano) * scale - amount * nano;
      expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(scale);
    }),
  );
  expect(toFiat(1n, 0, 500n)).toBe(1n);
  expect(toFiat(-1n, 0, 500n)).toBe(-1n);
});

test('a day begins at midnight UTC', () => {
  expect([dayOf(1_231_027_199), dayOf(1_231_027_200)]).toEqual(['2009-01-03', '2009-01-04']);
});
