import { secp256k1 } from '@noble/curves/secp256k1.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { HDKey } from '@scure/bip32';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import type { KeyBranch } from '@trailmark/core/statement/wallet-keys';
import { decodeBase58Check, encodeBase58Check } from '../utxo/base58-address.ts';
import { electrumKind, electrumSeed } from './electrum-phrase.ts';
import { keyAddress, listForms } from './key-address.ts';
import { listKeyBranches } from './key-branches.ts';
import { readPhrase, type Suspect } from './phrase.ts';
import { SeedTree } from './seed-branches.ts';
import { listElectrumPaths, listSeedPaths } from './seed-paths.ts';

/** A phrase or key that was read, and the addresses it leads to. Nothing of it is text of the secret. */
export interface OpenedSecret {
  /** For people: "Seed phrase of 12 English words (BIP 39)". */
  readonly title: string;
  /** Whether accounts above 0 lead to other addresses. */
  readonly hasAccounts: boolean;
  /** Branches of addresses on a chain; none where the key says nothing about the chain. */
  readonly branches: (chain: ChainId, account: number) => readonly KeyBranch[];
  /** Overwrites the private keys that were made. Texts cannot be overwritten in JavaScript. */
  readonly wipe: () => void;
}

/** Why a text was not read, without any word of it; `suspects` are as secret as the text. */
export interface SecretFault {
  readonly message: string;
  readonly suspects: readonly Suspect[];
}

const ROUNDS = 2_048;
const SEED_BYTES = 64;
const EXTENDED_BYTES = 78;
const KEY_BYTES = 32;
const encoder = new TextEncoder();

function fault(message: string): { readonly fault: SecretFault } {
  return { fault: { message, suspects: [] } };
}

/** The seed of a phrase (BIP 39): it depends on the words, in normal form KD, and not on their language. */
export function phraseSeed(words: readonly string[], passphrase: string): Uint8Array {
  const salt = encoder.encode(`mnemonic${passphrase}`.normalize('NFKD'));
  return pbkdf2(sha512, encoder.encode(words.join(' ')), salt, { c: ROUNDS, dkLen: SEED_BYTES });
}

function openSeed(seed: Uint8Array, title: string, list: typeof listSeedPaths, hasAccounts: boolean): OpenedSecret {
  const tree = SeedTree.fromSeed(seed);
  seed.fill(0);
  const branches = (chain: ChainId, account: number) => list(chain, account).map((path) => tree.branch(chain, path));
  return { title, hasAccounts, branches, wipe: () => tree.wipe() };
}

function openElectrum(text: string, passphrase: string): OpenedSecret | { readonly fault: SecretFault } | undefined {
  const kind = electrumKind(text);
  if (kind === undefined) return undefined;
  if (kind === 'two-factor') {
    return fault(
      'This is an Electrum phrase of a two-factor wallet. Its addresses also need a key of TrustedCoin, so a phrase alone does not lead to them.',
    );
  }
  const paths = listElectrumPaths(kind);
  // Electrum writes Bitcoin; its versions for other coins use the same steps.
  const list: typeof listSeedPaths = (chain, account) => {
    const forms = account === 0 ? listForms(chain) : [];
    return paths.filter(({ form }) => forms.includes(form));
  };
  return openSeed(electrumSeed(text, passphrase), `Electrum seed phrase (${kind})`, list, false);
}

function openPhrase(text: string, passphrase: string): OpenedSecret | { readonly fault: SecretFault } {
  const reading = readPhrase(text);
  if (reading.isPhrase) {
    const { words, language } = reading;
    const title = `Seed phrase of ${words.length} words (BIP 39, ${language})`;
    return openSeed(phraseSeed(words, passphrase), title, listSeedPaths, true);
  }
  return openElectrum(text, passphrase) ?? { fault: reading };
}

