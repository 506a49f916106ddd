import type { Owner } from '@trailmark/core/owner';
import type { ScriptType } from '@trailmark/core/script-type';
import { hash160, sha256 } from './hash.ts';
import { OP, readElements, type ScriptElement } from './opcode.ts';

/** What an output script says about who can spend it. */
export interface ScriptDescription {
  readonly type: ScriptType;
  /** Absent exactly for `op-return`. P2PK has the `p2pkh` owner of its key. */
  readonly owner?: Owner;
  /** Keys written out in the script: P2PK and bare multisig. They may not be points of the curve. */
  readonly keys?: readonly Uint8Array[];
  /** Signatures a bare multisig asks for. */
  readonly required?: number;
  /** 0 to 16 for witness programs. */
  readonly witnessVersion?: number;
  /** Pushed byte strings after OP_RETURN; empty if the rest is malformed. */
  readonly data?: readonly Uint8Array[];
  /** Provably never spendable (OP_RETURN, longer than 10,000 bytes). */
  readonly unspendable: boolean;
}

const MAX_SCRIPT_BYTES = 10_000;

/** The one pay-to-anchor script: version 1 and the program `4e73`. */
export const ANCHOR_SCRIPT = Uint8Array.of(0x51, 0x02, 0x4e, 0x73);

function matches(script: Uint8Array, length: number, head: readonly number[], tail: readonly number[] = []): boolean {
  return (
    script.length === length &&
    head.every((byte, i) => script[i] === byte) &&
    tail.every((byte, i) => script[length - tail.length + i] === byte)
  );
}

/** Part of a script as bytes of its own, also where the script is a Node Buffer, whose slice() shares memory. */
function copy(script: Uint8Array, from = 0, to = script.length): Uint8Array {
  return new Uint8Array(script.subarray(from, to));
}

/** Bitcoin Core's size rule (CPubKey::ValidSize): the first byte decides the length; the point is not checked. */
function isKeyShape(key: Uint8Array): boolean {
  if (key.length === 33) return key[0] === 2 || key[0] === 3;
  return key.length === 65 && (key[0] === 4 || key[0] === 6 || key[0] === 7);
}

/** The owner of a form that has no hash of its own. */
function hashedOwner(type: ScriptType, script: Uint8Array): Owner {
  return { type, payload: sha256(script) };
}

function describeHashForm(script: Uint8Array, p2sh32: boolean): Owner | undefined {
  if (matches(script, 25, [OP.DUP, OP.HASH160, 20], [OP.EQUALVERIFY, OP.CHECKSIG])) {
    return { type: 'p2pkh', payload: copy(script, 3, 23) };
  }
  if (matches(script, 23, [OP.HASH160, 20], [OP.EQUAL])) return { type: 'p2sh', payload: copy(script, 2, 22) };
  if (p2sh32 && matches(script, 35, [OP.HASH256, 32], [OP.EQUAL])) {
    return { type: 'p2sh32', payload: copy(script, 2, 34) };
  }
  return undefined;
}

/** Version and program of a witness output (BIP 141), or undefined. */
export function witnessProgram(script: Uint8Array): { version: number; program: Uint8Array } | undefined {
  const first = script[0] ?? 0xff;
  if (script.length < 4 || script.length > 42 || script[1] !== script.length - 2) return undefined;
  if (first !== OP.FALSE && (first < OP.N1 || first > OP.N16)) return undefined;
  return { version: first === OP.FALSE ? 0 : first - 0x50, program: copy(script, 2) };
}

function describeWitness(script: Uint8Array): ScriptDescription | undefined {
  const found = witnessProgram(script);
  if (!found) return undefined;
  const { version, program } = found;
  const as = (owner: Owner): ScriptDescription => {
    return { type: owner.type, owner, witnessVersion: version, unspendable: false };
  };
  if (version === 0 && program.length === 20) return as({ type: 'p2wpkh', payload: program });
  if (version === 0 && program.length === 32) return as({ type: 'p2wsh', payload: program });
  if (version === 0) return as(hashedOwner('nonstandard', script));
  if (version === 1 && program.length === 32) return as({ type: 'p2tr', payload: program });
  if (matches(script, 4, [...ANCHOR_SCRIPT])) return as(hashedOwner('anchor', script));
  return as(hashedOwner('witness-unknown', script));
}

