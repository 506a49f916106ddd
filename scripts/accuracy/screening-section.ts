import type { ScreeningRow, ScreeningSensitivity } from './measure-screenings.ts';
import { formatCount, formatShare, formatTable } from './tables.ts';

const nameOf = (method: string): string =>
  method.startsWith('fifo') || method.startsWith('lifo') ? method.toUpperCase() : method;

function formatIntroduction({ ledgers, levels, any }: ScreeningSensitivity): string {
  const found = levels.flatMap(([level, subjects]) => (subjects > 0 ? [`${subjects} ${level}`] : [])).join(', ');
  return `[Address threat analysis](guide/address-threat.md) of ${any.total} addresses on ${ledgers} generated thefts, by every method and limit of hops.
Half of the addresses are places to which stolen money was taken, half are people of the same ledger. The exchanges and the thief are labelled; rules, limits
and budget are those that ship. With haircut and 5 hops, the way that ships, the levels are: ${found}. **Changed** is the share of addresses whose level is
another one than in that way.`;
}

const CAUTION = `**What this cannot tell.** The thefts behave as we wrote them, on one account chain and without prices: gates of money never open, and shares
decide alone. Which method is right has no answer in fact; the figures say how much of a verdict is the method's, which is why the screen shows the range.
Chains of outputs and the verified flows of outside data are not in this table.`;

function toCells({ method, maxHops, changed, higher, lower }: ScreeningRow): (string | number)[] {
  return [nameOf(method.replace(/\/\d+$/, '')), maxHops, formatShare(changed), formatCount(changed), higher, lower];
}

/** The table of verdicts by method and limit of hops. */
export function formatScreenings(report: ScreeningSensitivity): string {
  const { anyMethod, anyHops, any } = report;
  const together: readonly (readonly [string, string | number, ScreeningSensitivity['any']])[] = [
    ['any method', 5, anyMethod],
    ['haircut', 'any limit', anyHops],
    ['any method', 'any limit', any],
  ];
  const table = formatTable(
    ['Method', '>Hops', '>Changed', '>Count', '>Higher', '>Lower'],
    [
      ...report.rows.map(toCells),
      ...together.map(([method, hops, share]) => [
        `**${method}**`,
        hops,
        formatShare(share),
        formatCount(share),
        '–',
        '–',
      ]),
    ],
  );
  return `${formatIntroduction(report)}\n\n${table}\n\n${CAUTION}`;
}
