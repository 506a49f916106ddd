import type { ReportBlock, ReportQuestionKind, ReportRun, ReportText } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { writeForAudience } from './audience-section.ts';
import { amountOf } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { type DrawnSum, describeSums } from './drawn-payments.ts';
import { GENERAL_LIMITS, READING } from './fixed-texts.ts';
import type { ItemFinding } from './item-findings.ts';
import { NOT_ADDED, writeOthers } from './other-traces.ts';
import type { FactParty } from './report-facts.ts';
import { contestRuns, type EndRow } from './trace-ends.ts';

/** What the first trace of a report states about its first asset. */
interface Head {
  /** `T-1`, where the report has other traces. */
  readonly name: string | undefined;
  readonly began: Claim;
  readonly ends: readonly EndRow[];
  readonly service: Claim | undefined;
  readonly unmoved: Claim | undefined;
}

function findHead(report: Composition, findings: readonly ItemFinding[]): Head | undefined {
  const [first, second] = findings.flatMap(({ traces }) => traces);
  const [asset = ''] = first?.trace.file.sums.map((sum) => sum.asset) ?? [];
  const began = first && report.traceSum(first.trace, asset, 'began');
  if (!first || !began) return undefined;
  const ends = first.ends.get(asset) ?? [];
  const coin = report.asset(first.trace, asset);
  const together = (rows: readonly EndRow[], what: string): Claim | undefined => {
    const [only] = rows;
    return rows.length === 1
      ? only?.amount
      : rows.length === 0
        ? undefined
        : report.sum(
            rows.map(({ amount }) => amount),
            coin,
            what,
          );
  };
  return {
    ...{ began, ends, name: second && first.trace.id },
    service: together(
      ends.filter(({ party }) => party?.kind === 'service'),
      'At addresses that sources attribute to services',
    ),
    unmoved: together(
      ends.filter(({ reason, party }) => !party && (reason === 'unspent' || reason === 'held')),
      'Not moved as of the tip',
    ),
  };
}

function writeAnswer(head: Head): ReportText {
  const { name, began, service, unmoved, ends } = head;
  const traced = name === undefined ? ' traced' : ` traced in ${name}`;
  if (service)
    return [
      'Of ',
      amountOf(began),
      `${traced}, `,
      amountOf(service),
      ' reached addresses that sources attribute to services',
    ];
  if (unmoved)
    return ['Of ', amountOf(began), `${traced}, `, amountOf(unmoved), ' was not moved further as of the indexed tip'];
  const only = findOnlyEnd(head);
  if (only)
    return ['All of ', amountOf(began), `${traced} ends at `, { code: only.name }, ...contestRuns(only.contest)];
  const [largest] = ends;
  return largest
    ? [
        'Of ',
        amountOf(began),
        `${traced}, the largest part, `,
        amountOf(largest.amount),
        ', ends at ',
        { code: largest.name },
        ...contestRuns(largest.contest),
      ]
    : [amountOf(began), ` was${traced}`];
}

/** The only end of all that was traced, which the answer names. */
function findOnlyEnd({ began, ends, service, unmoved }: Head): EndRow | undefined {
  const [only, next] = ends;
  const isAll = !service && !unmoved && !next && only?.amount.result.amount === began.result.amount;
  return isAll ? only : undefined;
}

/**
 * How an address comes by its name. That it is on a list is a fact of the list, which attributes nothing; that another address of its
 * cluster is on it, is an inference about this one.
 */
function describeNaming({ name, label }: EndRow, { source, basis, listing }: FactParty): readonly ReportRun[] {
  if (listing === undefined) return [` ends at an address that ${source} attributes to ${name}`];
  const [place = ''] = listing.split(': ');
  const listed = `${place.slice(0, 1).toLowerCase()}${place.slice(1)}`;
  const where = basis === 'claim' ? 'an address that' : 'an address in one cluster with another that';
  const verb = place.startsWith('Removed ') ? 'was' : 'is';
  return [` ends at ${where} ${verb} `, label ? { claim: label.id, text: listed } : listed, ` as ${name}`];
}

/** Who names the largest ends. Ends without a name are in the table alone. */
function writeParagraph({ ends }: Head): ReportBlock[] {
  const named = ends.flatMap((end) => (end.party ? [[end, end.party] as const] : []));
  const shown = named.slice(0, 4);
  const runs = shown.flatMap(([end, party], i): ReportRun[] => [
    i === 0 ? '' : i === shown.length - 1 ? ' and ' : ', ',
    amountOf(end.amount),
    ...describeNaming(end, party),
    ...contestRuns(end.contest),
  ]);
  return runs.length === 0 ? [] : [{ kind: 'text', isFixed: false, text: [...runs, '.'] }];
}

/** What is stated where coin flows draw payments, and no method says which money is the same. */
function writeDrawn(drawn: readonly DrawnSum[]): ReportText {
  if (drawn.length === 0) return ['No amount was traced for this report; its material is listed in section 3'];
  return [...describeSums(drawn, 1), '; no tracing method was applied'];
}

function answerQuestion(kind: ReportQuestionKind, head: Head | undefined, drawn: readonly DrawnSum[]): ReportText {
  if (kind === 'who') return ['Not shown by the ledger. Attributions are statements of their sources: section 5.'];
  if (kind === 'own') return ['See the opinion in section 8.'];
  if (!head && kind === 'where' && drawn.length > 0)
    return [...describeSums(drawn), ', to the addresses in section 4. No trace follows it further.'];
  if (!head) return ['No trace is part of the material.'];
  if (kind === 'where')
    return [amountOf(head.began), ' went to the ends in the table above; section 4 has every movement.'];
  const parts: ReportRun[] = [];
  if (head.service) parts.push(amountOf(head.service), ' is at services that can be contacted. ');
  if (head.unmoved) parts.push(amountOf(head.unmoved), ' was not moved as of the tip and can be watched.');
  return parts.length > 0 ? parts : ['The material shows no place where somebody could be asked to hold it.'];
}

/** The answer first, on one page: money table, questions, how to read the report, and the limits that matter. */
export function writeSummary(report: Composition, findings: readonly ItemFinding[]): readonly ReportBlock[] {
  const head = findHead(report, findings);
  const table = findings.flatMap(({ traces }) => traces)[0]?.table;
  const drawn = findings.flatMap((finding) => finding.drawn);
  const answer: ReportBlock = { kind: 'answer', text: head ? writeAnswer(head) : writeDrawn(drawn) };
  const { questions } = report.draft;
  return [
    answer,
    ...(head ? writeParagraph(head) : []),
    ...(table ? [table] : []),
    ...(head?.name === undefined ? [] : [NOT_ADDED]),
    ...(questions.length > 0
      ? [
          { kind: 'heading' as const, title: 'Questions and answers' },
          {
            kind: 'pairs' as const,
            caption: '',
            rows: questions.map(({ kind, text }) => ({ name: text, text: answerQuestion(kind, head, drawn), ids: '' })),
          },
        ]
      : []),
    { kind: 'heading', title: 'How to read this report' },
    ...READING.map(
      ([mark, text]): ReportBlock => ({
        kind: 'legend',
        mark,
        ids: { fact: 'F-…', inference: 'I-…', claim: 'C-…' }[mark],
        text: [text],
      }),
    ),
    { kind: 'heading', title: 'Limits that matter for this page' },
    { kind: 'list', isFixed: true, items: GENERAL_LIMITS.slice(0, 3).map((text) => [text]) },
    ...writeOthers(report, findings),
    ...writeForAudience(report, findings),
  ];
}
