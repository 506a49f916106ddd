import { CATEGORIES } from '@trailmark/core/category';
import type { ReadOptions } from '@trailmark/core/read-options';
import { toContractFlag } from '../ledger/accounts/summary.ts';
import { readAddress } from '../ledger/any-chain.ts';
import { byFamily, type ServedLedger } from '../ledger/ledgers.ts';
import type { SubjectLabels } from './subject-labels.ts';

const CONTRACT =
  'It is a contract: what came in and went out is of everybody who used it, and says nothing of any one of them.';
const SERVICE =
  'A label names a service here: what came in and went out is of all its customers, and says nothing of any one of them.';

async function isContract(ledger: ServedLedger, text: string, read: ReadOptions): Promise<boolean> {
  return byFamily(ledger, {
    outputs: async () => false,
    accounts: async (accounts) => {
      const { key } = readAddress(accounts, text);
      const totals = (await accounts.reader.totals([key], read)).get(key);
      return toContractFlag(accounts, totals).isContract === true;
    },
  });
}

/** What makes the exposure of an address say less than it seems to, in sentences. */
export async function describeNature(
  ledger: ServedLedger,
  text: string,
  { own }: SubjectLabels,
  read: ReadOptions,
): Promise<string[]> {
  const isService = own.some(({ category }) => CATEGORIES[category].isService);
  return [...((await isContract(ledger, text, read)) ? [CONTRACT] : []), ...(isService ? [SERVICE] : [])];
}
