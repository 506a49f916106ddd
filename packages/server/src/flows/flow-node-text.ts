import { normaliseAddress } from '@trailmark/chains/chain-address';
import { isPrivateKey, PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';

/** The canonical text of an address or transaction that a file names. Throws `invalid` with the reason; keys are not repeated. */
export function checkNodeText(kind: 'address' | 'transaction', chain: ChainId, text: string): string {
  if (kind === 'transaction') {
    if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
    throw new AppError('invalid', 'A transaction is named by 64 hexadecimal digits.');
  }
  if (isPrivateKey(text)) throw new AppError('invalid', PRIVATE_KEY_REASON);
  return normaliseAddress(chain, text);
}
