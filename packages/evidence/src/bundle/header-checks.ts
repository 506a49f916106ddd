import type { AccountBundleLedger } from './account-ledger.ts';
import type { BundleLedger } from './bundle-ledger.ts';
import type { BundleCheck } from './signature-checks.ts';

/** What headers of the Bitcoin family state about the blocks they are of. */
export function checkHeaders(ledger: Pick<BundleLedger, 'chain' | 'headers'>): BundleCheck[] {
  const { chain, headers } = ledger;
  return headers.runs.map(({ from, headers: run, checkpoint }) => {
    const to = from + run.length - 1;
    const range =
      run.length === 1
        ? `The header of ${chain.name} block ${from}`
        : `${run.length} headers of ${chain.name}, blocks ${from} to ${to},`;
    const isOne = run.length === 1;
    const carried = isOne ? 'carries its work' : 'carry their work';
    const work = headers.isWorkChecked ? carried : 'fit; the work (scrypt) is not recomputed here';
    if (checkpoint === undefined)
      return {
        state: 'stated',
        sentence: `${range} ${work}. No block built into this program is among them: compare ${run.at(-1)?.hash} with an independent source.`,
      };
    return {
      state: 'passed',
      sentence: `${range} ${work} and ${isOne ? 'leads' : 'lead'} to block ${checkpoint}, which is built in.`,
    };
  });
}

/** What headers of an account chain say. */
export function checkAccountHeaders({ chain, runs }: Pick<AccountBundleLedger, 'chain' | 'runs'>): BundleCheck[] {
  return runs.map(({ headers, known, signed }) => {
    const [first, last] = [headers[0], headers.at(-1)];
    const range =
      headers.length === 1
        ? `The header of ${chain.name} block ${first?.height} fits its hash`
        : `${headers.length} headers of ${chain.name}, blocks ${first?.height} to ${last?.height}, follow each other by hash`;
    const signs = chain.family === 'tron' ? `; ${signed} signed by the producer they name` : '';
    if (known !== undefined && known === last?.height)
      return { state: 'passed', sentence: `${range}${signs}, and block ${known} is known.` };
    if (known !== undefined)
      return {
        state: 'stated',
        sentence: `${range}${signs}. Block ${known} is known, which says nothing of those after it: compare ${last?.hash} with an independent source.`,
      };
    return {
      state: 'stated',
      sentence: `${range}${signs}. No block known to this program is among them: compare ${last?.hash} with an independent source.`,
    };
  });
}
