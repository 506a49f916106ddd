import { stripHidden } from '@trailmark/analysis/scam-text/find-text-items';
import { holdsPrivateKey } from '@trailmark/chains/utxo/private-key';
import { holdsPhrase } from '@trailmark/chains/wallet/hide-phrase';
import { AppError } from '@trailmark/core/errors';

/** Text as people see it: a seed phrase or private key is refused without being repeated. */
export function refuseSecrets(texts: readonly string[], field: 'story' | 'text'): void {
  for (const text of texts) {
    const shown = stripHidden(text).text;
    if (!holdsPhrase(shown) && !holdsPrivateKey(shown)) continue;
    throw new AppError(
      'invalid',
      'The text contains a seed phrase or private key, and nothing of it was kept. Take it out: nobody here ever needs one.',
      { context: { field, reason: 'secret' } },
    );
  }
}
