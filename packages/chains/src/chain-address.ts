import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import type { AddressKey } from '@trailmark/core/ledger';
import { decodeOwner, ownerId } from '@trailmark/core/owner';
import { formatAccount, parseAccount } from './account/account-address.ts';
import type { AccountChain } from './account/chain-definition.ts';
import { listAccountChains } from './account-catalogue.ts';
import { listChains } from './catalogue.ts';
import { formatOwner, parseOwner } from './utxo/address.ts';
import type { UtxoChain } from './utxo/chain-definition.ts';

interface AddressForm {
  readonly name: string;
  readonly parse: (text: string) => AddressKey;
  /** Undefined for what is no key of the chain. */
  readonly format: (key: AddressKey) => string | undefined;
}

function ofOutputs(chain: UtxoChain): AddressForm {
  return {
    name: chain.name,
    parse: (text) => ownerId(parseOwner(chain, text)),
    format(key) {
      const owner = decodeOwner(decodeHex(key));
      return owner && formatOwner(chain, owner);
    },
  };
}

function ofAccounts(chain: AccountChain): AddressForm {
  return {
    name: chain.name,
    parse: (text) => parseAccount(chain, text),
    format: (key) => (/^[0-9a-f]{40}$/.test(key) ? formatAccount(chain, key) : undefined),
  };
}

const FORMS = Object.fromEntries([
  ...listChains().map((chain) => [chain.id, ofOutputs(chain)]),
  ...listAccountChains().map((chain) => [chain.id, ofAccounts(chain)]),
]) as Readonly<Record<ChainId, AddressForm>>;

/** The key that ledgers of a chain know an address by, read from any of its spellings. Throws `invalid` with the reason. */
export function parseAddress(chain: ChainId, text: string): AddressKey {
  return FORMS[chain].parse(text);
}

/** The text people write for an address of a ledger. Throws `invalid` for what is no key of the chain. */
export function formatAddress(chain: ChainId, key: AddressKey): string {
  const { name, format } = FORMS[chain];
  const text = format(key);
  if (text !== undefined) return text;
  throw new AppError('invalid', `"${key}" is not the key of an address of ${name}.`);
}

/** The one spelling of an address that records are kept under. Throws `invalid` for what is no address of the chain. */
export function normaliseAddress(chain: ChainId, text: string): string {
  return formatAddress(chain, parseAddress(chain, text));
}
