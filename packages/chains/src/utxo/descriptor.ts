import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { parseOwner } from './address.ts';
import type { KeyForm, UtxoChain } from './chain-definition.ts';
import { compareBytes, countPush, parseMultisigArguments, splitArguments } from './descriptor-arguments.ts';
import { stripDescriptorChecksum } from './descriptor-checksum.ts';
import { parseScriptTree } from './descriptor-tree.ts';
import { parseExtendedKey } from './extended-key.ts';
import { hash160, sha256 } from './hash.ts';
import { invalidDescriptor as invalid, type KeyExpression, parseKeyExpression } from './key-expression.ts';
import { keyOwner } from './key-owner.ts';
import { OP } from './opcode.ts';
import { describeScript, ownerScript } from './script.ts';
import { taprootOutputKey, toXOnly } from './taproot.ts';

/** An owner of a wallet and the steps to its key from the key that was entered, such as `0/5`; empty for a fixed key. */
export interface DerivedOwner {
  readonly path: string;
  readonly owner: Owner;
}

/** The owners that a descriptor, or an extended key in one form, describes. */
export interface OwnerRange {
  /** Values of its `<a;b>` steps; 1 without one. An extended key has two: receive and change. */
  readonly branches: number;
  /** Whether there is an owner for each index; otherwise every index gives the same. */
  readonly isRanged: boolean;
  /** Owners of one branch and index: several for `combo()`, none for a script nobody can spend. */
  readonly derive: (branch: number, index: number) => readonly DerivedOwner[];
}

/** Builds the output script of one branch and index. */
type Template = (branch: number, index: number) => Uint8Array;

interface Expression {
  readonly keys: readonly KeyExpression[];
  readonly script: Template;
}

interface TopExpression {
  readonly keys: readonly KeyExpression[];
  readonly scripts: readonly Template[];
}

type Place = 'top' | 'sh' | 'wsh';

const MAX_COUNT = 10_000;
/** A tree of hundreds of keys fits; longer text is garbage, and is refused before it is looked at. */
const MAX_CHARACTERS = 100_000;
const MAX_MULTISIG_KEYS = { top: 3, sh: 20, wsh: 20 } as const;
const MAX_REDEEM_BYTES = 520;
const MAX_SCRIPT_BYTES = 10_000;
const NEEDS_SEGWIT = ['wpkh', 'wsh', 'tr', 'rawtr'];

function scriptOf(owner: Owner): Uint8Array {
  return ownerScript(owner) ?? invalid('it describes a script without a form of its own');
}

function push(bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(bytes.length, ...bytes);
}

function keyTemplate(key: KeyExpression, form: KeyForm): Template {
  return (branch, index) => scriptOf(keyOwner(form, key.at(branch, index).key));
}

function requireCompressed(key: KeyExpression, where: string): KeyExpression {
  if (key.at(0, 0).key.length !== 33) invalid(`${where} takes compressed keys only`);
  return key;
}

function multisig(required: number, keys: readonly KeyExpression[], sorted: boolean): Template {
  return (branch, index) => {
    const points = keys.map((key) => key.at(branch, index).key);
    const ordered = sorted ? points.toSorted(compareBytes) : points;
    const pushes = ordered.flatMap((point) => [...push(point)]);
    return Uint8Array.from([...countPush(required), ...pushes, ...countPush(keys.length), OP.CHECKMULTISIG]);
  };
}

