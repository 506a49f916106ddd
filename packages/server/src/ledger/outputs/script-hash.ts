import { hash } from 'node:crypto';

/** SHA-256 of an output script, bytes reversed, as Electrum servers name it. */
export function scriptHashOf(script: Uint8Array): string {
  return Buffer.from(hash('sha256', script, 'buffer'))
    .reverse()
    .toString('hex');
}
