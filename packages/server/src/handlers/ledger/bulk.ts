import { formatOwner } from '@trailmark/chains/utxo/address';
import { deriveOwners } from '@trailmark/chains/utxo/descriptor';
import { isPrivateKey, PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import { AppError } from '@trailmark/core/errors';
import { ownerId } from '@trailmark/core/owner';
import type { Handlers } from '../../http/mount.ts';
import { toEnvelope } from '../../ledger/answer.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { type NamedOwner, readOwner } from '../../ledger/outputs/owner-input.ts';
import { toAddressTotals } from '../../ledger/outputs/totals.ts';

interface BulkInput {
  readonly input: string;
  readonly owner: NamedOwner | undefined;
  readonly error: string | null;
}

function readInput(ledger: ServedOutputs, input: string): BulkInput {
  // An answer may be kept as a file: a private key goes no further.
  if (isPrivateKey(input.trim())) return { input: 'private key', owner: undefined, error: PRIVATE_KEY_REASON };
  try {
    return { input, owner: readOwner(ledger, input.trim()), error: null };
  } catch (error) {
    if (AppError.is(error, 'invalid')) return { input, owner: undefined, error: error.message };
    throw error;
  }
}

/** "zpub", "wpkh descriptor": what a key text is, without its content. */
function nameKey(key: string): string {
  const descriptor = /^\s*([a-z_]{2,10})\(/.exec(key)?.[1];
  return descriptor ? `${descriptor} descriptor` : key.trim().slice(0, 4);
}

/** Totals of many addresses at once: one store query whatever their number. */
export function createBulkHandlers(ledgers: Ledgers): Pick<Handlers, 'bulkAddresses' | 'deriveKey'> {
  return {
    async bulkAddresses({ params, body }, { read }) {
      const ledger = ledgers.get(params.chain);
      const inputs = body.addresses.map((input) => readInput(ledger, input));
      const owners = inputs.flatMap(({ owner }) => owner?.owner ?? []);
      const totals = await ledger.reader.totals(owners, read);
      return {
        ...toEnvelope(ledger),
        items: inputs.map(({ input, owner, error }) => ({
          input,
          address: owner?.address ?? null,
          error,
          totals: owner ? toAddressTotals(ledger.reader, totals.get(owner.id)) : null,
        })),
      };
    },

    async deriveKey({ params, body }, { read }) {
      const ledger = ledgers.get(params.chain);
      const derived = deriveOwners(ledger.chain, body.key, { from: body.from, count: body.count });
      const totals = await ledger.reader.totals(
        derived.map(({ owner }) => owner),
        read,
      );
      return {
        ...toEnvelope(ledger),
        kind: nameKey(body.key),
        items: derived.map(({ path, owner }) => ({
          path,
          address: formatOwner(ledger.chain, owner),
          totals: toAddressTotals(ledger.reader, totals.get(ownerId(owner))),
        })),
      };
    },
  };
}
