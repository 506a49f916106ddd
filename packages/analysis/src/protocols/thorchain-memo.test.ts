import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofThorchainMemo from './thorchain-memo.ts';

const recorded = new WatchedResults();
const { joinThorchainMemo, readThorchainMemo } = recorded.watch(ofThorchainMemo);

const BTC = 'bc1q6527vxxqjpq80la2l0sw7hay3lj6dz07zs6gzl';
const ETH = '0x388C818CA8B9251b393131C08a736A67ccB19297';
const HASH = 'AB'.repeat(32);

describe('a memo that asks for a swap', () => {
  // Memos of THORChain's documentation (concepts/memos, 2025).
  test.each([
    ['SWAP:ETH.ETH:0xe6a30f4f3bad978910e2cbb4d97581f5b5a0ade0', 'ETH', 'ETH.ETH'],
    ['s:ETH.ETH:0xe6a30f4f3bad978910e2cbb4d97581f5b5a0ade0:1e6/3/0:t:10', 'ETH', 'ETH.ETH'],
    ['=:r:thor1el4ufmhll3yw7zxzszvfakrk66j7fx0tvcslym:19779138111', 'THOR', 'THOR.RUNE'],
    ['=:BSC.BNB:0xe6a30f4f3bad978910e2cbb4d97581f5b5a0ade0:544e6/2/6', 'BSC', 'BSC.BNB'],
    ['=:BTC~BTC:thor1g6pnmnyeg48yc3lg796plt0uw50qpp7humfggz:1e6/1/0:dx:10', 'THOR', 'BTC~BTC'],
    ['=:BTC-BTC:thor1g6pnmnyeg48yc3lg796plt0uw50qpp7humfggz:1e6/1/0:dx:10', 'THOR', 'BTC-BTC'],
    [
      '=:ETH/USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48:thor15s4apx9ap7lazpsct42nmvf0t6am4r3w0r64f2:628197586176',
      'THOR',
      'ETH/USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
    ],
    [`=:ETH.USDT-ec7:${ETH}`, 'ETH', 'ETH.USDT-ec7'],
    [`=<:BTC.BTC:${BTC}:1e8`, 'BTC', 'BTC.BTC'],
    [`limito:btc.btc:${BTC}:1e8`, 'BTC', 'btc.btc'],
  ])('"%s" is paid out on %s', (memo, network, asset) => {
    expect(readThorchainMemo(memo)).toMatchObject({ kind: 'swap', network, asset, address: memo.split(':')[2] });
  });

  test.each([
    ['a', 'AVAX'],
    ['b', 'BTC'],
    ['c', 'BCH'],
    ['d', 'DOGE'],
    ['e', 'ETH'],
    ['f', 'BASE'],
    ['g', 'GAIA'],
    ['l', 'LTC'],
    ['n', 'BNB'],
    ['o', 'SOL'],
    ['r', 'THOR'],
    ['s', 'BSC'],
    ['tr', 'TRON'],
    ['x', 'XRP'],
  ])('calls a coin "%s" that is of %s', (short, network) => {
    const swap = readThorchainMemo(`=:${short}:${ETH}`);
    expect(swap).toMatchObject({ network, address: ETH });
    expect(swap?.kind === 'swap' && swap.asset.startsWith(`${network}.`)).toBe(true);
  });

  test('may say where to go back to, after a stroke', () => {
    expect(readThorchainMemo(`=:BTC.BTC:${BTC}/${ETH}:0:t:10`)).toMatchObject({ address: BTC, refundAddress: ETH });
    expect(readThorchainMemo(`=:BTC.BTC:${BTC}/x`)).toMatchObject({ address: BTC, refundAddress: undefined });
  });

  test('may give a THORName, which is not an address', () => {
    expect(readThorchainMemo('=:e:dx:161e6:t:10')).toMatchObject({ address: undefined, name: 'dx' });
    expect(readThorchainMemo('=:e:some-name.ETH')).toMatchObject({ address: undefined, name: 'some-name.ETH' });
  });

  test('ends where other data begin', () => {
    expect(readThorchainMemo(`=:b:${BTC}|anything:else`)).toMatchObject({ address: BTC });
  });

  test.each([
    '',
    ':',
    '=',
    '=:BTC.BTC',
    '=:BTC.BTC:',
    `=:B:${BTC}`,
    `=:BTC:${BTC}`,
    `==:b:${BTC}`,
    `ADD:BTC.BTC:${BTC}`,
    `+:b:${BTC}`,
    `$+:b:${BTC}`,
    `=:b:${BTC.replace('q', '<')}`,
    `=:.BTC:${BTC}`,
    `=:b:${'q'.repeat(111)}`,
    `=:b:${BTC}:${'0'.repeat(250)}`,
    'hello <script>',
  ])('is not "%s"', (memo) => {
    expect(readThorchainMemo(memo)).toBeUndefined();
  });
});

