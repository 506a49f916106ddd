import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { Owner } from '@trailmark/core/owner';
import type { KeyForm, UtxoChain } from './chain-definition.ts';
import { stripDescriptorChecksum } from './descriptor-checksum.ts';
import { parseExtendedKey } from './extended-key.ts';
import { hash160, sha256 } from './hash.ts';
import { type KeyExpression, parseKeyExpression } from './key-expression.ts';
import { OP } from './opcode.ts';
import { describeScript, ownerScript } from './script.ts';

/** An owner of a wallet and the steps to its key from the key that was entered, such as `0/5`; empty for a fixed key. */
export interface DerivedOwner {
  readonly path: string;
  readonly owner: Owner;
}

/** Builds the output script of one branch and index. */
type Template = (branch: number, index: number) => Uint8Array;

interface Expression {
  readonly keys: readonly KeyExpression[];
  readonly script: Template;
}

type Place = 'top' | 'sh' | 'wsh';

const MAX_COUNT = 10_000;
const MAX_MULTISIG_KEYS = 20;
const MAX_REDEEM_BYTES = 520;

function invalid(reason: string): never {
  throw new AppError('invalid', `This is not a valid descriptor: ${reason}.`);
}

function scriptOf(owner: Owner): Uint8Array {
  return ownerScript(owner) ?? invalid('it describes a script without a form of its own');
}

function push(bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(bytes.length, ...bytes);
}

/** Key-path output key without a script tree: Q = P + hash_TapTweak(P)·G (BIP 341, BIP 86). Takes 33 or 32 bytes. */
export function taprootOutputKey(key: Uint8Array): Uint8Array {
  const x = key.length === 33 ? key.subarray(1) : key;
  const internal = secp256k1.Point.fromBytes(Uint8Array.of(2, ...x));
  const tweak = secp256k1.Point.Fn.create(BigInt(`0x${encodeHex(schnorr.utils.taggedHash('TapTweak', x))}`));
  return internal.add(secp256k1.Point.BASE.multiply(tweak)).toBytes(true).slice(1);
}

/** The owner of a key in one of the single-key forms. */
export function keyOwner(form: KeyForm, key: Uint8Array): Owner {
  if (form === 'p2pkh') return { type: 'p2pkh', payload: hash160(key) };
  if (form === 'p2wpkh') return { type: 'p2wpkh', payload: hash160(key) };
  if (form === 'p2tr') return { type: 'p2tr', payload: taprootOutputKey(key) };
  return { type: 'p2sh', payload: hash160(scriptOf({ type: 'p2wpkh', payload: hash160(key) })) };
}

function keyTemplate(key: KeyExpression, form: KeyForm): Template {
  return (branch, index) => scriptOf(keyOwner(form, key.at(branch, index).key));
}

function requireCompressed(key: KeyExpression, where: string): KeyExpression {
  if (key.at(0, 0).key.length !== 33) invalid(`${where} takes compressed keys only`);
  return key;
}

