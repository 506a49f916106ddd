/**
 * Output script forms. The array index is the code stored in the facts store and used by the block kernel:
 * append only, never renumber.
 */
export const SCRIPT_TYPES = [
  'op-return',
  'p2pkh',
  'p2sh',
  'p2wpkh',
  'p2wsh',
  'p2tr',
  'p2pk',
  'witness-unknown',
  'multisig',
  'nonstandard',
  'p2sh32',
  'anchor',
] as const;
export type ScriptType = (typeof SCRIPT_TYPES)[number];

export const SCRIPT_CODE = Object.fromEntries(SCRIPT_TYPES.map((type, code) => [type, code])) as Readonly<
  Record<ScriptType, number>
>;

/** Bytes of the owner payload for each form that carries its own hash or key; 32 where it is a hash of the script. */
export function payloadLength(type: ScriptType): 0 | 20 | 32 {
  if (type === 'op-return') return 0;
  return type === 'p2pkh' || type === 'p2pk' || type === 'p2sh' || type === 'p2wpkh' ? 20 : 32;
}