function parseMultisig(chain: UtxoChain, name: string, inside: string, place: Place): Expression {
  const most = MAX_MULTISIG_KEYS[place];
  const { required, keys } = parseMultisigArguments(chain, { name, inside, most, form: 'any' });
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

function readCall(chain: UtxoChain, text: string): { readonly name: string; readonly inside: string } {
  const [, name = '', inside = ''] = /^([a-z_]{1,20})\((.*)\)$/s.exec(text) ?? invalid('"name(…)" is expected');
  if (!chain.bech32 && NEEDS_SEGWIT.includes(name)) invalid(`${chain.name} has no ${name}() outputs`);
  return { name, inside };
}

function parseExpression(chain: UtxoChain, text: string, place: Place): Expression {
  const { name, inside } = readCall(chain, text);
  if (name === 'sh' && place === 'top') return parseWrapped(chain, inside, 'sh');
  if (name === 'wsh' && place !== 'wsh') return parseWrapped(chain, inside, 'wsh');
  if (name === 'multi' || name === 'sortedmulti') return parseMultisig(chain, name, inside, place);
  return parseKeyFunction(chain, name, inside, place) ?? invalid(`"${name}" is not supported here`);
}

/** `tr(KEY)` and `tr(KEY,TREE)` (BIP 386); `rawtr(KEY)` of Bitcoin Core, whose key is the output's. */
function parseTaproot(chain: UtxoChain, name: 'tr' | 'rawtr', inside: string): Expression {
  const [first = '', second, ...more] = splitArguments(inside);
  if (more.length > 0 || (name === 'rawtr' && second !== undefined)) invalid(`${name}() has too many arguments`);
  const key = parseKeyExpression(chain, first, 'x-only');
  const tree = second === undefined ? undefined : parseScriptTree(chain, second);
  const output: Template = (branch, index) => {
    const internal = key.at(branch, index).key;
    return name === 'rawtr' ? toXOnly(internal) : taprootOutputKey(internal, tree?.hash(branch, index));
  };
  return {
    keys: [key, ...(tree?.keys ?? [])],
    script: (branch, index) => scriptOf({ type: 'p2tr', payload: output(branch, index) }),
  };
}

/** `combo(KEY)`: every form of a key that older wallets watched (BIP 384). P2PK has the owner of P2PKH. */
function parseCombo(chain: UtxoChain, inside: string): TopExpression {
  const key = parseKeyExpression(chain, inside);
  const isShort = key.at(0, 0).key.length === 33;
  const forms: readonly KeyForm[] = isShort && chain.bech32 ? ['p2pkh', 'p2wpkh', 'p2sh-p2wpkh'] : ['p2pkh'];
  return { keys: [key], scripts: forms.map((form) => keyTemplate(key, form)) };
}

/** `raw(HEX)` and `addr(ADDRESS)` (BIP 385). */
function parseFixed(chain: UtxoChain, name: string, inside: string): Uint8Array {
  if (name === 'addr') return scriptOf(parseOwner(chain, inside));
  const isScript = /^(?:[0-9a-fA-F]{2})+$/.test(inside) && inside.length <= 2 * MAX_SCRIPT_BYTES;
  return isScript ? decodeHex(inside) : invalid('raw() holds a script as hexadecimal digits, at most 10,000 bytes');
}

function parseTop(chain: UtxoChain, text: string): TopExpression {
  const { name, inside } = readCall(chain, text);
  if (name === 'combo') return parseCombo(chain, inside);
  if (name === 'addr' || name === 'raw') {
    const script = parseFixed(chain, name, inside);
    return { keys: [], scripts: [() => script] };
  }
  const { keys, script } =
    name === 'tr' || name === 'rawtr' ? parseTaproot(chain, name, inside) : parseExpression(chain, text, 'top');
  return { keys, scripts: [script] };
}

/** An extended key alone: its receive (0) and change (1) branches, in the form of its spelling or as requested. */
function keyExpression(chain: UtxoChain, text: string, form: KeyForm | undefined): TopExpression {
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
  return { keys: [key], scripts: [keyTemplate(key, asked)] };
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
 * Reads an extended public key or an output descriptor (BIP 380 to 387, 389; without miniscript and key aggregation) of a
 * chain. `form` overrides what an extended key's spelling means. Throws `invalid` naming what is wrong, never repeating a
 * key; private keys are refused.
 */
export function parseOwnerRange(chain: UtxoChain, keyOrDescriptor: string, form?: KeyForm): OwnerRange {
  const text = keyOrDescriptor.trim();
  if (text.length > MAX_CHARACTERS) {
    throw new AppError('invalid', 'This is too long for a key or a descriptor: 100,000 characters are the most.');
  }
  const { keys, scripts } = text.includes('(')
    ? parseTop(chain, stripDescriptorChecksum(text))
    : keyExpression(chain, text, form);
  const first = keys.find((key) => key.isRanged) ?? keys[0];
  return {
    branches: branchCount(keys),
    isRanged: first?.isRanged ?? false,
    derive: (branch, index) => {
      const path = first?.at(branch, index).path ?? '';
      const owners = new Map<string, DerivedOwner>();
      for (const script of scripts) {
        const { owner } = describeScript(script(branch, index), { p2sh32: chain.p2sh32 });
        if (owner) owners.set(ownerId(owner), { path, owner });
      }
      return [...owners.values()];
    },
  };
}

/**
 * Owners of a wallet, given as `parseOwnerRange` reads it, for `count` indexes from `from` in each branch (an extended key:
 * its receive branch, then its change branch); a descriptor without `*` has one index a branch. Throws `invalid`.
 */
export function deriveOwners(
  chain: UtxoChain,
  keyOrDescriptor: string,
  range: { readonly from: number; readonly count: number; readonly form?: KeyForm },
): readonly DerivedOwner[] {
  checkRange(range.from, range.count);
  const { branches, isRanged, derive } = parseOwnerRange(chain, keyOrDescriptor, range.form);
  const indexes = isRanged ? Array.from({ length: range.count }, (_, i) => range.from + i) : [0];
  return Array.from({ length: branches }, (_, branch) => branch).flatMap((branch) =>
    indexes.flatMap((index) => derive(branch, index)),
  );
}