function countPush(count: number): number[] {
  return count <= 16 ? [0x50 + count] : [1, count];
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function multisig(required: number, keys: readonly KeyExpression[], sorted: boolean): Template {
  return (branch, index) => {
    const points = keys.map((key) => key.at(branch, index).key);
    const ordered = sorted ? points.toSorted(compareBytes) : points;
    const pushes = ordered.flatMap((point) => [...push(point)]);
    return Uint8Array.from([...countPush(required), ...pushes, ...countPush(keys.length), OP.CHECKMULTISIG]);
  };
}

/** Splits at commas outside of brackets. */
function splitArguments(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(' || character === '{') depth++;
    if (character === ')' || character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  return parts;
}

function parseMultisig(chain: UtxoChain, name: string, inside: string, place: Place): Expression {
  const [first = '', ...texts] = splitArguments(inside);
  const required = /^[1-9][0-9]?$/.test(first)
    ? Number(first)
    : invalid(`${name}() starts with a number of signatures`);
  const keys = texts.map((text) => parseKeyExpression(chain, text));
  if (keys.length < required || keys.length > MAX_MULTISIG_KEYS) {
    invalid(`${name}() asks for ${required} signatures of ${keys.length} keys`);
  }
  if (place === 'wsh') for (const key of keys) requireCompressed(key, 'wsh()');
  return { keys, script: multisig(required, keys, name === 'sortedmulti') };
}

function parseKeyFunction(chain: UtxoChain, name: string, inside: string, place: Place): Expression | undefined {
  const one = (form: KeyForm, compressed: boolean): Expression => {
    const key = parseKeyExpression(chain, inside);
    if (compressed || place === 'wsh') requireCompressed(key, place === 'wsh' ? 'wsh()' : `${name}()`);
    return { keys: [key], script: keyTemplate(key, form) };
  };
  if (name === 'pkh') return one('p2pkh', false);
  if (name === 'wpkh' && place !== 'wsh') return one('p2wpkh', true);
  if (name === 'tr' && place === 'top') {
    if (splitArguments(inside).length > 1) invalid('tr() with a script tree is not supported');
    return one('p2tr', true);
  }
  if (name !== 'pk') return undefined;
  const expression = one('p2pkh', false);
  const [key] = expression.keys;
  const script: Template = (branch, index) =>
    Uint8Array.of(...push(key?.at(branch, index).key ?? new Uint8Array(0)), OP.CHECKSIG);
  return { ...expression, script };
}

function parseWrapped(chain: UtxoChain, inside: string, place: 'sh' | 'wsh'): Expression {
  const { keys, script } = parseExpression(chain, inside, place);
  if (place === 'wsh') {
    return { keys, script: (branch, at) => scriptOf({ type: 'p2wsh', payload: sha256(script(branch, at)) }) };
  }
  const redeem: Template = (branch, at) => {
    const bytes = script(branch, at);
    return bytes.length > MAX_REDEEM_BYTES ? invalid('sh() holds a script of more than 520 bytes') : bytes;
  };
  return { keys, script: (branch, at) => scriptOf({ type: 'p2sh', payload: hash160(redeem(branch, at)) }) };
}

function parseExpression(chain: UtxoChain, text: string, place: Place): Expression {
  const [, name = '', inside = ''] = /^([a-z_]+)\((.*)\)$/s.exec(text) ?? invalid('"name(…)" is expected');
  if (!chain.bech32 && ['wpkh', 'wsh', 'tr'].includes(name)) invalid(`${chain.name} has no ${name}() outputs`);
  if (name === 'sh' && place === 'top') return parseWrapped(chain, inside, 'sh');
  if (name === 'wsh' && place !== 'wsh') return parseWrapped(chain, inside, 'wsh');
  if (name === 'multi' || name === 'sortedmulti') return parseMultisig(chain, name, inside, place);
  return parseKeyFunction(chain, name, inside, place) ?? invalid(`"${name}" is not supported here`);
}

/** An extended key alone stands for its receive (0) and change (1) branches, in the form of its spelling or as asked. */
function keyExpression(chain: UtxoChain, text: string, form: KeyForm | undefined): Expression {
  const node = parseExtendedKey(chain, text);
  const asked = form ?? node.form;
  if (!chain.bech32 && asked !== 'p2pkh') {
    throw new AppError('invalid', `${chain.name} has no segwit addresses: only the form p2pkh can be derived.`);
  }
  const at: KeyExpression['at'] = (branch, index) => ({
    key: node.derive([branch, index]),
    path: `${branch}/${index}`,
  });
  const key: KeyExpression = { branches: 2, isRanged: true, at };
  return { keys: [key], script: keyTemplate(key, asked) };
}

function checkRange(from: number, count: number): void {
  const isWhole = Number.isInteger(from) && Number.isInteger(count);
  if (!isWhole || from < 0 || count < 0 || count > MAX_COUNT || from + count > 0x8000_0000) {
    throw new AppError('invalid', `Addresses are derived from an index of 0 or more, up to ${MAX_COUNT} at a time.`);
  }
}

function branchCount(keys: readonly KeyExpression[]): number {
  const counts = new Set(keys.map((key) => key.branches).filter((branches) => branches > 1));
  if (counts.size > 1) invalid('all "<…>" steps have the same number of values');
  return [...counts][0] ?? 1;
}

/**
 * Owners of a wallet, given as an extended public key (its receive branch 0, then its change branch 1) or as an output
 * descriptor (BIP 380 to 386, 389), for `count` indexes from `from` in each branch; a descriptor without `*` has one
 * owner a branch. `form` overrides what an extended key's spelling means. Throws `invalid` naming what is wrong;
 * private keys are refused.
 */
export function deriveOwners(
  chain: UtxoChain,
  keyOrDescriptor: string,
  range: { readonly from: number; readonly count: number; readonly form?: KeyForm },
): readonly DerivedOwner[] {
  checkRange(range.from, range.count);
  const text = keyOrDescriptor.trim();
  const { keys, script } = text.includes('(')
    ? parseExpression(chain, stripDescriptorChecksum(text), 'top')
    : keyExpression(chain, text, range.form);
  const isRanged = keys.some((key) => key.isRanged);
  const indexes = isRanged ? Array.from({ length: range.count }, (_, i) => range.from + i) : [0];
  return Array.from({ length: branchCount(keys) }, (_, branch) => branch).flatMap((branch) =>
    indexes.flatMap((index) => {
      const { owner } = describeScript(script(branch, index), { p2sh32: chain.p2sh32 });
      return owner ? [{ path: keys[0]?.at(branch, index).path ?? '', owner }] : [];
    }),
  );
}
