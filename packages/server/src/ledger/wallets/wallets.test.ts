import { getChain } from '@trailmark/chains/catalogue';
import { parseOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { listKeyBranches } from '@trailmark/chains/wallet/key-branches';
import { describe, expect, test } from 'vitest';
import { buildLedger } from '../../testing/ledger-builder.ts';
import { createSampleAccountReader, KEY } from '../../testing/sample-account-ledger.ts';
import { createSampleApp } from '../../testing/sample-app.ts';
import { ADDRESS, coinbase, createSampleReader, spend } from '../../testing/sample-ledger.ts';

const XPUB =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';

function addressAt(form: string, role: string, index: number): string {
  const branch = listKeyBranches('btc', XPUB).find((each) => each.form === form && each.role === role);
  return branch?.derive(index)[0]?.address ?? '';
}

function scriptAt(form: string, role: string, index: number): Uint8Array {
  return ownerScript(parseOwner(getChain('btc'), addressAt(form, role, index))) ?? new Uint8Array(0);
}

/** A wallet that was paid at 0 and 30 of its taproot branch, with change at 2, and once at a legacy address. */
function createWalletReader() {
  const paid = coinbase(1, { to: scriptAt('p2tr', 'receive', 0), coins: 50 });
  const moved = spend([[paid, 0]], { to: 'bob', coins: 20 }, { to: scriptAt('p2tr', 'change', 2), coins: 29 });
  return buildLedger('btc', [
    { height: 0, transactions: [coinbase(0, { to: 'alice', coins: 50 })] },
    { height: 1, transactions: [paid] },
    { height: 2, transactions: [coinbase(2, { to: scriptAt('p2tr', 'receive', 30), coins: 50 }), moved] },
    { height: 3, transactions: [coinbase(3, { to: scriptAt('p2pkh', 'receive', 0), coins: 50 })] },
  ]);
}

const { client } = createSampleApp({ reader: createWalletReader() });
const discover = (body: { key: string; chain?: 'btc' | 'eth'; gapLimit?: number }, from = client) =>
  from.call('discoverWallet', { body: { chain: 'btc', gapLimit: 20, ...body } });

describe('discovery in the index', () => {
  test('finds what a wallet used in every form of address, with balances, times and gaps', async () => {
    const { branches, asOf, gapLimit } = await discover({ key: XPUB, gapLimit: 40 });
    expect(asOf.height).toBe(3);
    expect(gapLimit).toBe(40);
    const used = branches.filter(({ found }) => found.length > 0);
    expect(used.map(({ form, role, highestUsed, looked }) => [form, role, highestUsed, looked])).toEqual([
      ['p2pkh', 'receive', 0, 41],
      ['p2tr', 'receive', 30, 71],
      ['p2tr', 'change', 2, 43],
    ]);
    const taproot = used[1];
    expect(taproot?.found.map(({ path, use }) => [path, use.balance, use.first.height, use.last.height])).toEqual([
      ['0/0', 0n, 1, 2],
      ['0/30', 5_000_000_000n, 2, 2],
    ]);
    expect(taproot).toMatchObject({ unused: 29, largestGap: 29, isNearLimit: false });
    expect(taproot?.found[0]?.address).toBe('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr');
    expect(taproot?.found[0]?.use.transactionCount).toBe(2);
  });

  test('what is beyond the gap limit is not found', async () => {
    const { branches } = await discover({ key: XPUB });
    expect(branches.find(({ form, role }) => form === 'p2tr' && role === 'receive')).toMatchObject({ highestUsed: 0 });
  });

  test('a descriptor is walked as it states', async () => {
    const { branches } = await discover({ key: `tr(${XPUB}/<0;1>/*)`, gapLimit: 30 });
    expect(branches.map(({ path, highestUsed }) => [path, highestUsed])).toEqual([
      ['0/*', 30],
      ['1/*', 2],
    ]);
  });

  test.each([1_000_000, 0, 1.5])('a gap limit of %s is refused', async (gapLimit) => {
    await expect(discover({ key: XPUB, gapLimit })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('from 1 to 1,000'),
    });
  });

  test('a private key is refused, and not repeated', async () => {
    const key =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
    for (const text of [key, `wpkh(${key}/0/*)`, 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617']) {
      await expect(discover({ key: text })).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.not.stringContaining(text),
      });
    }
  });
});

describe('addresses that were derived elsewhere', () => {
  const reader = createSampleReader();
  const { client: both } = createSampleApp({ reader, readers: new Map([['eth', createSampleAccountReader()]]) });

  test('are looked for on each chain, and a chain without data is no chain without use', async () => {
    const bob = `0x${KEY.bob}`;
    const { chains } = await both.call('checkWalletAddresses', {
      body: {
        chains: [
          { chain: 'btc', addresses: [ADDRESS.bob, addressAt('p2tr', 'receive', 0), 'nonsense'] },
          { chain: 'eth', addresses: [bob] },
          { chain: 'ltc', addresses: ['LKDxGDJq5TNgVfqg7jFV5qdLbDW4kLyQ1a'] },
        ],
      },
    });
    const [btc, eth, ltc] = chains;
    expect(btc?.found.map(({ address, use }) => [address, use.transactionCount])).toEqual([[ADDRESS.bob, 3]]);
    expect(btc?.refused).toEqual([
      { address: 'nonsense', reason: expect.stringContaining('not a valid Bitcoin address') },
    ]);
    expect(btc).toMatchObject({ isIndexed: true, checked: 2 });
    expect(eth?.found[0]?.use.transactionCount).toBeGreaterThan(0);
    expect(ltc).toMatchObject({ isIndexed: false, checked: 0, found: [], asOf: null });
  });

  test('a private key among them is refused without its text', async () => {
    const key = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
    const { chains } = await both.call('checkWalletAddresses', {
      body: { chains: [{ chain: 'btc', addresses: [key] }] },
    });
    expect(JSON.stringify(chains[0]?.refused)).not.toContain(key);
    expect(chains[0]?.refused).toHaveLength(1);
  });
});
