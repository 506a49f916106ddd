import type { AccuracyReport } from './measure-accuracy.ts';
import type { ChangeCounts } from './measure-change.ts';
import { changeShares } from './summary-section.ts';
import { formatShare, formatTable } from './tables.ts';

function formatCounts({ title, counts }: { title: string; counts: readonly ChangeCounts[] }): string {
  const rows = counts.map((row) => {
    const { precision, recall } = changeShares(row);
    return [
      row.id,
      row.right,
      row.wrong - row.wrongWithoutChange,
      row.wrongWithoutChange,
      row.silent,
      formatShare(precision),
      formatShare(recall),
    ];
  });
  const first = counts[0];
  const titles = ['Rule', '>right', '>wrong, change elsewhere', '>wrong, no change', '>silent', 'Precision', 'Recall'];
  return `#### ${title}

${first?.transactions ?? 0} transactions, ${first?.withChange ?? 0} with an output that goes back.

${formatTable(titles, rows)}`;
}

/** How often each change heuristic names the output that goes back to the payer. */
export function formatChange({ change }: Pick<AccuracyReport, 'change'>): string {
  return `The truth is ownership: an output is change where it goes back to the wallet that signed. A heuristic is *right* where it names one output
alone and that one goes back, *wrong* where it goes to somebody else, and *silent* where it names none or several. The consensus
hears all of them; a link of the expanded view asks for more than a name.

${change.map(formatCounts).join('\n\n')}`;
}
