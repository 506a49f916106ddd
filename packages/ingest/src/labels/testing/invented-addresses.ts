import { checksumEvm } from '@trailmark/chains/network/evm-address';
import { encodeBase58Check } from '@trailmark/chains/utxo/base58-address';
import { encodeSegwit } from '@trailmark/chains/utxo/segwit-address';

function payload(seed: number): Uint8Array {
  return Uint8Array.from({ length: 20 }, (_, index) => (seed * 31 + index * 7 + (seed >> 8)) & 0xff);
}

/** Addresses nobody is known to use, with checksums that hold: the same seed gives the same address. */
export const invented = {
  btc: (seed: number): string => encodeBase58Check(Uint8Array.of(0x00, ...payload(seed))),
  btcScript: (seed: number): string => encodeBase58Check(Uint8Array.of(0x05, ...payload(seed))),
  btcSegwit: (seed: number): string => encodeSegwit('bc', 0, payload(seed)),
  trx: (seed: number): string => encodeBase58Check(Uint8Array.of(0x41, ...payload(seed))),
  eth: (seed: number): string => checksumEvm(Buffer.from(payload(seed)).toString('hex')),
};
