import type { LossAnswer, LossFileFormat } from '@trailmark/api/contract/statement-losses';
import type { StatementAsset } from '@trailmark/core/statement/statement';
import { formatMoney } from '@trailmark/documents/request-packet-figures';
import type { LossDocument } from '@trailmark/documents/statement/losses/loss-document';
import { streamLossPdf } from '@trailmark/documents/statement/losses/loss-pdf';
import { streamLossCsv, streamLossXlsx } from '@trailmark/documents/statement/losses/loss-tables';
import { PRICE_RULE_WORDS } from '@trailmark/documents/statement/statement-facts';
import { formatUtcCell } from '@trailmark/documents/statement/zone-clock';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { StatementLetterhead } from './letterhead.ts';

interface LossFile {
  readonly extension: string;
  readonly mediaType: string;
  readonly stream: (document: LossDocument) => AsyncGenerator<Uint8Array>;
}

/** How each format of a list of losses is written. */
export const LOSS_FILES: Readonly<Record<LossFileFormat, LossFile>> = {
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8', stream: streamLossCsv },
  pdf: { extension: 'pdf', mediaType: 'application/pdf', stream: streamLossPdf },
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    stream: streamLossXlsx,
  },
};

const NAMED_SUBJECTS = 20;

function describePeriod({ request: { from, to } }: LossAnswer): string {
  const start = from === null ? 'the first block' : `${formatUtcCell(from)} UTC`;
  return `${start} to ${to === null ? 'the last indexed block' : `${formatUtcCell(to)} UTC, not included`}`;
}

function describeSuspects({ ledgers }: TraceDeps, { request: { subjects }, addressCount }: LossAnswer): string[] {
  const words = { address: '', cluster: 'cluster of ', descriptor: 'wallet ' };
  const shown = subjects
    .slice(0, NAMED_SUBJECTS)
    .map(({ kind, chain, text }) => `${words[kind]}${text} on ${ledgers.get(chain).chain.name}`);
  const rest = subjects.length - shown.length;
  return [
    `${formatPlural(addressCount, 'address', 'addresses')}`,
    ...shown,
    ...(rest > 0 ? [`${formatCount(rest)} more`] : []),
  ];
}

function listFacts(deps: TraceDeps, answer: LossAnswer, { agency, unit, particulars }: StatementLetterhead) {
  const { request, asOf } = answer;
  const fact = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [{ name, value }];
  const available = request.available === null ? undefined : `${formatMoney(request.available)} ${request.currency}`;
  return [
    ...fact('Agency', [agency, unit].filter((part) => part !== undefined).join(', ')),
    ...particulars,
    ...describeSuspects(deps, answer).flatMap((value) => fact('Suspects', value)),
    ...fact('Victims', formatPlural(request.victims.length, 'victim')),
    ...fact('Period', describePeriod(answer)),
    ...fact('Values', `${request.currency}, ${PRICE_RULE_WORDS[request.priceRule].replace('line', 'payment')}`),
    ...fact('To distribute', available),
    ...asOf.flatMap(({ chain, height, hash, time }) =>
      height === null || time === null
        ? []
        : fact(
            'As of',
            `${deps.ledgers.get(chain).chain.name} block ${height}, ${hash ?? ''}, ${formatUtcCell(time)} UTC`,
          ),
    ),
    ...fact('Prices', asOf[0]?.prices),
    ...fact('Labels', asOf[0]?.labels),
  ];
}

/** Sentences: what the list rests on, and what is missing in it. */
export function describeLossLimits(answer: LossAnswer): string[] {
  const { gaps, notFound, undecided, unverified, jointCount, victims, request } = answer;
  const unpriced = victims.reduce((sum, row) => sum + row.unpriced, 0);
  const open = undecided.reduce((sum, { count }) => sum + count, 0);
  return [
    'That an address or a transaction is of a victim is a claim of the list of victims; the payments are facts.',
    'Payments within an exchange, in cash or by bank are not on chain.',
    `${request.currency} values are daily closes, not the price paid.`,
    ...(open > 0
      ? [
          `${formatPlural(open, 'payment')} could be of several, or strangers paid with the victim: in nobody’s sums, and listed.`,
        ]
      : []),
    ...unverified.map(
      ({ asset, count }) =>
        `${formatPlural(count, 'payment')} in a token that nobody vouches for (${asset}): anybody can send such tokens, so they are in no loss and not listed.`,
    ),
    ...(jointCount > 0
      ? [
          `${formatPlural(jointCount, 'transaction')} funded by suspects and others together: nobody can say who paid whom.`,
        ]
      : []),
    ...(notFound.length > 0
      ? [
          `${formatPlural(notFound.length, 'transaction')} named by victims paid no address of the suspects in the period.`,
        ]
      : []),
    ...(unpriced > 0
      ? [`${formatPlural(unpriced, 'payment')} without a price: losses that need it are not known.`]
      : []),
    ...gaps.map(({ reason }) => `Payments may be missing. ${reason}`),
  ];
}

/** A list of losses as files are written from it. */
export function toLossDocument(deps: TraceDeps, answer: LossAnswer, letterhead: StatementLetterhead): LossDocument {
  const { request, asOf, victims, payments, undecided, unverified, others, assets, hash } = answer;
  return {
    agency: letterhead.agency,
    currency: request.currency,
    facts: listFacts(deps, answer, letterhead),
    time: Math.max(0, ...asOf.map(({ time }) => time ?? 0)),
    available: request.available,
    names: request.victims.map(({ name, reference }) => ({ name, reference })),
    ...({ victims, payments, undecided, unverified, others } as Pick<
      LossDocument,
      'victims' | 'payments' | 'undecided' | 'unverified' | 'others'
    >),
    assets: new Map(assets.map((asset) => [asset.id, asset as StatementAsset])),
    limits: describeLossLimits(answer),
    software: asOf[0]?.software ?? 'Trailmark',
    hash,
  };
}
