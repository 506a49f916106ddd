/** Opcodes that script templates and encoders name. */
export const OP = {
  FALSE: 0x00,
  PUSHDATA1: 0x4c,
  PUSHDATA2: 0x4d,
  PUSHDATA4: 0x4e,
  NEGATE1: 0x4f,
  N1: 0x51,
  N16: 0x60,
  RETURN: 0x6a,
  DUP: 0x76,
  EQUAL: 0x87,
  EQUALVERIFY: 0x88,
  HASH160: 0xa9,
  HASH256: 0xaa,
  CHECKSIG: 0xac,
  CHECKMULTISIG: 0xae,
} as const;

/** Names of 0x61 and up in order, as Bitcoin Core writes them in asm; a gap repeats no name. */
const NAMES_FROM_61 = (
  'NOP VER IF NOTIF VERIF VERNOTIF ELSE ENDIF VERIFY RETURN TOALTSTACK FROMALTSTACK 2DROP 2DUP 3DUP 2OVER 2ROT ' +
  '2SWAP IFDUP DEPTH DROP DUP NIP OVER PICK ROLL ROT SWAP TUCK CAT SUBSTR LEFT RIGHT SIZE INVERT AND OR XOR EQUAL ' +
  'EQUALVERIFY RESERVED1 RESERVED2 1ADD 1SUB 2MUL 2DIV NEGATE ABS NOT 0NOTEQUAL ADD SUB MUL DIV MOD LSHIFT RSHIFT ' +
  'BOOLAND BOOLOR NUMEQUAL NUMEQUALVERIFY NUMNOTEQUAL LESSTHAN GREATERTHAN LESSTHANOREQUAL GREATERTHANOREQUAL MIN ' +
  'MAX WITHIN RIPEMD160 SHA1 SHA256 HASH160 HASH256 CODESEPARATOR CHECKSIG CHECKSIGVERIFY CHECKMULTISIG ' +
  'CHECKMULTISIGVERIFY NOP1 CHECKLOCKTIMEVERIFY CHECKSEQUENCEVERIFY NOP4 NOP5 NOP6 NOP7 NOP8 NOP9 NOP10 CHECKSIGADD'
).split(' ');

/** Asm word of an opcode that pushes no bytes of its own; numbers are written as numbers. */
export function opcodeName(code: number): string {
  if (code === OP.FALSE) return '0';
  if (code === OP.NEGATE1) return '-1';
  if (code === 0x50) return 'OP_RESERVED';
  if (code >= OP.N1 && code <= OP.N16) return String(code - 0x50);
  const name = NAMES_FROM_61[code - 0x61];
  if (name) return `OP_${name}`;
  return code === 0xff ? 'OP_INVALIDOPCODE' : 'OP_UNKNOWN';
}

/** One element of a script. `data` is set for pushes, empty for OP_0. */
export interface ScriptElement {
  readonly code: number;
  readonly data?: Uint8Array;
  /** Offset of the first byte after it. */
  readonly end: number;
}

/** Bytes of a push, or undefined where it runs past the end of the script. */
function pushLength(script: Uint8Array, at: number, code: number): { start: number; length: number } | undefined {
  if (code < OP.PUSHDATA1) return { start: at + 1, length: code };
  const width = 1 << (code - OP.PUSHDATA1);
  if (at + 1 + width > script.length) return undefined;
  let length = 0;
  for (let i = width - 1; i >= 0; i--) length = length * 256 + (script[at + 1 + i] ?? 0);
  return { start: at + 1 + width, length };
}

/** Reads the element at an offset; undefined for a push that runs past the end. */
export function readElement(script: Uint8Array, at: number): ScriptElement | undefined {
  const code = script[at];
  if (code === undefined) return undefined;
  if (code > OP.PUSHDATA4) return { code, end: at + 1 };
  const push = pushLength(script, at, code);
  if (!push || push.start + push.length > script.length) return undefined;
  const end = push.start + push.length;
  return { code, data: script.subarray(push.start, end), end };
}

/** All elements from an offset, or undefined if the script is malformed. */
export function readElements(script: Uint8Array, from = 0): ScriptElement[] | undefined {
  const elements: ScriptElement[] = [];
  for (let at = from; at < script.length; ) {
    const element = readElement(script, at);
    if (!element) return undefined;
    elements.push(element);
    at = element.end;
  }
  return elements;
}
