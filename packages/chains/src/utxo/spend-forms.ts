import type { Owner } from '@trailmark/core/owner';
import { hash160, sha256 } from './hash.ts';
import { OP, readElements } from './opcode.ts';
import { witnessProgram } from './script.ts';
import type { TransactionInput } from './transaction.ts';

/** First byte of a taproot control block: 0xc0 and up, or one of the leaf versions BIP 341 sets aside. */
const LEAF_VERSIONS: readonly number[] = [0x66, 0x7e, 0x80, 0x84, 0x96, 0x98, 0xba, 0xbc, 0xbe];
const CHECKSIG_OPCODES: readonly number[] = [OP.CHECKSIG, OP.CHECKSIG + 1, OP.CHECKMULTISIG, OP.CHECKMULTISIG + 1];

/** DER by its frame only: what cannot be mistaken for a key or a script. */
function isSignatureShape(bytes: Uint8Array | undefined): boolean {
  if (!bytes || bytes.length < 9 || bytes.length > 73) return false;
  return bytes[0] === 0x30 && bytes[1] === bytes.length - 3;
}

/** Keys of 65 bytes begin with 4, or with 6 or 7 in an old spelling that nodes still accept (hybrid keys). */
function isKeyShape(bytes: Uint8Array): boolean {
  if (bytes.length === 33) return bytes[0] === 2 || bytes[0] === 3;
  return bytes.length === 65 && (bytes[0] === 4 || bytes[0] === 6 || bytes[0] === 7);
}

function isControlBlock(bytes: Uint8Array): boolean {
  const version = (bytes[0] ?? 0) & 0xfe;
  return bytes.length >= 33 && bytes.length % 32 === 1 && (version >= 0xc0 || LEAF_VERSIONS.includes(version));
}

function checksSignatures(script: Uint8Array): boolean {
  return readElements(script)?.some((element) => CHECKSIG_OPCODES.includes(element.code)) ?? false;
}

function fromWitness(witness: readonly Uint8Array[]): Owner | undefined {
  const [first, second] = witness;
  const last = witness[witness.length - 1];
  if (!last || witness.length < 2) return undefined;
  if (witness.length === 2 && second?.length === 33 && isKeyShape(second) && isSignatureShape(first)) {
    return { type: 'p2wpkh', payload: hash160(second) };
  }
  // A taproot annex starts with 0x50, which no runnable witness script does.
  if (last[0] === 0x50 || isControlBlock(last) || !checksSignatures(last)) return undefined;
  return { type: 'p2wsh', payload: sha256(last) };
}

function fromPushes(pushes: readonly Uint8Array[]): Owner | undefined {
  const [first, second] = pushes;
  const last = pushes[pushes.length - 1];
  if (pushes.length === 2 && second && isKeyShape(second) && isSignatureShape(first)) {
    return { type: 'p2pkh', payload: hash160(second) };
  }
  if (!last || isSignatureShape(last) || !checksSignatures(last)) return undefined;
  return { type: 'p2sh', payload: hash160(last) };
}

/**
 * The owner an input shows by its own bytes, for inputs whose previous output is not available: a key with its
 * signature, a redeem script, or a witness script that checks signatures. Undefined where the bytes leave it open:
 * P2PK, bare multisig, taproot, puzzles, coinbases. A reading, not a fact: nobody checked the signature.
 */
export function ownerFromSpend(input: Pick<TransactionInput, 'script' | 'witness' | 'prevVout'>): Owner | undefined {
  if (input.prevVout === 0xffff_ffff) return undefined;
  if (input.script.length === 0) return fromWitness(input.witness);
  const elements = readElements(input.script);
  if (!elements) return undefined;
  const pushes = elements.flatMap((element) => (element.code <= OP.N16 ? [element.data ?? new Uint8Array(1)] : []));
  if (pushes.length !== elements.length) return undefined;
  if (input.witness.length === 0) return fromPushes(pushes);
  const [redeem] = pushes;
  return pushes.length === 1 && redeem && witnessProgram(redeem)?.version === 0
    ? { type: 'p2sh', payload: hash160(redeem) }
    : undefined;
}
