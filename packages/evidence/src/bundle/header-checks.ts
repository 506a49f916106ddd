import type { AccountBundleLedger } from './account-ledger.ts';
import type { BundleLedger } from './bundle-ledger.ts';
import type { HeaderRun } from './header-chain.ts';
import type { BundleCheck } from './signature-checks.ts';

/** The highest block that the bundle uses of a run, or its last. */
function lastUsed({ from, headers }: HeaderRun, places: BundleLedger['places']): number {
  const to = from + headers.length - 1;
  const used = places.flatMap(({ height }) => (from <= height && height <= to ? [height] : []));
  return used.length === 0 ? to : Math.max(...used);
}

function checkRun(run: HeaderRun, { chain, headers, places }: CheckedHeaders): BundleCheck {
  const { from, headers: own, known, anchored } = run;
  const isOne = own.length === 1;
  const words = isOne
    ? { range: `The header of ${chain.name} block ${from}`, carried: 'carries its work', lead: 'leads' }
    : {
        range: `${own.length} headers of ${chain.name}, blocks ${from} to ${from + own.length - 1},`,
        carried: 'carry their work',
        lead: 'lead',
      };
  const what = `${words.range} ${headers.isWorkChecked ? words.carried : 'fit; the work (scrypt) is not recomputed here'}`;
  const last = lastUsed(run, places);
  if (known !== undefined && last <= known)
    return { state: 'passed', sentence: `${what} and ${words.lead} to block ${known}, which is known.` };
  if (anchored !== undefined && last <= anchored)
    return {
      state: 'passed',
      sentence: `${what}: from block ${last} on more than 3 × 10²³ hashes, which nobody spends on a copy.`,
    };
  const why =
    known === undefined
      ? 'No block known to this program is among them'
      : `Block ${known} is known, which says nothing of those after it`;
  return {
    state: 'stated',
    sentence: `${what}. ${why}: compare ${own.at(-1)?.hash} with an independent source.`,
  };
}

type CheckedHeaders = Pick<BundleLedger, 'chain' | 'headers' | 'places'>;

/** What headers of the Bitcoin family state about the blocks they are of. */
export function checkHeaders(ledger: CheckedHeaders): BundleCheck[] {
  return ledger.headers.runs.map((run) => checkRun(run, ledger));
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
