import { OUTPUT_CHAIN_IDS } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import type { Owner } from '@trailmark/core/owner';
import { payloadLength, SCRIPT_TYPES } from '@trailmark/core/script-type';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import cash from '../../vectors/cash-addresses.json' with { type: 'json' };
import invalid from '../../vectors/key-io-invalid.json' with { type: 'json' };
import privateKeys from '../../vectors/key-io-private.json' with { type: 'json' };
import valid from '../../vectors/key-io-valid.json' with { type: 'json' };
import segwit from '../../vectors/segwit-addresses.json' with { type: 'json' };
import { getChain, listChains } from '../catalogue.ts';
import {
  detectChains,
  encodeAddress,
  encodeScriptAddress,
  formatOwner,
  listAddressForms,
  parseOwner,
} from './address.ts';
import { prefixRanges } from './address-prefix.ts';
import { encodeBase58Check } from './base58-address.ts';
import { describeScript } from './script.ts';

const BTC_OF = { main: 'btc', test: 'btc-test', signet: 'btc-signet', regtest: 'btc-regtest' } as const;
const btc = getChain('btc');
const refusal = (chain: Parameters<typeof parseOwner>[0], text: string): string => {
  try {
    parseOwner(chain, text);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
  return 'accepted';
};

const OWNER_TYPES = SCRIPT_TYPES.filter((type) => type !== 'op-return' && type !== 'p2pk');
const owners: fc.Arbitrary<Owner> = fc.constantFrom(...OWNER_TYPES).chain((type) => {
  const bytes = payloadLength(type);
  if (type === 'anchor') return fc.constant(describeScript(decodeHex('51024e73')).owner!);
  return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((payload) => ({ type, payload }));
});
const chains = fc.constantFrom(...listChains());

describe('addresses of Bitcoin Core (key_io_valid, key_io_invalid)', () => {
  test.each(valid as [string, string, keyof typeof BTC_OF][])('%s', (address, hex, network) => {
    const chain = getChain(BTC_OF[network]);
    const script = decodeHex(hex);
    expect(parseOwner(chain, address)).toEqual(describeScript(script).owner);
    expect(encodeScriptAddress(chain, script)).toBe(address);
    if (address === address.toLowerCase()) {
      expect(parseOwner(chain, address.toUpperCase())).toEqual(describeScript(script).owner);
    }
  });

  test.each(invalid)('"%s" is no address of any Bitcoin network', (text) => {
    for (const id of Object.values(BTC_OF)) expect(refusal(getChain(id), text)).toMatch(/^This is not a valid Bitcoin/);
  });

  test.each(privateKeys)('the private key %s is refused as one', (text) => {
    for (const chain of listChains()) expect(refusal(chain, text)).toContain('private key');
  });
});

describe('segwit addresses (BIP 173, BIP 350)', () => {
  test.each(segwit.valid as [string, string][])('%s', (address, hex) => {
    const chain = getChain(address.toLowerCase().startsWith('tb') ? 'btc-test' : 'btc');
    expect(parseOwner(chain, address)).toEqual(describeScript(decodeHex(hex)).owner);
    expect(encodeScriptAddress(chain, decodeHex(hex))).toBe(address.toLowerCase());
  });

  test.each(segwit.invalid as [string, string][])('%s: %s', (address, reason) => {
    const chain = getChain(address.toLowerCase().startsWith('tb') ? 'btc-test' : 'btc');
    expect(refusal(chain, address)).toContain(reason);
  });

  test('the anchor has its one address', () => {
    const owner = parseOwner(btc, 'bc1pfeessrawgf');
    expect(owner.type).toBe('anchor');
    expect(encodeAddress(btc, owner)).toBe('bc1pfeessrawgf');
  });

  test('the address of the Twitter thieves', () => {
    const owner = parseOwner(btc, 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh');
    expect([owner.type, formatOwner(btc, owner)]).toEqual(['p2wpkh', 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh']);
  });
});

describe('chains', () => {
  test.each(cash.legacy as [string, string][])('%s on Bitcoin Cash is %s', (legacy, canonical) => {
    const chain = getChain('bch');
    for (const form of [legacy, canonical, canonical.split(':')[1]!, canonical.toUpperCase()]) {
      expect(formatOwner(chain, parseOwner(chain, form))).toBe(canonical);
    }
    expect(detectChains(` ${legacy}\n`, ['btc', 'bch', 'doge']).map((found) => [found.chain, found.canonical])).toEqual(
      [
        ['btc', legacy],
        ['bch', canonical],
      ],
    );
  });

  test('token-aware CashAddr types name the same owners', () => {
    const chain = getChain('bch');
    const plain = parseOwner(chain, 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2');
    const aware = parseOwner(chain, 'bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe');
    expect(aware).toEqual(plain);
  });

  test('Litecoin reads its old script version and writes the new one', () => {
    const chain = getChain('ltc');
    const owner: Owner = { type: 'p2sh', payload: new Uint8Array(20).fill(7) };
    const [written, old] = listAddressForms(chain, owner);
    expect([written![0], old![0]]).toEqual(['M', '3']);
    expect(parseOwner(chain, old!)).toEqual(owner);
    expect(refusal(chain, 'ltcmweb1qqabc')).toContain('MWEB');
  });

  test('a Base58 address that begins like a Bech32 one is read as what it is', () => {
    const chain = getChain('ltc');
    for (const head of ['LTC1', 'LTc1']) {
      const range = prefixRanges(chain, head).find(({ type }) => type === 'p2pkh');
      const payload = new Uint8Array(20);
      new DataView(payload.buffer).setBigUint64(0, (range!.from + range!.to) / 2n);
      const text = encodeBase58Check(Uint8Array.of(0x30, ...payload));
      expect(text.startsWith(head)).toBe(true);
      expect(parseOwner(chain, text)).toEqual({ type: 'p2pkh', payload });
    }
  });

  test('addresses of other chains are recognised, never accepted', () => {
    const foreign = (text: string, from: string, of: string) => `This is a ${of} address, not a ${from} one.|${text}`;
    const cases: [string, 'btc' | 'ltc' | 'doge' | 'bch', string, string][] = [
      ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', 'btc', 'Bitcoin', 'Bitcoin testnet'],
      ['mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ', 'btc', 'Bitcoin', 'Bitcoin testnet'],
      ['LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', 'btc', 'Bitcoin', 'Litecoin'],
      ['1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', 'ltc', 'Litecoin', 'Bitcoin'],
      ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'btc', 'Bitcoin', 'Bitcoin Cash'],
      ['bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv', 'bch', 'Bitcoin Cash', 'Bitcoin'],
      ['bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv', 'doge', 'Dogecoin', 'Bitcoin'],
    ];
    for (const [text, id, from, of] of cases) {
      expect(`${refusal(getChain(id), text)}|${text}`).toBe(foreign(text, from, of));
    }
  });

  test('every address of one chain is accepted by another only if both spell that owner the same way', () => {
    fc.assert(
      fc.property(chains, chains, owners, (from, to, owner) => {
        for (const text of listAddressForms(from, owner)) {
          const message = refusal(to, text);
          if (message !== 'accepted')
            expect(message).toBe(`This is a ${nameOf(message)} address, not a ${to.name} one.`);
          else expect(listAddressForms(to, owner)).toContain(text);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

function nameOf(message: string): string {
  return /^This is a (.*) address, not/.exec(message)?.[1] ?? 'nothing';
}

describe('properties', () => {
  test('every owner is written and read back, on every chain', () => {
    fc.assert(
      fc.property(chains, owners, (chain, owner) => {
        expect(parseOwner(chain, formatOwner(chain, owner))).toEqual(owner);
        for (const form of listAddressForms(chain, owner)) expect(parseOwner(chain, form)).toEqual(owner);
      }),
      { numRuns: 3000 },
    );
  });

  test('one wrong, missing, added or swapped character is always refused', () => {
    const character = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl :');
    const edits = fc.record({
      at: fc.nat(200),
      kind: fc.constantFrom('replace', 'remove', 'insert', 'swap'),
      character,
    });
    fc.assert(
      fc.property(chains, owners, edits, (chain, owner, edit) => {
        const text = encodeAddress(chain, owner);
        if (text === undefined) return;
        const at = edit.at % text.length;
        const [head, tail] = [text.slice(0, at), text.slice(at)];
        const edited = {
          replace: head + edit.character + tail.slice(1),
          remove: head + tail.slice(1),
          insert: head + edit.character + tail,
          swap: head + (tail[1] ?? '') + tail[0] + tail.slice(2),
        }[edit.kind]!;
        if (edited !== text) expect(`${edited} ${refusal(chain, edited)}`).toMatch(/ This is /);
      }),
      { numRuns: 20_000 },
    );
  });

  test('any text is an owner or an AppError', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OUTPUT_CHAIN_IDS),
        fc.oneof(fc.string(), fc.stringMatching(/^[13bcq:1-9a-z]{1,140}$/)),
        (id, text) => {
          refusal(getChain(id), text);
          detectChains(text, [...OUTPUT_CHAIN_IDS]);
        },
      ),
    );
  });

  test('owners without an address have a script form, which says what is wrong with it too', () => {
    const owner: Owner = { type: 'nonstandard', payload: new Uint8Array(32).fill(1) };
    expect(formatOwner(btc, owner)).toBe(`script:${'01'.repeat(32)}`);
    expect(formatOwner(btc, { ...owner, type: 'multisig' })).toBe(`script:multisig:${'01'.repeat(32)}`);
    expect(encodeAddress(btc, owner)).toBeUndefined();
    expect(refusal(btc, 'script:01')).toContain('64 hexadecimal digits');
    expect(refusal(btc, 'script:op-return:')).toContain('script:');
    expect(refusal(btc, `script:p2pk:${'01'.repeat(20)}`)).toContain('form is unknown');
  });
});
