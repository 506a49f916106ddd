import type { ReportBlock, ReportRow } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { amountOf, showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import type { ItemFinding } from './item-findings.ts';
import { type LossRow, listLosses } from './material-section.ts';
import { drawTimeline, type TimelineEvent } from './timeline-figure.ts';

/** Payments of one trace that the timeline shows; every one is a claim. */
const MOST_PAYMENTS = 12;
const MOST_LANES = 8;
const MOST_CASE_EVENTS = 24;

function sizeOf({ result }: Claim): bigint {
  const decimals = typeof result.decimals === 'number' ? result.decimals : 0;
  return BigInt(String(result.amount ?? 0)) * 10n ** BigInt(Math.max(0, 24 - decimals));
}

/** The largest payments with the first and the last, in the order of time. */
function choosePayments(claims: readonly Claim[]): readonly Claim[] {
  const timed = [...new Set(claims)].filter(({ result }) => typeof result.time === 'number');
  const inOrder = timed.toSorted((a, b) => Number(a.result.time) - Number(b.result.time));
  const largest = timed.toSorted((a, b) => (sizeOf(b) > sizeOf(a) ? 1 : sizeOf(b) < sizeOf(a) ? -1 : 0));
  const chosen = new Set([inOrder[0], inOrder.at(-1), ...largest].slice(0, MOST_PAYMENTS));
  return inOrder.filter((claim) => chosen.has(claim));
}

function toPayment(claim: Claim, lane: string): TimelineEvent {
  const to = claim.result.to ?? claim.result.address ?? null;
  return {
    ...{ time: Number(claim.result.time), lane, mark: 'fact' },
    cells: [
      [showClaim(claim, { time: 'time' })],
      [`${lane}: payment to`],
      [to === null ? 'nobody who can be named' : { code: String(to) }],
      [amountOf(claim)],
      [claim.id],
    ],
  };
}

function toLoss({ claim, day, what }: LossRow): TimelineEvent {
  return {
    ...{ time: Date.parse(day) / 1000, lane: 'Case', mark: 'claim' },
    cells: [[{ claim: claim.id, text: day }], ['Case: loss'], [what], [amountOf(claim)], [claim.id]],
  };
}

interface Listed {
  readonly events: readonly TimelineEvent[];
  /** What the timeline does not have, in words; empty where it has all. */
  readonly left: string;
}

function listCaseEvents(report: Composition): Listed {
  const acts = report.facts.custody.flatMap(({ at, who, what }, entry): TimelineEvent[] => {
    const claim = report.custodyAct(entry);
    if (!claim) return [];
    const moment = { claim: claim.id, text: at.slice(0, 19).replace('T', ' ') };
    return [
      {
        ...{ time: Date.parse(at) / 1000, lane: 'Case', mark: 'claim' },
        cells: [[moment], [`Case: ${what} pinned`], [who], ['–'], [claim.id]],
      },
    ];
  });
  const all = [...listLosses(report).map(toLoss), ...acts].filter(({ time }) => Number.isFinite(time));
  const left = all.length - MOST_CASE_EVENTS;
  const words = `${left} more ${left === 1 ? 'act' : 'acts'} of the case (sections 3 and 9 have all)`;
  return { events: all.slice(0, MOST_CASE_EVENTS), left: left > 0 ? words : '' };
}

function listEvents(report: Composition, findings: readonly ItemFinding[]): Listed {
  const groups = findings.flatMap(({ item, traces, drawnPayments }) => [
    ...traces.map(({ trace, movements }) => ({ lane: trace.id, claims: movements })),
    ...(drawnPayments.length > 0 ? [{ lane: item.number, claims: drawnPayments }] : []),
  ]);
  const moved = groups.filter(({ claims }) => claims.length > 0);
  const payments = moved
    .slice(0, MOST_LANES - 1)
    .flatMap(({ lane, claims }) => choosePayments(claims).map((claim) => toPayment(claim, lane)));
  const others = moved.slice(MOST_LANES - 1).map(({ lane }) => lane);
  const acts = listCaseEvents(report);
  const left = [...(others.length > 0 ? [`the payments of ${others.join(', ')}`] : []), acts.left];
  return {
    events: [...payments, ...acts.events].toSorted((a, b) => a.time - b.time),
    left: left.filter((words) => words !== '').join(' and '),
  };
}

/** What happened when: payments of the findings and acts of the case on one line of time, and as a table. */
export function writeTimeline(report: Composition, findings: readonly ItemFinding[]): readonly ReportBlock[] {
  const { events, left } = listEvents(report, findings);
  if (events.length === 0) return [];
  const column = (title: string, width: number, align: 'left' | 'right' = 'left') => ({ title, width, align });
  const rows = events.map(({ mark, cells }): ReportRow => ({ mark, cells, isSum: false }));
  return [
    { kind: 'heading', title: `4.${findings.length + 1} Timeline` },
    { kind: 'timeline', timeline: drawTimeline(events) },
    {
      ...{ kind: 'table', rows },
      caption:
        'Timeline of payments and of the case, UTC. Of each trace the largest payments, the first and the last; section 4 and the table of claims have every one.',
      columns: [
        column('Time, UTC', 17),
        column('What', 17),
        column('To, or who', 34),
        column('Amount', 20, 'right'),
        column('Claim', 12),
      ],
    },
    ...(left === ''
      ? []
      : [{ ...({ kind: 'text', isFixed: true } as const), text: [`Not in the timeline: ${left}.`] }]),
  ];
}
