import type { StatementResult } from '@trailmark/analysis/statement/statement-book';
import { STATEMENT_RULES_VERSION } from '@trailmark/analysis/statement/statement-version';
import type { StatementAsOf } from '@trailmark/documents/statement/statement-document';
import type { StatementOpening } from '@trailmark/documents/statement/statement-rows';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { StatementBasis } from './kept-statements.ts';
import type { StatementLetterhead } from './letterhead.ts';
import { writeStatementCommand } from './statement-words.ts';

const NAMED_SUBJECTS = 100;

function describeSubjects({ ledgers }: TraceDeps, { subjects, addressCount }: StatementBasis): string[] {
  const shown = subjects.slice(0, NAMED_SUBJECTS).map(({ subject, addresses, basis: joined }) => {
    const of = joined === undefined ? '' : `, ${formatPlural(addresses, 'address', 'addresses')}. ${joined}`;
    const kind = { address: 'Address', cluster: 'Cluster of', descriptor: 'Wallet' }[subject.kind];
    return `${kind} ${subject.text} on ${ledgers.get(subject.chain).chain.name}${of}`;
  });
  const rest = subjects.length - shown.length;
  const whole = subjects.length > 1 ? [`Set of ${formatPlural(addressCount, 'address', 'addresses')}`] : [];
  return [...whole, ...shown, ...(rest > 0 ? [`${formatCount(rest)} more, in the JSON file`] : [])];
}

type Counts = Pick<StatementResult, 'spamCount' | 'unpricedCount'> & { readonly bridges: readonly unknown[] };

/** Sentences: what the statement cannot show. */
export function describeLimits(
  { request, subjects }: StatementBasis,
  { spamCount, unpricedCount, bridges }: Counts,
): string[] {
  return [
    'Transfers inside an exchange or another custodian are not on chain.',
    'Names of counterparties are claims by their sources.',
    `${request.currency} values are daily closes, not the price paid.`,
    ...(unpricedCount > 0 ? [`${formatPlural(unpricedCount, 'line')} without a price: in no value.`] : []),
    ...(bridges.length > 0
      ? [`${formatPlural(bridges.length, 'bridge transfer')} matched by message id: an inference.`]
      : []),
    ...(spamCount > 0 ? [`${formatPlural(spamCount, 'line')} of tokens that arrived unasked left out.`] : []),
    ...(subjects.some((one) => one.basis !== undefined) ? ['Which addresses belong together is an inference.'] : []),
  ];
}

function listAsOf({ ledgers }: TraceDeps, { asOf }: StatementBasis): StatementAsOf[] {
  return asOf.flatMap(({ chain, height, hash, time }) =>
    height === null || hash === null || time === null
      ? []
      : [{ chain, name: ledgers.get(chain).chain.name, height, hash, time }],
  );
}

interface OpeningParts {
  readonly letterhead: StatementLetterhead;
  /** Of the first line, seconds; undefined where there is none. */
  readonly firstTime: number | undefined;
}

/** What a statement states about itself before its lines are read. */
export function toOpening(
  deps: TraceDeps,
  basis: StatementBasis,
  { letterhead, firstTime }: OpeningParts,
): StatementOpening {
  const { request } = basis;
  const asOf = listAsOf(deps, basis);
  const end = request.to ?? Math.max(0, ...asOf.map(({ time }) => time + 1));
  const [versions] = basis.asOf;
  return {
    title: 'Wallet statement',
    request,
    agency: letterhead.agency,
    unit: letterhead.unit,
    classification: undefined,
    particulars: letterhead.particulars,
    subjects: describeSubjects(deps, basis),
    from: request.from ?? Math.min(end, firstTime ?? end),
    to: end,
    asOf,
    sources: basis.asOf.map(({ chain }) => `Index of ${deps.ledgers.get(chain).chain.name} on this server`),
    versions: [
      { name: 'Labels', value: (versions?.labels ?? 'none').slice(0, 12) },
      { name: 'Prices', value: (versions?.prices ?? 'none').slice(0, 12) },
      { name: 'Rules', value: STATEMENT_RULES_VERSION },
    ],
    hashes: [
      { name: 'labels', value: versions?.labels ?? 'none' },
      { name: 'prices', value: versions?.prices ?? 'none' },
    ],
    software: versions?.software ?? 'Trailmark',
    command: writeStatementCommand(request, letterhead),
  };
}
