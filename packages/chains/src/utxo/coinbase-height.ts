import { headerLength } from './block.ts';
import { ByteReader } from './byte-reader.ts';
import type { UtxoChain } from './chain-definition.ts';
import { OP, readElement } from './opcode.ts';
import { readTransaction } from './transaction.ts';

/**
 * The height that the coinbase of a block states (BIP 34): binding on Bitcoin since height 227,931, and usual before.
 * Undefined where its script does not begin with a number of up to four bytes. Throws `invalid` for bytes that are no block.
 */
export function coinbaseHeight(raw: Uint8Array, chain: Pick<UtxoChain, 'auxPow' | 'mweb'>): number | undefined {
  const reader = new ByteReader(raw, headerLength(raw, chain));
  reader.compactSize();
  const script = readTransaction(reader, { mweb: chain.mweb }).inputs[0]?.script ?? new Uint8Array(0);
  const first = script.length === 0 ? undefined : readElement(script, 0);
  if (!first) return undefined;
  if (first.code >= OP.N1 && first.code <= OP.N16) return first.code - OP.N1 + 1;
  const { data } = first;
  if (!data || data.length > 4 || ((data.at(-1) ?? 0) & 0x80) !== 0) return undefined;
  return data.reduceRight((height, byte) => height * 256 + byte, 0);
}
