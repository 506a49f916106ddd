import type { AsOf, Coverage, Gap } from '@trailmark/api/wire';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import type { AddressKey } from '@trailmark/core/ledger';
import { decodeOwner } from '@trailmark/core/owner';
import type { ServedLedger } from '../ledgers.ts';
import { readAccount } from './accounts/account-input.ts';
import { toAccountEnvelope } from './accounts/holdings.ts';
import { toAccountAsOf } from './accounts/tips.ts';
import { toAsOf, toEnvelope } from './answer.ts';
import { readOwner } from './outputs/owner-input.ts';

// What a tool needs around `LedgerReader` to answer for every chain without knowing how the chain keeps its books.

/** An address as `LedgerReader` takes it, with the text people know it by. */
export interface NamedAddress {
  readonly key: AddressKey;
  readonly address: string;
}

/** The address of a request, on any chain. Throws `invalid`. */
export function readAddress(ledger: ServedLedger, text: string): NamedAddress {
  if (ledger.family === 'accounts') return readAccount(ledger, text);
  const { id, address } = readOwner(ledger, text);
  return { key: id, address };
}

/** An address of an answer of `LedgerReader` as the chain writes it. Throws `invalid` for what is no key of the chain. */
export function formatAddress(ledger: ServedLedger, key: AddressKey): string {
  if (ledger.family === 'accounts' && /^[0-9a-f]{40}$/.test(key)) return formatAccount(ledger.chain, key);
  const owner = ledger.family === 'outputs' ? decodeOwner(decodeHex(key)) : undefined;
  if (ledger.family === 'outputs' && owner) return formatOwner(ledger.chain, owner);
  throw new AppError('invalid', `"${key}" is not the key of an address of ${ledger.chain.name}.`);
}

/** The tip an answer about any chain is true of. */
export function toTip(ledger: ServedLedger): AsOf {
  return ledger.family === 'outputs' ? toAsOf(ledger) : toAccountAsOf(ledger);
}

/** As-of and coverage of an answer about any chain: its own gaps first, then those of the index. */
export function toAnyEnvelope(
  ledger: ServedLedger,
  own: readonly Gap[] = [],
): { readonly asOf: AsOf; readonly coverage: Coverage } {
  const { asOf, coverage } = ledger.family === 'outputs' ? toEnvelope(ledger, own) : toAccountEnvelope(ledger, own);
  return { asOf, coverage };
}