function describeKey(script: Uint8Array): ScriptDescription | undefined {
  const length = script[0];
  if ((length !== 33 && length !== 65) || script.length !== length + 2 || script[length + 1] !== OP.CHECKSIG) {
    return undefined;
  }
  const key = copy(script, 1, length + 1);
  if (!isKeyShape(key)) return undefined;
  return { type: 'p2pk', owner: { type: 'p2pkh', payload: hash160(key) }, keys: [key], unspendable: false };
}

/**
 * A number of keys or signatures, 1 to 20. Bitcoin Core reads OP_1 to OP_16 or, since 22.0, a minimal one-byte push
 * of 17 to 20.
 */
function smallCount(element: ScriptElement | undefined): number | undefined {
  if (!element) return undefined;
  if (element.code >= OP.N1 && element.code <= OP.N16) return element.code - 0x50;
  const value = element.code === 1 ? element.data?.[0] : undefined;
  return value !== undefined && value > 16 && value <= 20 ? value : undefined;
}

function describeMultisig(script: Uint8Array): ScriptDescription | undefined {
  if (script[script.length - 1] !== OP.CHECKMULTISIG) return undefined;
  const elements = readElements(script);
  if (!elements || elements.length < 4) return undefined;
  const required = smallCount(elements[0]);
  const total = smallCount(elements[elements.length - 2]);
  const keys = elements.slice(1, -2).map((element) => element.data);
  const isMultisig = (all: typeof keys): all is Uint8Array[] =>
    all.every((key) => key !== undefined && isKeyShape(key));
  if (required === undefined || total !== keys.length || required > total || !isMultisig(keys)) return undefined;
  const owner = hashedOwner('multisig', script);
  return { type: 'multisig', owner, keys: keys.map((key) => copy(key)), required, unspendable: false };
}

function describeReturn(script: Uint8Array): ScriptDescription {
  const elements = readElements(script, 1) ?? [];
  const data = elements.flatMap((element) => (element.data ? [copy(element.data)] : []));
  return { type: 'op-return', data, unspendable: true };
}

/**
 * Names the form of an output script by the rules of Bitcoin Core's Solver and finds its owner. Any bytes are
 * accepted. `p2sh32` turns on the 32 byte script hash form of Bitcoin Cash.
 */
export function describeScript(script: Uint8Array, options: { readonly p2sh32?: boolean } = {}): ScriptDescription {
  if (script[0] === OP.RETURN) return describeReturn(script);
  const owner = describeHashForm(script, options.p2sh32 ?? false);
  if (owner) return { type: owner.type, owner, unspendable: false };
  return (
    describeWitness(script) ??
    describeKey(script) ??
    describeMultisig(script) ?? {
      type: 'nonstandard',
      owner: hashedOwner('nonstandard', script),
      unspendable: script.length > MAX_SCRIPT_BYTES,
    }
  );
}

function wrap(head: readonly number[], payload: Uint8Array, tail: readonly number[] = []): Uint8Array {
  return Uint8Array.from([...head, ...payload, ...tail]);
}

/**
 * The output script an owner represents, or undefined for forms that keep only a hash of their script. The P2PK form
 * of a key is not derivable: its owner gives the P2PKH script.
 */
export function ownerScript(owner: Owner): Uint8Array | undefined {
  const { type, payload } = owner;
  switch (type) {
    case 'p2pkh':
      return wrap([OP.DUP, OP.HASH160, 20], payload, [OP.EQUALVERIFY, OP.CHECKSIG]);
    case 'p2sh':
      return wrap([OP.HASH160, 20], payload, [OP.EQUAL]);
    case 'p2sh32':
      return wrap([OP.HASH256, 32], payload, [OP.EQUAL]);
    case 'p2wpkh':
      return wrap([OP.FALSE, 20], payload);
    case 'p2wsh':
      return wrap([OP.FALSE, 32], payload);
    case 'p2tr':
      return wrap([OP.N1, 32], payload);
    case 'anchor':
      return ANCHOR_SCRIPT.slice();
    default:
      return undefined;
  }
}
