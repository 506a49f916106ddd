import type { StatementHead } from './statement-document.ts';
import { formatUtcCell } from './zone-clock.ts';

export const PRICE_RULE_WORDS = {
  'day-close': 'close of the UTC day of each line',
  'previous-close': 'close of the UTC day before each line',
} as const;

/** What a file says about itself, for people and in order. */
export function listStatementFacts(head: StatementHead): readonly (readonly [name: string, value: string])[] {
  const { request } = head;
  return [
    ['export', 'wallet statement'],
    ['title', head.title],
    ['agency', [head.agency, head.unit].filter((part) => part !== undefined).join(', ')],
    ['classification', head.classification ?? ''],
    ...head.particulars.map(({ name, value }) => [name, value] as const),
    ...head.subjects.map((subject) => ['subject', subject] as const),
    ['from_utc', formatUtcCell(head.from)],
    ['to_utc', `${formatUtcCell(head.to)}, not included`],
    ['zone', request.zone],
    ['currency', request.currency],
    ['prices', PRICE_RULE_WORDS[request.priceRule]],
    ['grouped_by', request.group],
    ['template', request.template],
    ...head.asOf.map(
      ({ name, height, hash, time }) =>
        ['as_of', `${name} block ${height}, ${hash}, ${formatUtcCell(time)} UTC`] as const,
    ),
    ...head.sources.map((source) => ['source', source] as const),
    ...head.versions.map(({ name, value }) => ['version', `${name} ${value}`] as const),
    ...head.hashes.map(({ name, value }) => ['sha256', `${name} ${value}`] as const),
    ['lines', String(head.lineCount)],
    ['lines_without_a_price', String(head.unpriced)],
    ['software', head.software],
    ['make_again', head.command],
    ...head.limits.map((limit) => ['not_shown', limit] as const),
  ].filter(([, value]) => value !== '') as readonly (readonly [string, string])[];
}
