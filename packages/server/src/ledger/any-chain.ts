import type { ChainStatus } from '@trailmark/api/contract/chain';
import type { AsOf, Coverage, Gap } from '@trailmark/api/wire';
import { formatAddress as formatChainAddress } from '@trailmark/chains/chain-address';
import { AppError } from '@trailmark/core/errors';
import type { AddressKey } from '@trailmark/core/ledger';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { readAccount } from './accounts/account-input.ts';
import { getAccountHoldings, toAccountEnvelope } from './accounts/holdings.ts';
import { toContractFlag } from './accounts/summary.ts';
import { toAccountAsOf } from './accounts/tips.ts';
import { getHoldings, toAsOf, toEnvelope } from './answer.ts';
import { byFamily, type LedgerFamily, type ServedLedger } from './ledgers.ts';
import { readOwner } from './outputs/owner-input.ts';

// What a tool needs around `LedgerReader` to answer for every chain without knowing how the chain keeps its books.

/** An address as `LedgerReader` takes it, with the text people know it by. */
export interface NamedAddress {
  readonly key: AddressKey;
  readonly address: string;
}

/** The address of a request, on any chain. Throws `invalid`. */
export function readAddress(ledger: ServedLedger, text: string): NamedAddress {
  return byFamily(ledger, {
    outputs(outputs) {
      const { id, address } = readOwner(outputs, text);
      return { key: id, address };
    },
    accounts: (accounts) => readAccount(accounts, text),
  });
}

/** Refuses two addresses that are one. Throws `invalid`. */
export function refuseSame(a: AddressKey, b: AddressKey): void {
  if (a === b) throw new AppError('invalid', 'Two different addresses are needed; both name the same one.');
}

/** An address of an answer of `LedgerReader` as the chain writes it. Throws `invalid` for what is no key of the chain. */
export function formatAddress({ id }: ServedLedger, key: AddressKey): string {
  return formatChainAddress(id, key);
}

/** The tip an answer about any chain is true of. */
export function toTip(ledger: ServedLedger): AsOf {
  return byFamily<AsOf>(ledger, { outputs: toAsOf, accounts: (accounts) => toAccountAsOf(accounts) });
}

/** As-of and coverage of an answer about any chain: its own gaps first, then those of the index. */
export function toAnyEnvelope(
  ledger: ServedLedger,
  own: readonly Gap[] = [],
): { readonly asOf: AsOf; readonly coverage: Coverage } {
  const { asOf, coverage } = byFamily<{ readonly asOf: AsOf; readonly coverage: Coverage }>(ledger, {
    outputs: (outputs) => toEnvelope(outputs, own),
    accounts: (accounts) => toAccountEnvelope(accounts, own),
  });
  return { asOf, coverage };
}

type IdentityOf<F extends LedgerFamily> = Pick<ChainStatus<F>, 'family' | 'id' | 'isTest'>;
type Identity = IdentityOf<'outputs'> | IdentityOf<'accounts'>;

/** The family with an id of it, and whether the chain is a test network. */
export function toIdentity(ledger: ServedLedger): Identity {
  return byFamily<Identity>(ledger, {
    outputs: ({ family, id, chain }) => ({ family, id, isTest: chain.network !== 'main' }),
    accounts: ({ family, id, chain }) => ({ family, id, isTest: chain.isTest }),
  });
}

/** What the index contains of a chain of either family. */
export function getCoverage(ledger: ServedLedger): Coverage {
  return byFamily(ledger, {
    outputs: ({ reader }) => getHoldings(reader).coverage,
    accounts: (accounts) => getAccountHoldings(accounts).coverage,
  });
}

/** Whether indexed facts show that an address is a contract. Chains of outputs have none. */
export async function isContract(ledger: ServedLedger, key: AddressKey, read: ReadOptions): Promise<boolean> {
  return byFamily(ledger, {
    outputs: async () => false,
    accounts: async (accounts) => {
      const totals = (await accounts.reader.totals([key], read)).get(key);
      return toContractFlag(accounts, totals).isContract === true;
    },
  });
}

/** Where a transaction is on a chain of either family: the last place where its id was mined. Ids without prefix. */
export async function findTransactionPlace(
  ledger: ServedLedger,
  id: string,
  read: ReadOptions,
): Promise<Position | undefined> {
  return byFamily(ledger, {
    outputs: async ({ reader }) => (await reader.positionsOf([id], read)).get(id)?.at(-1),
    accounts: async ({ reader }) => (await reader.positionsOf([id], read)).get(id),
  });
}
