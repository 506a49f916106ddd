import { OP, opcodeName, readElement } from '@trailmark/chains/utxo/opcode';
import { encodeHex } from '@trailmark/core/hex';
import type { ScriptType } from '@trailmark/core/script-type';

/** Names in which rust-bitcoin, which Esplora prints, differs from Bitcoin Core. */
const RUST_NAMES: Readonly<Record<string, string>> = {
  '0': 'OP_0',
  '-1': 'OP_PUSHNUM_NEG1',
  OP_CHECKLOCKTIMEVERIFY: 'OP_CLTV',
  OP_CHECKSEQUENCEVERIFY: 'OP_CSV',
};

function pushName(code: number): string {
  return code < OP.PUSHDATA1 ? `OP_PUSHBYTES_${code}` : `OP_PUSHDATA${1 << (code - OP.PUSHDATA1)}`;
}

function codeName(code: number): string {
  if (code >= OP.N1 && code <= OP.N16) return `OP_PUSHNUM_${code - OP.N1 + 1}`;
  const name = opcodeName(code);
  if (name === 'OP_UNKNOWN') return `OP_RETURN_${code}`;
  return RUST_NAMES[name] ?? name;
}

/** Script as text in the form Esplora prints. A push that runs past the end closes it with Esplora's error mark. */
export function toEsploraAsm(script: Uint8Array): string {
  const words: string[] = [];
  for (let at = 0; at < script.length; ) {
    const element = readElement(script, at);
    if (!element) return [...words, '<push past end>'].join(' ');
    const isPush = element.data !== undefined && element.code !== OP.FALSE;
    words.push(isPush ? pushName(element.code) : codeName(element.code));
    if (isPush && element.data && element.data.length > 0) words.push(encodeHex(element.data));
    at = element.end;
  }
  return words.join(' ');
}

const TYPE_NAMES: Readonly<Partial<Record<ScriptType, string>>> = {
  'op-return': 'op_return',
  p2pk: 'p2pk',
  p2pkh: 'p2pkh',
  p2sh: 'p2sh',
  p2wpkh: 'v0_p2wpkh',
  p2wsh: 'v0_p2wsh',
  p2tr: 'v1_p2tr',
};

/** Esplora's name of a script form. */
export function toEsploraType(type: ScriptType, script: Uint8Array | undefined): string {
  if (script?.length === 0) return 'empty';
  return TYPE_NAMES[type] ?? 'unknown';
}
