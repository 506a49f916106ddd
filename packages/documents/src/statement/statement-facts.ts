import type { StatementHead } from './statement-document.ts';
import type { StatementClosing, StatementOpening } from './statement-rows.ts';
import { formatUtcCell } from './zone-clock.ts';

export const PRICE_RULE_WORDS = {
  'day-close': 'close of the UTC day of each line',
  'previous-close': 'close of the UTC day before each line',
} as const;

type Fact = readonly [name: string, value: string];

function keepFilled(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter(([, value]) => value !== '');
}

/** What a file says about itself before its lines, for people and in order. */
export function listOpeningFacts(head: StatementOpening): readonly Fact[] {
  const { request } = head;
  return keepFilled([
    ['export', 'wallet statement'],
    ['title', head.title],
    ['agency', [head.agency, head.unit].filter((part) => part !== undefined).join(', ')],
    ['classification', head.classification ?? ''],
    ...head.particulars.map(({ name, value }): Fact => [name, value]),
    ...head.subjects.map((subject): Fact => ['subject', subject]),
    ['from_utc', formatUtcCell(head.from)],
    ['to_utc', `${formatUtcCell(head.to)}, not included`],
    ['zone', request.zone],
    ['currency', request.currency],
    ['prices', PRICE_RULE_WORDS[request.priceRule]],
    ['grouped_by', request.group],
    ['template', request.template],
    ...head.asOf.map(
      ({ name, height, hash, time }): Fact => ['as_of', `${name} block ${height}, ${hash}, ${formatUtcCell(time)} UTC`],
    ),
    ...head.sources.map((source): Fact => ['source', source]),
    ...head.versions.map(({ name, value }): Fact => ['version', `${name} ${value}`]),
    ...head.hashes.map(({ name, value }): Fact => ['sha256', `${name} ${value}`]),
    ['software', head.software],
    ['make_again', head.command],
  ]);
}

/** What it says when its lines have been counted. */
export function listClosingFacts({
  lineCount,
  unpriced,
  limits,
}: Pick<StatementClosing, 'lineCount' | 'unpriced' | 'limits'>): readonly Fact[] {
  return keepFilled([
    ['lines', String(lineCount)],
    ['lines_without_a_price', String(unpriced)],
    ...limits.map((limit): Fact => ['not_shown', limit]),
  ]);
}

export function listStatementFacts(head: StatementHead): readonly Fact[] {
  return [...listOpeningFacts(head), ...listClosingFacts(head)];
}
