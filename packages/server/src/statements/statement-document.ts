import { LINE_RULES_VERSION } from '@trailmark/analysis/statement/line-types/catalogue';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { StatementLine, StatementRequest } from '@trailmark/core/statement/statement';
import type {
  StatementAsOf,
  StatementDocument,
  StatementHead,
} from '@trailmark/documents/statement/statement-document';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { KeptStatement } from './kept-statements.ts';
import type { StatementLetterhead } from './letterhead.ts';
import { openStatement } from './run-statement.ts';
import { createLineHash } from './statement-answer.ts';
import { writeStatementCommand } from './statement-words.ts';

/** Lines of one batch, where they are kept. */
const BATCH = 500;
const NAMED_SUBJECTS = 100;

async function* readKept(lines: readonly StatementLine[]): AsyncGenerator<readonly StatementLine[]> {
  for (let at = 0; at < lines.length; at += BATCH) yield lines.slice(at, at + BATCH);
}

/** Reads lines again. They must be those that the sums were made of: a new block or label in between ends the file. */
async function* readAgain(
  deps: TraceDeps,
  { answer, linesHash }: KeptStatement,
  request: StatementRequest,
  read: ReadOptions,
): AsyncGenerator<readonly StatementLine[]> {
  const open = await openStatement(deps, request, { read, keepsSums: false });
  const hash = createLineHash();
  let count = 0;
  for await (const batch of open.lines()) {
    hash.add(batch);
    count += batch.length;
    yield batch;
  }
  if (count !== answer.lineCount || hash.digest() !== linesHash)
    throw new AppError('unavailable', 'The ledger or the labels changed while the file was written. Ask for it again.');
}

function describeSubjects({ ledgers }: TraceDeps, { basis }: KeptStatement): string[] {
  const shown = basis.subjects.slice(0, NAMED_SUBJECTS).map(({ subject, addresses, basis: joined }) => {
    const of = joined === undefined ? '' : `, ${formatPlural(addresses, 'address', 'addresses')}. ${joined}`;
    const kind = { address: 'Address', cluster: 'Cluster of', descriptor: 'Wallet' }[subject.kind];
    return `${kind} ${subject.text} on ${ledgers.get(subject.chain).chain.name}${of}`;
  });
  const rest = basis.subjects.length - shown.length;
  const whole = basis.subjects.length > 1 ? [`Set of ${formatPlural(basis.addressCount, 'address', 'addresses')}`] : [];
  return [...whole, ...shown, ...(rest > 0 ? [`${formatCount(rest)} more, in the JSON file`] : [])];
}

function describeLimits({ answer, basis }: KeptStatement): string[] {
  const { spamCount, unpricedCount, bridges } = answer;
  const { currency } = basis.request;
  return [
    'Transfers inside an exchange or another custodian are not on chain.',
    'Names of counterparties are claims by their sources.',
    `${currency} values are daily closes, not the price paid.`,
    ...(unpricedCount > 0 ? [`${formatPlural(unpricedCount, 'line')} without a price: in no value.`] : []),
    ...(bridges.length > 0
      ? [`${formatPlural(bridges.length, 'bridge transfer')} matched by message id: an inference.`]
      : []),
    ...(spamCount > 0 ? [`${formatPlural(spamCount, 'line')} of tokens that arrived unasked left out.`] : []),
    ...(basis.subjects.some((one) => one.basis !== undefined)
      ? ['Which addresses belong together is an inference.']
      : []),
  ];
}

function listAsOf({ ledgers }: TraceDeps, { basis }: KeptStatement): StatementAsOf[] {
  return basis.asOf.flatMap(({ chain, height, hash, time }) =>
    height === null || hash === null || time === null
      ? []
      : [{ chain, name: ledgers.get(chain).chain.name, height, hash, time }],
  );
}

function toHead(deps: TraceDeps, kept: KeptStatement, letterhead: StatementLetterhead): StatementHead {
  const { answer, basis, firstTime } = kept;
  const { request } = basis;
  const asOf = listAsOf(deps, kept);
  const end = request.to ?? Math.max(0, ...asOf.map(({ time }) => time + 1));
  const [versions] = basis.asOf;
  return {
    title: 'Wallet statement',
    request,
    agency: letterhead.agency,
    unit: letterhead.unit,
    classification: undefined,
    particulars: letterhead.particulars,
    subjects: describeSubjects(deps, kept),
    from: request.from ?? Math.min(end, firstTime ?? end),
    to: end,
    asOf,
    sources: basis.asOf.map(({ chain }) => `Index of ${deps.ledgers.get(chain).chain.name} on this server`),
    versions: [
      { name: 'Labels', value: (versions?.labels ?? 'none').slice(0, 12) },
      { name: 'Prices', value: (versions?.prices ?? 'none').slice(0, 12) },
      { name: 'Types', value: LINE_RULES_VERSION },
    ],
    hashes: [
      { name: 'statement', value: answer.hash },
      { name: 'labels', value: versions?.labels ?? 'none' },
      { name: 'prices', value: versions?.prices ?? 'none' },
    ],
    software: versions?.software ?? 'Trailmark',
    command: writeStatementCommand(request, letterhead),
    lineCount: answer.lineCount,
    unpriced: answer.unpricedCount,
    limits: describeLimits(kept),
  };
}

/** A statement as files are written from it. Its lines are those that are kept, or read again while the file is written. */
export function toStatementDocument(
  deps: TraceDeps,
  kept: KeptStatement,
  letterhead: StatementLetterhead,
  read: ReadOptions,
): StatementDocument {
  const { result, lines, answer, basis } = kept;
  const isWhole = lines.length === answer.lineCount;
  return {
    head: toHead(deps, kept, letterhead),
    assets: new Map(result.balances.map(({ asset }) => [asset.id, asset])),
    balances: result.balances,
    totals: result.totals,
    lots: result.lots,
    charts: [...result.points].map(([asset, points]) => ({ asset, points })),
    lines: isWhole ? readKept(lines) : readAgain(deps, kept, basis.request, read),
  };
}
