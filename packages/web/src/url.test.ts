import { describe, expect, it } from 'vitest';
import {
  explorerAddressSearch,
  parseSearch,
  stringifySearch,
  trackSearch,
  transactionSearch,
} from './search-params.ts';
import { TOOL_MENU } from './shell/tool-menu.ts';
import { addressSearchUrl, addressUrl, blockUrl, searchHitUrl, trackUrl, transactionUrl } from './url.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

describe('links', () => {
  it('keeps the case of routes and identifiers', () => {
    expect(addressUrl('btc', ADDRESS)).toBe(`/Track/btc/address/${ADDRESS}`);
    expect(blockUrl('ltc', 170)).toBe('/Track/ltc/block/170');
    expect(trackUrl()).toBe('/Track');
  });

  it('encodes what a path cannot hold and leaves the colon of cash addresses', () => {
    expect(addressUrl('bch', 'bitcoincash:qpm2')).toBe('/Track/bch/address/bitcoincash:qpm2');
    expect(addressUrl('btc', 'script:ab/cd')).toBe('/Track/btc/address/script:ab%2Fcd');
    expect(trackUrl({ q: '12cb…3S', chain: 'btc' })).toBe('/Track?q=12cb%E2%80%A63S&chain=btc');
  });

  it('points at a row of a transaction', () => {
    expect(transactionUrl('btc', 'ab', { output: 0, height: 170 })).toBe('/Track/btc/tx/ab?height=170#out-0');
    expect(transactionUrl('btc', 'ab', { input: 3 })).toBe('/Track/btc/tx/ab#in-3');
  });

  it('opens hits where they belong', () => {
    expect(searchHitUrl({ kind: 'address', chain: 'btc', id: ADDRESS }, 'explorer')).toBe(addressUrl('btc', ADDRESS));
    expect(searchHitUrl({ kind: 'address', chain: 'btc', id: ADDRESS }, 'dashboard')).toBe(
      addressSearchUrl({ chain: 'btc', address: ADDRESS }),
    );
    expect(searchHitUrl({ kind: 'key', chain: 'btc', id: 'xpub6' }, 'explorer')).toBe(
      '/address-search?chain=btc&q=xpub6',
    );
  });
});

describe('search params', () => {
  it('never reads an identifier as a number', () => {
    const digits = '1111111111111111111114';
    expect(trackSearch.parse(parseSearch(`?q=${digits}`))).toEqual({ q: digits });
    expect(parseSearch(stringifySearch({ q: '0012', empty: '', none: undefined }))).toEqual({ q: '0012' });
  });

  it('reads its own result as it reads the address bar', () => {
    const once = transactionSearch.parse(parseSearch('?height=170'));
    expect(transactionSearch.parse(once)).toEqual({ height: 170, fromInput: undefined, fromOutput: undefined });
  });

  it('opens the page without the nonsense of a bad link', () => {
    expect(trackSearch.parse({ q: 'x', chain: 'nope' }).chain).toBeUndefined();
    expect(explorerAddressSearch.parse({ tab: 'evil', order: 'oldest' })).toEqual({ tab: undefined, order: 'oldest' });
    expect(transactionSearch.parse({ height: '-1', fromInput: '1000' })).toEqual({
      height: undefined,
      fromInput: 1000,
    });
  });
});

describe('menus', () => {
  it('lists the items of the specification in its order', () => {
    expect(TOOL_MENU.map(({ title }) => title)).toEqual(['Managements', 'User Panel']);
    expect(TOOL_MENU[0]?.items.map(({ path }) => path)).toEqual([
      '/address-search',
      '/address-threat',
      '/wallet-statement',
      '/exchange-lookup',
      '/coin-flow',
      '/nft-analysis',
      '/address-monitoring',
      '/deconfliction',
      '/scam-submission',
      '/enhanced-report',
      '/agency-cases',
      '/support',
    ]);
    expect(TOOL_MENU[1]?.items.map(({ path }) => path)).toEqual([
      '/profile',
      '/video-tutorials',
      '/subscription',
      '/update-password',
    ]);
  });
});
