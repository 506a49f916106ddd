import { CATEGORIES } from '@trailmark/core/category';
import type { ChainId } from '@trailmark/core/chain';
import type { AddressKey } from '@trailmark/core/ledger';
import { networkOfChain } from '@trailmark/core/network';
import type { BehaviourSubject } from '@trailmark/core/screening/behaviour';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { formatAddress, readAddress } from '../ledger/any-chain.ts';
import type { Ledgers, ServedLedger } from '../ledger/ledgers.ts';
import { readSeenTransactions } from '../ledger/seen-transactions.ts';
import { createSubjectMoney } from './subject-money.ts';

/** Transfers of one address that patterns read: the newest. */
const MOST_TRANSFERS = 20_000;

interface SubjectDeps {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
}

interface SubjectRequest {
  /** Of a forward trace of what the address sent. */
  readonly peelChains: BehaviourSubject['peelChains'];
  /** Whole units of the currency. */
  readonly thresholds: readonly number[];
  readonly currency: string;
  readonly signal?: AbortSignal | undefined;
  /** Transfers to read, where it is not the usual number. */
  readonly most?: number | undefined;
}

type Names = Pick<BehaviourSubject, 'formatAddress' | 'isService'>;

/** Spellings and labels of addresses, each read once. */
function createNames(ledger: ServedLedger, knowledge: Knowledge): Names {
  const labels = knowledge.labels();
  const network = networkOfChain(ledger.id);
  const texts = new Map<AddressKey, string>();
  const services = new Map<AddressKey, boolean>();
  function format(key: AddressKey): string {
    const text = texts.get(key) ?? formatAddress(ledger, key);
    texts.set(key, text);
    return text;
  }
  return {
    formatAddress: format,
    isService(key) {
      if (network === undefined || labels.labelCount === 0) return false;
      const known = services.get(key);
      if (known !== undefined) return known;
      const found = labels.labelsOf(network, format(key)).some(({ category }) => CATEGORIES[category].isService);
      services.set(key, found);
      return found;
    },
  };
}

/** The same of an address by its key, on a chain that is here. */
export async function readBehavioursOf(
  ledger: ServedLedger,
  knowledge: Knowledge,
  key: AddressKey,
  { peelChains, thresholds, currency, signal, most = MOST_TRANSFERS }: SubjectRequest,
): Promise<BehaviourSubject> {
  const read = signal ? { signal } : {};
  const names = createNames(ledger, knowledge);
  const { transactions, isWhole } = names.isService(key)
    ? { transactions: [], isWhole: true }
    : await readSeenTransactions(ledger, knowledge, { key, most, read });
  return {
    ...names,
    ...createSubjectMoney(ledger, knowledge, currency),
    chain: ledger.id,
    self: key,
    transactions,
    isWhole,
    peelChains,
    currency,
    reportingThresholds: thresholds,
    tipTime: ledger.transfers.tip()?.time ?? 0,
  };
}

/**
 * What patterns look at of one address, on any chain. A service is not read: nothing is found of it. Throws `not-found` for a
 * chain without data, `invalid` for an address or a currency the server does not know, `unavailable` when the signal aborts.
 */
export async function readBehaviourSubject(
  { ledgers, knowledge }: SubjectDeps,
  chain: ChainId,
  address: string,
  request: SubjectRequest,
): Promise<BehaviourSubject> {
  const ledger: ServedLedger = ledgers.get(chain);
  return readBehavioursOf(ledger, knowledge, readAddress(ledger, address).key, request);
}
