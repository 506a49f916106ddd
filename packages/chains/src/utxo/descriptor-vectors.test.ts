import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { AppError } from '@trailmark/core/errors';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import vectors from '../../vectors/descriptors.json' with { type: 'json' };
import * as ofCatalogue from '../catalogue.ts';
import * as ofBase58Address from './base58-address.ts';
import * as ofDescriptor from './descriptor.ts';
import * as ofDescriptorChecksum from './descriptor-checksum.ts';
import * as ofExtendedKey from './extended-key.ts';
import * as ofKeyExpression from './key-expression.ts';
import * as ofScript from './script.ts';

const recorded = new WatchedResults();
const { getChain } = recorded.watch(ofCatalogue);
const { decodeBase58Check } = recorded.watch(ofBase58Address);
const { deriveOwners, parseOwnerRange } = recorded.watch(ofDescriptor);
const { descriptorChecksum, stripDescriptorChecksum } = recorded.watch(ofDescriptorChecksum);
const { parseExtendedKey } = recorded.watch(ofExtendedKey);
const { parseKeyExpression } = recorded.watch(ofKeyExpression);
const { describeScript } = recorded.watch(ofScript);

const btc = getChain('btc');
const HARDENED = /['hH]$/;

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
  return 'accepted';
}

const refusal = (text: string): string => messageOf(() => deriveOwners(btc, text, { from: 0, count: 1 }));

/** A single private key as the public one it makes. */
function toPublicPoint(wif: string): string {
  const decoded = decodeBase58Check(wif);
  if ('fault' in decoded) throw new Error(decoded.fault);
  return encodeHex(secp256k1.getPublicKey(decoded.bytes.slice(1, 33), decoded.bytes.length === 34));
}

/** An extended private key and its fixed steps as the public key they lead to; a ranged step of an index follows as a number. */
function toPublicKey(xprv: string, steps: string, index: number): string {
  const all = steps.split('/').filter(Boolean);
  const reached = all.reduce((key, step) => {
    const number = step.startsWith('*') ? index : Number(step.replace(HARDENED, ''));
    return key.deriveChild(HARDENED.test(step) ? number + 0x8000_0000 : number);
  }, HDKey.fromExtendedKey(xprv));
  return reached.publicExtendedKey;
}

