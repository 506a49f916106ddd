import type { ReportBlock, ReportRow } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { amountOf, showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { noteCut } from './cut-note.ts';
import { type DrawnSum, findDrawn } from './drawn-payments.ts';
import { nameItem } from './item-name.ts';
import type { FactItem, FactTrace } from './report-facts.ts';
import type { EndRow } from './trace-ends.ts';
import { findTrace } from './trace-findings.ts';

export interface ItemFinding {
  readonly item: FactItem;
  readonly blocks: readonly ReportBlock[];
  readonly traces: readonly {
    readonly trace: FactTrace;
    readonly ends: ReadonlyMap<string, readonly EndRow[]>;
    readonly table: ReportBlock | undefined;
    readonly movements: readonly Claim[];
  }[];
  readonly drawn: readonly DrawnSum[];
  /** Payments that a flow without a trace draws. */
  readonly drawnPayments: readonly Claim[];
}

interface StatementContent {
  readonly balances: readonly {
    readonly chain: string;
    readonly asset: { readonly id: string; readonly symbol: string | null; readonly decimals: number | null };
    readonly opening?: string;
    readonly in: string;
    readonly out: string;
    readonly fees: string;
    readonly closing?: string;
  }[];
}

const MOST_BALANCES = 50;
const PARTS = ['opening', 'in', 'out', 'fees', 'closing'] as const;

function findStatement(report: Composition, item: FactItem): readonly ReportBlock[] {
  const { balances } = item.content as StatementContent;
  const rows = balances.slice(0, MOST_BALANCES).map(({ asset, ...balance }, i): ReportRow => {
    const coin = { symbol: asset.symbol ?? 'units', decimals: asset.decimals ?? 0, ticker: null };
    const claims: Claim[] = [];
    const cells = PARTS.map((part) => {
      const found = balance[part];
      if (found === undefined) return ['not known'];
      const claim = report.figure(
        item,
        ['balances', String(i), part],
        found,
        `${item.number}, ${coin.symbol}, ${part}`,
        coin,
      );
      claims.push(claim);
      return [amountOf(claim)];
    });
    return {
      mark: 'inference',
      cells: [[coin.symbol], ...cells, [claims.map(({ id }) => id).join(', ')]],
      isSum: false,
    };
  });
  const column = (title: string, width: number, align: 'left' | 'right') => ({ title, width, align });
  return [
    {
      kind: 'table',
      caption: `Balances of ${item.number} over its period, exact in the smallest unit.`,
      columns: [
        column('Asset', 9, 'left'),
        ...['Opening', 'In', 'Out', 'Fees', 'Closing'].map((title) => column(title, 15, 'right')),
        column('Claims', 16, 'left'),
      ],
      rows,
    },
    ...noteCut({ shown: rows.length, all: balances.length }, 'balances', `items/${item.number}.json of the bundle`),
  ];
}

interface ScreeningContent {
  readonly screening: {
    readonly verdict: {
      readonly state: string;
      readonly level: string;
      readonly score: number | null;
      readonly fired: readonly object[];
    };
  };
}

function findScreening(report: Composition, item: FactItem): readonly ReportBlock[] {
  const { verdict } = (item.content as ScreeningContent).screening;
  const path = ['screening', 'verdict'];
  const level = report.figure(item, [...path, 'level'], verdict.level, `Level of ${item.number}`);
  const state = report.figure(item, [...path, 'state'], verdict.state, `State of the verdict of ${item.number}`);
  const score =
    verdict.score === null
      ? undefined
      : report.figure(item, [...path, 'score'], verdict.score, `Score of ${item.number}`);
  return [
    {
      kind: 'text',
      isFixed: false,
      text: [
        'The rules in force give the level “',
        showClaim(level, { value: 'value' }),
        '”, state “',
        showClaim(state, { value: 'value' }),
        '”',
        ...(score ? [', score ', showClaim(score, { value: 'value' }), ' of the scale of the rules'] : []),
        '. A verdict is never a clearance.',
      ],
    },
  ];
}

function exhibitsOf({ flow }: FactItem): ReadonlyMap<string, string> {
  const entries = Object.entries(flow?.marks ?? {}).flatMap(([id, { exhibit }]) => {
    const text = flow?.nodes[id]?.text;
    return exhibit === undefined || text === undefined ? [] : [[text, `E${exhibit}`] as const];
  });
  return new Map(entries);
}

/** What is stated about a kind of pinned result beyond its traces. */
const FINDINGS: Readonly<Record<string, (report: Composition, item: FactItem) => readonly ReportBlock[]>> = {
  screening: findScreening,
  statement: findStatement,
};

function findItem(report: Composition, item: FactItem, number: string): ItemFinding {
  const traces = item.traces.map((trace) => ({ trace, ...findTrace(report, trace, exhibitsOf(item)) }));
  const payments = item.kind === 'flow-version' && traces.length === 0 ? findDrawn(report, item) : undefined;
  const own = payments?.blocks ?? FINDINGS[item.kind]?.(report, item) ?? [];
  const none: readonly ReportBlock[] =
    traces.length + own.length > 0
      ? []
      : [
          {
            kind: 'text',
            isFixed: true,
            text: [
              'This result is part of the material. Its content is in the bundle under ',
              { code: `items/${item.number}.json` },
              '; no figure of it is used in this report.',
            ],
          },
        ];
  return {
    ...{ item, traces, drawn: payments?.sums ?? [], drawnPayments: payments?.claims ?? [] },
    blocks: [
      { kind: 'heading', title: `${number} ${nameItem(item)}` },
      ...traces.flatMap(({ blocks }) => blocks),
      ...own,
      ...none,
    ],
  };
}

/** A finding for each pinned result, in the order of the draft. */
export function listFindings(report: Composition): readonly ItemFinding[] {
  return report.facts.items.map((item, i) => findItem(report, item, `4.${i + 1}`));
}
