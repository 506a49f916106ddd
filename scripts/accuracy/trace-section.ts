import type { TracedCase } from './measure-traces.ts';
import { formatCount, formatShare, formatTable } from './tables.ts';

const INTRODUCTION = `Auto-traces of three thefts on Ethereum whose payments, sources and ends people verified by hand: from the listed sources, every
receipt counted as traced (\`poison/1\`), no labels, no stop but the limit named. **Ends reached** are listed terminal addresses that
the trace came to; **verified** are addresses of the trace that stand in the verified payments.`;

const CAUTION = `**What is lost.** Three ends of the Harmony case receive no payment in the file. Where a file does not say in which order the payments
of one transaction stand, receipts are taken before payments: money cannot be paid before it is there.

**What this cannot tell.** The files hold the illicit payments and nothing else, so a trace over them cannot go astray: that all its
addresses are verified ones says that nothing was invented on the way, and is no precision. Precision against innocent traffic is not
measured by these files, and by no other that is published. The amounts are the source's own figures in dollars, not amounts of the ledger, so
no method of dividing is measured either; that the methods divide as they say is checked by tests against slow reference programs.`;

function formatCase({ title, payments, addresses, ends, rows }: TracedCase): string {
  const table = formatTable(
    ['Limit', '>Transactions', '>Ends reached', '>Count', '>Verified'],
    rows.map(({ limit, terminals, verified, transactions }) => [
      limit,
      transactions,
      formatShare(terminals),
      formatCount(terminals),
      formatCount(verified),
    ]),
  );
  return `#### ${title}\n\n${payments} payments between ${addresses} addresses; ${formatCount(ends)} listed ends receive any of them.\n\n${table}`;
}

/** Traces of verified cases. */
export function formatTraces(traces: readonly TracedCase[]): string {
  return [INTRODUCTION, ...traces.map(formatCase), CAUTION].join('\n\n');
}
