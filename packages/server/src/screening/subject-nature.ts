import { CATEGORIES } from '@trailmark/core/category';
import type { ReadOptions } from '@trailmark/core/read-options';
import { isContract, readAddress } from '../ledger/any-chain.ts';
import type { ServedLedger } from '../ledger/ledgers.ts';
import type { SubjectLabels } from './subject-labels.ts';

const CONTRACT =
  'It is a contract: what came in and went out is of everybody who used it, and says nothing of any one of them.';
const SERVICE =
  'A label names a service here: what came in and went out is of all its customers, and says nothing of any one of them.';

/** What makes the exposure of an address say less than it seems to, in sentences. */
export async function describeNature(
  ledger: ServedLedger,
  text: string,
  { own }: SubjectLabels,
  read: ReadOptions,
): Promise<string[]> {
  const isService = own.some(({ category }) => CATEGORIES[category].isService);
  return [
    ...((await isContract(ledger, readAddress(ledger, text).key, read)) ? [CONTRACT] : []),
    ...(isService ? [SERVICE] : []),
  ];
}