/** The same descriptor for one index, with public keys alone. */
function toPublic(descriptor: string, index: number): string {
  return descriptor
    .replace(/(xprv[A-Za-z0-9]{107})((?:\/[0-9*]+['hH]?)*)/g, (_, key: string, steps: string) =>
      toPublicKey(key, steps, index),
    )
    .replace(/(?<![A-Za-z0-9])(?:5[HJK][A-Za-z0-9]{49}|[KL][A-Za-z0-9]{51})(?![A-Za-z0-9])/g, toPublicPoint)
    .replace(/\/\*(?=[),])/g, `/${index}`);
}

const ownerOf = (script: string): Owner => {
  const { owner } = describeScript(decodeHex(script));
  if (!owner) throw new Error('no owner');
  return owner;
};
const ids = (owners: readonly { readonly owner: Owner }[]): string[] => owners.map(({ owner }) => ownerId(owner));
const isPrivate = (text: string): boolean =>
  /[xt]prv|(?<![A-Za-z0-9])[5KL][A-Za-z0-9]{50,51}(?![A-Za-z0-9])/.test(text);
const valid = vectors.valid as [bip: string, descriptor: string, scripts: string[]][];

describe('descriptors of the BIPs', () => {
  test.each(valid)('%s: %s', (_, descriptor, scripts) => {
    const expected = scripts.map((script) => ownerId(ownerOf(script)));
    if (isPrivate(descriptor)) expect(refusal(descriptor)).toContain('private key');
    else expect(ids(deriveOwners(btc, descriptor, { from: 0, count: scripts.length }))).toEqual(expected);
    // What they describe is the same with public keys, which is how a wallet is exported.
    const each = scripts.flatMap((__, index) =>
      ids(deriveOwners(btc, toPublic(descriptor, index), { from: 0, count: 1 })),
    );
    expect(each).toEqual(expected);
  });

  test('all of them are tried', () => {
    expect(valid.length).toBe(53);
    expect(new Set(valid.map(([bip]) => bip))).toEqual(
      new Set(['BIP 381', 'BIP 382', 'BIP 383', 'BIP 385', 'BIP 386', 'BIP 387']),
    );
  });

  test.each(vectors.invalid as [string, string, string][])('%s refuses: %s: %s', (_, __, descriptor) => {
    const message = refusal(descriptor);
    expect(message).not.toBe('accepted');
    for (const key of descriptor.match(/[A-Za-z0-9]{50,}/g) ?? []) expect(message).not.toContain(key);
  });

  test.each(vectors.multipath as [string, string[]][])('BIP 389: %s', (descriptor, single) => {
    if (isPrivate(descriptor)) {
      expect(refusal(descriptor)).toContain('private key');
      return;
    }
    const range = { from: 0, count: 3 };
    expect(ids(deriveOwners(btc, descriptor, range))).toEqual(
      single.flatMap((each) => ids(deriveOwners(btc, each, range))),
    );
    expect(parseOwnerRange(btc, descriptor).branches).toBe(single.length);
  });

  test.each(vectors.keys as [string, string][])('BIP 380 key: %s: %s', (_, key) => {
    const message = messageOf(() => parseKeyExpression(btc, key).at(0, 0));
    if (isPrivate(key)) expect(message).toContain('private key');
    else if (/\][^\]]*[/*][0-9]*h|^xpub.*\/[0-9]+h/.test(key)) expect(message).toContain('hardened steps');
    else expect(message).toBe('accepted');
  });

  // BIP 380 lists "H" among the valid hardened indicators and, in its vectors, among the invalid ones: it is read.
  const refused = (vectors.invalidKeys as [string, string][]).filter(([, key]) => !key.includes('/0H/'));

  test.each(refused)('BIP 380 refuses a key: %s: %s', (_, key) => {
    expect(messageOf(() => parseKeyExpression(btc, key).at(0, 0))).not.toBe('accepted');
  });

  test('combo() watches the forms of pk(), pkh(), wpkh() and sh(wpkh()) (BIP 384)', () => {
    const short = '03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd';
    const long = `04${short.slice(2)}5b8dec5235a0fa8722476c7709c02559e3aa73aa03918ba2d492eea75abea235`;
    const all = (descriptors: readonly string[], chain = btc): Set<string> =>
      new Set(descriptors.flatMap((text) => ids(deriveOwners(chain, text, { from: 0, count: 1 }))));
    const forms = [`pk(${short})`, `pkh(${short})`, `wpkh(${short})`, `sh(wpkh(${short}))`];
    expect(all([`combo(${short})`])).toEqual(all(forms));
    expect(all([`combo(${long})`])).toEqual(all([`pkh(${long})`]));
    expect(all([`combo(${short})`], getChain('doge'))).toEqual(all([`pkh(${short})`], getChain('doge')));
    expect(refusal(`sh(combo(${short}))`)).toContain('"combo" is not supported here');
  });

  test('rawtr() is the key of the output itself', () => {
    const x = '77aab6e066f8a7419c5ab714c12c67d25007ed55a43cadcacb4d7a970a093f11';
    expect(ids(deriveOwners(btc, `rawtr(${x})`, { from: 0, count: 1 }))).toEqual([ownerId(ownerOf(`5120${x}`))]);
    expect(refusal(`rawtr(${x},pk(${x}))`)).toContain('too many arguments');
  });
});

describe('extended keys of BIP 32', () => {
  const trees = vectors.bip32 as [string, [path: string, pub: string, prv: string][]][];

  test.each(trees)('seed %s', (_, nodes) => {
    for (const [path, pub, prv] of nodes) {
      expect(messageOf(() => parseExtendedKey(btc, prv))).toBe(
        'This is a private key. Private keys must never be entered here.',
      );
      const steps = path.split('/').slice(1);
      const key = parseExtendedKey(btc, pub);
      expect(key.depth).toBe(steps.length);
      expect(encodeHex(key.derive([]))).toBe(encodeHex(HDKey.fromExtendedKey(prv).publicKey ?? new Uint8Array(0)));
      const parent = nodes.find(([other]) => other === ['m', ...steps.slice(0, -1)].join('/'));
      const last = steps.at(-1);
      if (parent && last !== undefined && !last.endsWith("'")) {
        expect(encodeHex(parseExtendedKey(btc, parent[1]).derive([Number(last)]))).toBe(encodeHex(key.derive([])));
      }
    }
  });

  test.each(vectors.invalidBip32 as [string, string][])('refuses: %s', (_, text) => {
    const message = messageOf(() => parseExtendedKey(btc, text));
    expect(message).not.toBe('accepted');
    expect(message).not.toContain(text);
  });
});

describe('hostile descriptors', () => {
  const point = '03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd';

  test('a megabyte of text is refused before it is parsed', () => {
    for (const text of ['('.repeat(2 ** 20), `wsh(${'a'.repeat(2 ** 20)})`, `raw(${'ab'.repeat(2 ** 19)})`]) {
      expect(refusal(text)).toContain('100,000 characters');
    }
  });

  test('nested garbage is refused', () => {
    expect(refusal(`${'sh('.repeat(5_000)}${')'.repeat(5_000)}`)).toContain('not supported');
    const tree = (depth: number): string => `${'{'.repeat(depth)}pk(${point})${`,pk(${point})}`.repeat(depth)}`;
    expect(refusal(`tr(${point},${tree(128)})`)).toBe('accepted');
    expect(refusal(`tr(${point},${tree(129)})`)).toContain('at most 128 levels');
    for (const inner of ['{', '{}', '{pk(1)}', `{pk(${point}),pk(${point}),pk(${point})}`, `pkh(${point})`, ',']) {
      expect(refusal(`tr(${point},${inner})`)).not.toBe('accepted');
    }
  });

  test('an index above the last one is refused', () => {
    const xpub = (vectors.bip32 as [string, string[][]][])[0]?.[1][0]?.[1] ?? '';
    expect(messageOf(() => deriveOwners(btc, xpub, { from: 0x7fff_ffff, count: 1 }))).toBe('accepted');
    expect(messageOf(() => deriveOwners(btc, xpub, { from: 0x7fff_ffff, count: 2 }))).toContain('index');
  });

  test('one wrong character is named by its place, and never corrected', () => {
    const text =
      'wpkh([d34db33f/84h/0h/0h]xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL/0/*)';
    const whole = `${text}#${descriptorChecksum(text)}`;
    for (const [at, other] of [
      [0, 'v'],
      [7, 'e'],
      [25, 'y'],
      [60, 'A'],
      [61, '9'],
      [text.length - 1, ']'],
      [text.length + 3, 'q'],
      [text.length + 8, 'p'],
    ] as const) {
      const changed = whole.slice(0, at) + (whole[at] === other ? 'z' : other) + whole.slice(at + 1);
      expect(messageOf(() => stripDescriptorChecksum(changed))).toBe(
        `The checksum of this descriptor fails: character ${at + 1} of ${whole.length} is likely wrong.`,
      );
    }
    const two = whole.replace('84h', '49h');
    expect(messageOf(() => stripDescriptorChecksum(two))).toContain('more than one character');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/descriptor-vectors.txt');
});