/** An extended private key: the root of a wallet has every path, a key further down its own branches. */
function openExtended(bytes: Uint8Array): OpenedSecret | { readonly fault: SecretFault } {
  const standard = Uint8Array.from(bytes);
  // Versions of SLIP-132 and of other coins say what addresses are meant; every form is searched here.
  new DataView(standard.buffer).setUint32(0, 0x0488ade4);
  let root: HDKey;
  try {
    root = HDKey.fromExtendedKey(encodeBase58Check(standard));
  } catch {
    return fault('This is not a valid extended private key: its key or its place in the tree is malformed.');
  } finally {
    standard.fill(0);
  }
  if (root.depth > 0) {
    const publicKey = root.publicExtendedKey;
    root.wipePrivateData();
    return openPublic(publicKey, 'Extended private key of an account');
  }
  const tree = new SeedTree(root);
  return {
    title: 'Extended private key of a whole wallet (BIP 32)',
    hasAccounts: true,
    branches: (chain, account) => listSeedPaths(chain, account).map((path) => tree.branch(chain, path)),
    wipe: () => tree.wipe(),
  };
}

function openPublic(text: string, title: string): OpenedSecret {
  return {
    title,
    hasAccounts: false,
    branches: (chain, account) => (account === 0 ? tryBranches(chain, text) : []),
    wipe: () => undefined,
  };
}

/** A key says nothing about chains it is not spelt for. */
function tryBranches(chain: ChainId, text: string): readonly KeyBranch[] {
  try {
    return listKeyBranches(chain, text);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return [];
    throw error;
  }
}

/** A single private key, in every form of address; wallets kept keys of the first years without compression too. */
function openSingle(key: Uint8Array, title: string, compressed: readonly boolean[]): OpenedSecret {
  const points = compressed.map((isShort) => secp256k1.getPublicKey(key, isShort));
  key.fill(0);
  const branches = (chain: ChainId, account: number): KeyBranch[] => {
    if (account > 0) return [];
    return points.flatMap((point) => {
      const forms = listForms(chain).filter((form) => point.length === 33 || form === 'p2pkh');
      return forms.map((form) => ({
        chain,
        form,
        role: 'addresses' as const,
        path: '',
        wallet: point.length === 33 ? 'single key' : 'single key, not compressed',
        isRanged: false,
        derive: () => [{ path: '', ...keyAddress(chain, form, point) }],
      }));
    });
  };
  return { title, hasAccounts: false, branches, wipe: () => undefined };
}

function openEncoded(text: string): OpenedSecret | { readonly fault: SecretFault } | undefined {
  if (/^6P[1-9A-HJ-NP-Za-km-z]{56}$/.test(text)) {
    return fault(
      'This private key is encrypted with a password (BIP 38). Decrypt it first, on a computer without a network.',
    );
  }
  const decoded = decodeBase58Check(text);
  if ('fault' in decoded) return undefined;
  const { bytes } = decoded;
  if (bytes.length === EXTENDED_BYTES && bytes[45] === 0) return openExtended(bytes);
  if (bytes.length === EXTENDED_BYTES) return openPublic(text, 'Extended public key');
  if ((bytes.length === 33 || bytes.length === 34) && (bytes[0] ?? 0) >= 0x80) {
    const key = bytes.slice(1, 1 + KEY_BYTES);
    bytes.fill(0);
    return openSingle(key, 'Single private key (WIF)', [bytes.length === 34]);
  }
  return undefined;
}

/**
 * Reads a seed phrase (BIP 39 in ten languages, or Electrum), an extended key, a descriptor, or a single private key as WIF or
 * 64 hexadecimal digits. `passphrase` belongs to a phrase only.
 */
export function openSecret(given: string, passphrase = ''): OpenedSecret | { readonly fault: SecretFault } {
  const text = given.trim();
  if (text === '') return fault('Nothing was entered.');
  if (/^(?:0x)?[0-9a-fA-F]{64}$/.test(text)) {
    const key = decodeHex(text.replace(/^0x/, ''));
    if (!secp256k1.utils.isValidSecretKey(key)) return fault('These 64 hexadecimal digits are no private key.');
    return openSingle(key, 'Single private key (64 hexadecimal digits)', [true, false]);
  }
  if (/^[a-z_]{2,20}\(/.test(text)) return openPublic(text, 'Output descriptor');
  return openEncoded(text) ?? openPhrase(text, passphrase);
}
