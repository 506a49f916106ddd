import type { ReportBlock, ReportRun, ReportText } from '@trailmark/core/report/report-document';
import { joinIds, showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import type { FactItem } from './report-facts.ts';

const MOST_SUBJECTS = 40;

/** What of a pinned statement its appendix reads. */
interface StatementContent {
  readonly request: {
    readonly subjects: readonly { readonly kind: string; readonly chain: string; readonly text: string }[];
    readonly from: number | null;
    readonly to: number | null;
    readonly zone: string;
    readonly currency: string;
    readonly priceRule: string;
    readonly spam: boolean;
  };
  readonly hash: string;
  readonly rules: string;
}

const COUNTS = [
  ['lineCount', 'Lines'],
  ['transactionCount', 'Transactions'],
  ['unpricedCount', 'Lines with an amount that has no price'],
  ['spamCount', 'Left out as spam'],
  ['addressCount', 'Addresses of the set'],
] as const;

const SUBJECT_WORDS: Readonly<Record<string, string>> = { cluster: 'cluster of ', descriptor: 'wallet ' };

function writeSubjects({ request: { subjects } }: StatementContent, number: string): ReportText {
  const runs = subjects
    .slice(0, MOST_SUBJECTS)
    .flatMap(({ kind, chain, text }, i): ReportRun[] => [
      `${i === 0 ? '' : '; '}${SUBJECT_WORDS[kind] ?? ''}`,
      { code: text },
      ` (${chain})`,
    ]);
  const left = subjects.length - MOST_SUBJECTS;
  return left > 0 ? [...runs, `; ${left} more in `, { code: `items/${number}.json` }] : runs;
}

function writeOne(report: Composition, item: FactItem): readonly ReportBlock[] {
  const content = item.content as StatementContent;
  const { from, to, zone, currency, priceRule } = content.request;
  const row = (name: string, text: ReportText, ids = '') => ({ name, text, ids });
  const counts = COUNTS.map(([member, name]) => {
    const found = (item.content as Readonly<Record<string, unknown>>)[member];
    if (typeof found !== 'number') return row(name, ['not stated by this version of the statement']);
    const claim = report.figure(item, [member], found, `${name}, ${item.number}`);
    return row(name, [showClaim(claim, { value: 'value' })], joinIds([claim]));
  });
  const limit = (member: 'from' | 'to', found: number | null) =>
    found === null
      ? undefined
      : report.figure(item, ['request', member], found, `${item.number}, ${member}, seconds since 1970 UTC`);
  const [begin, end] = [limit('from', from), limit('to', to)];
  const hash = report.figure(item, ['hash'], content.hash, `SHA-256 of the statement ${item.number} with every line`);
  return [
    {
      kind: 'pairs',
      caption: `Statement ${item.number}. Its balances are in section 4.`,
      rows: [
        row('Of', writeSubjects(content, item.number)),
        row(
          'Period',
          [
            ...(begin ? ['from ', showClaim(begin, { time: 'value' }), ' UTC, '] : ['from the first block, ']),
            ...(end
              ? ['to ', showClaim(end, { time: 'value' }), ' UTC, not included']
              : ['as far as history is known']),
            `; days of ${zone}`,
          ],
          joinIds([begin, end].filter((claim) => claim !== undefined)),
        ),
        ...counts,
        row('Values', [`${currency}, by the rule “${priceRule}”`]),
        row('Rules that name lines', [{ code: content.rules }]),
        row('SHA-256 with every line', [{ code: content.hash }], hash.id),
        row('Calls that give it again', [
          { code: item.call },
          ', and for its lines ',
          { code: 'POST /api/v1/statements/lines' },
          ', with the request in ',
          { code: `items/${item.number}.json` },
        ]),
      ],
    },
  ];
}

/** Statements that the report rests on: of what, for when, how many lines, by which rules, and what makes the lines again. */
export function writeStatementList(report: Composition): readonly ReportBlock[] {
  const statements = report.facts.items.filter(({ kind }) => kind === 'statement');
  if (statements.length === 0) return [];
  return [
    { kind: 'heading', title: 'Statements' },
    {
      ...{ kind: 'text', isFixed: true },
      text: [
        'A pinned statement has balances, totals and lots. Its lines are made again by its call from the same versions; the SHA-256 covers every line.',
      ],
    },
    ...statements.flatMap((item) => writeOne(report, item)),
  ];
}
