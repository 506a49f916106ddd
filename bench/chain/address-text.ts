import { bech32, bech32m, createBase58check } from '@scure/base';
import { P2PKH, P2SH, P2TR } from './addresses.ts';
import { sha256 } from './bytes.ts';

const base58check = createBase58check((bytes: Uint8Array): Uint8Array => Uint8Array.from(sha256(Buffer.from(bytes))));

/** Regtest address of a script form and its payload. Written apart from the product on purpose: it is the oracle. */
export function regtestAddress(form: number, payload: Uint8Array): string {
  if (form === P2PKH) return base58check.encode(Uint8Array.of(0x6f, ...payload));
  if (form === P2SH) return base58check.encode(Uint8Array.of(0xc4, ...payload));
  if (form === P2TR) return bech32m.encode('bcrt', [1, ...bech32m.toWords(Uint8Array.from(payload))]);
  return bech32.encode('bcrt', [0, ...bech32.toWords(Uint8Array.from(payload))]);
}
