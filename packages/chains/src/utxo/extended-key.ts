import { HDKey } from '@scure/bip32';
import { AppError } from '@trailmark/core/errors';
import { findNearestChain, listChains } from '../catalogue.ts';
import { decodeBase58Check } from './base58-address.ts';
import type { KeyForm, UtxoChain } from './chain-definition.ts';

/** SLIP-132 and BIP 32 versions of extended private keys, to be distinguished from mistyped public ones. */
const PRIVATE_VERSIONS: readonly number[] = [
  0x0488ade4, 0x049d7878, 0x04b2430c, 0x0295b005, 0x02aa7a99, 0x04358394, 0x044a4e28, 0x045f18bc, 0x024285b5,
  0x02575048, 0x019d9cfe, 0x01b26792, 0x0436ef7d, 0x02fac398,
];
/** SLIP-132 versions that represent multisig accounts: one such key alone has no addresses. */
const MULTISIG_VERSIONS: readonly number[] = [0x0295b43f, 0x02aa7ed3, 0x024289ef, 0x02575483];
const KEY_BYTES = 78;

/** A public node of a key tree (BIP 32) and the addresses its spelling asks for. */
export interface ExtendedKey {
  /** `xpub`, `zpub`, … */
  readonly name: string;
  readonly form: KeyForm;
  /** Steps from the root of the tree. */
  readonly depth: number;
  /** The compressed public key of a descendant by unhardened steps. Throws `invalid` for a hardened one. */
  readonly derive: (steps: readonly number[]) => Uint8Array;
}

function refusePrivateKey(): never {
  throw new AppError('invalid', 'This is a private key. Private keys must never be entered here.');
}

function invalidKey(reason: string): never {
  throw new AppError('invalid', `This is not a valid extended public key: ${reason}.`);
}

function readPayload(text: string): { bytes: Uint8Array; version: number } {
  const decoded = decodeBase58Check(text);
  if ('fault' in decoded) return invalidKey(decoded.fault.replace('such addresses', 'such keys'));
  const { bytes } = decoded;
  const isWif = (bytes.length === 33 || bytes.length === 34) && (bytes[0] ?? 0) >= 0x80;
  if (isWif) refusePrivateKey();
  if (bytes.length !== KEY_BYTES) invalidKey('its length is wrong');
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  // The leading zero of the key field marks a private key whatever the version claims.
  if (PRIVATE_VERSIONS.includes(version) || bytes[45] === 0) refusePrivateKey();
  return { bytes, version };
}

function refuseVersion(chain: UtxoChain, version: number): never {
  if (MULTISIG_VERSIONS.includes(version)) {
    throw new AppError('invalid', 'This key belongs to a multisig wallet: enter the whole output descriptor instead.');
  }
  const others = listChains().filter((other) => other.extendedKeys.some((key) => key.version === version));
  const owner = findNearestChain(chain, others);
  if (!owner) invalidKey('its version is unknown');
  throw new AppError('invalid', `This is a ${owner.name} key, not a ${chain.name} one.`);
}

function openNode(text: string, version: number): HDKey {
  try {
    return HDKey.fromExtendedKey(text, { public: version, private: 0 });
  } catch {
    // The library's own messages name its fields, not the reader's mistake.
    return invalidKey('its key or its place in the tree is malformed');
  }
}

/**
 * Reads an extended public key of a chain (BIP 32; SLIP-132 spellings). Throws `invalid`: private keys are refused
 * first, then keys of other chains.
 */
export function parseExtendedKey(chain: UtxoChain, text: string): ExtendedKey {
  const { version } = readPayload(text);
  const known = chain.extendedKeys.find((key) => key.version === version) ?? refuseVersion(chain, version);
  const root = openNode(text, version);
  const nodes = new Map<string, HDKey>();
  const open = (steps: readonly number[]): HDKey => {
    const last = steps[steps.length - 1];
    if (last === undefined) return root;
    if (last >= 0x8000_0000) throw new AppError('invalid', 'Hardened steps cannot be derived from a public key.');
    return reach(steps.slice(0, -1)).deriveChild(last);
  };
  // Parents are kept: a range of children asks for the same one again and again.
  const reach = (steps: readonly number[]): HDKey => {
    const path = steps.join('/');
    const node = nodes.get(path) ?? open(steps);
    nodes.set(path, node);
    return node;
  };
  const derive = (steps: readonly number[]) => open(steps).publicKey ?? invalidKey('it holds no public key');
  return { name: known.name, form: known.form, depth: root.depth, derive };
}

/** Whether a text has the shape of an extended key, public or private: what a search box should not take for an address. */
export function isExtendedKeyShaped(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{111}$/.test(text);
}
