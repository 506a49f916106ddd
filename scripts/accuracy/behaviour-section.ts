import { BEHAVIOURS } from '@trailmark/analysis/screening/behaviours/catalogue';
import { type BehaviourRow, HISTORIES_EACH } from './measure-behaviours.ts';
import { formatCount, formatShare, formatTable } from './tables.ts';

const INTRODUCTION = `[Patterns of behaviour](methods/behaviours.md) on generated histories, ${HISTORIES_EACH} for each row: in each of them somebody means to do what the
pattern is named for, with amounts, times and parts drawn around the numbers of the rule and also beyond them, amid everyday payments. **Missed** is the
share of these that the rule does not find. **False alarms** are counted on ${HISTORIES_EACH} lives of each of seven kinds in which nothing was planted: an exchange's payout
wallet that nobody labelled, a salary, a payroll, a miner, a shop, a saver who buys every week, and a private person. The seeds were drawn after
the last change of the rules, and only the test that compares this table with the rules uses them.`;

const CAUTION = `**What this cannot tell.** The truth is generated: people here behave as we wrote them, so the rates say how the rules treat near misses and
innocent look-alikes, and nothing about how often real launderers do any of it. Not measured: hours of activity, for which there is no truth; peel chains and
use of CoinJoins, mixers, swaps and bridges, which rest on rules of their own; first funder and reuse of an address, which state facts; round amounts.`;

function formatLives({ byLife }: BehaviourRow): string {
  return byLife.length === 0 ? '–' : byLife.map(({ life, alarms }) => `${life}: ${formatCount(alarms)}`).join('; ');
}

function missesOf({ found }: BehaviourRow): BehaviourRow['found'] {
  return { hits: found.total - found.hits, total: found.total };
}

/** The table of patterns over generated histories. */
export function formatBehaviours(rows: readonly BehaviourRow[]): string {
  const versions = new Map(BEHAVIOURS.map(({ id, version }) => [id, version] as const));
  const table = formatTable(
    ['Pattern', '>Version', '>Missed', '>Count', '>False alarms', '>Count', 'In the lives of'],
    rows.map((row) => [
      `\`${row.pattern}\``,
      versions.get(row.pattern) ?? '–',
      formatShare(missesOf(row)),
      formatCount(missesOf(row)),
      formatShare(row.falseAlarms),
      formatCount(row.falseAlarms),
      formatLives(row),
    ]),
  );
  return `${INTRODUCTION}\n\n${table}\n\n${CAUTION}`;
}