describe('a memo that answers', () => {
  test('names the transaction that came in', () => {
    const hash = HASH.toLowerCase();
    expect(readThorchainMemo(`OUT:${HASH}`)).toEqual({ kind: 'out', hash });
    expect(readThorchainMemo(`refund:0x${HASH}`)).toEqual({ kind: 'refund', hash });
    expect(readThorchainMemo(`OUT:${HASH}|more`)).toEqual({ kind: 'out', hash });
  });

  test.each([`OUT:${HASH}0`, `OUT:${HASH.slice(1)}`, 'OUT:', 'REFUND:zz', `RAGNAROK:${HASH}`, `MIGRATE:1`])(
    'is not "%s"',
    (memo) => {
      expect(readThorchainMemo(memo)).toBeUndefined();
    },
  );
});

describe('a memo longer than one data output', () => {
  // The worked example of THORChain's documentation (concepts/sending-transactions, 2025).
  const start = 'SWAP:GAIA.ATOM:cosmos1fegapd4jc3ejqeg0eu3jk4hvr74hg66076gyyd/bc1qnfw0gkk05qxl38^';
  const rest = ['6d736c633639686336766336346d6b737977367a', '7a78686700000000000000000000000000000000'];
  const refundAddress = 'bc1qnfw0gkk05qxl38mslc69hc6vc64mksyw6zzxhg';

  test('is put together from the hashes after it', () => {
    const memo = joinThorchainMemo(start, rest);
    expect(memo).toBe(`SWAP:GAIA.ATOM:cosmos1fegapd4jc3ejqeg0eu3jk4hvr74hg66076gyyd/${refundAddress}`);
    expect(readThorchainMemo(memo)).toMatchObject({ network: 'GAIA', refundAddress });
  });

  test('ends before a hash that is no text, and takes no more than a memo may have', () => {
    expect(joinThorchainMemo(start, ['00'.repeat(20)])).toBe(start.slice(0, -1));
    expect(joinThorchainMemo(start, [`6d00${'11'.repeat(18)}`, ...rest])).toBe(start.slice(0, -1));
    expect(joinThorchainMemo(start, ['6d'])).toBe(start.slice(0, -1));
    expect(joinThorchainMemo(start, Array(1000).fill('6d'.repeat(20))).length).toBeLessThan(300);
  });

  test('is left alone where nothing continues', () => {
    expect(joinThorchainMemo('=:b:x^', rest)).toBe('=:b:x^');
    expect(joinThorchainMemo(`=:b:${BTC}`, rest)).toBe(`=:b:${BTC}`);
  });

  test('gives no address that was cut off, and one that was written out before the cut', () => {
    expect(readThorchainMemo(`=:b:${BTC}^`)).toMatchObject({ kind: 'swap', address: undefined, name: undefined });
    expect(readThorchainMemo(start)).toMatchObject({
      address: 'cosmos1fegapd4jc3ejqeg0eu3jk4hvr74hg66076gyyd',
      refundAddress: undefined,
    });
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/thorchain-memo.txt');
});
