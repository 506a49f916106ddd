import type { ReportBlock, ReportDocument, ReportDraft, ReportSection } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { writeAppendices } from './appendices.ts';
import { writeAttribution } from './attribution-section.ts';
import { Composition } from './composition.ts';
import { type ItemFinding, listFindings } from './item-findings.ts';
import { writeLimits } from './limits-section.ts';
import { writeMaterial } from './material-section.ts';
import { writeMethod } from './method-section.ts';
import { writeOpinion, writePeople } from './people-section.ts';
import type { ReportFacts } from './report-facts.ts';
import { writeSummary } from './summary-section.ts';
import { writeTimeline } from './timeline-section.ts';

/** What a report is: what it says, every claim of it, and the rows the claims name. */
export interface ComposedReport {
  readonly document: ReportDocument;
  readonly claims: readonly Claim[];
  readonly lists: ReadonlyMap<string, readonly unknown[]>;
}

interface Draft {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
}

function toSections(report: Composition, findings: readonly ItemFinding[]): readonly ReportSection[] {
  const drafts: readonly Draft[] = [
    { id: 'summary', title: 'Summary', blocks: writeSummary(report, findings) },
    { id: 'people', title: 'Author, instructions and questions', blocks: writePeople(report) },
    { id: 'material', title: 'Material', blocks: writeMaterial(report) },
    {
      id: 'findings',
      title: 'Findings',
      blocks: [...findings.flatMap(({ blocks }) => blocks), ...writeTimeline(report, findings)],
    },
    { id: 'attribution', title: 'Attribution', blocks: writeAttribution(report, findings) },
    { id: 'method', title: 'Method and error rates', blocks: writeMethod(report) },
    { id: 'limits', title: 'Limits, gaps and alternatives', blocks: writeLimits(report, findings) },
    { id: 'opinion', title: 'Opinion and declaration', blocks: writeOpinion(report) },
    { id: 'appendices', title: 'Appendices', blocks: writeAppendices(report) },
  ];
  return drafts.map(({ blocks, ...draft }, i) => ({ ...draft, blocks: blocks.map(sayNone), number: String(i + 1) }));
}

/** A table without a row is a sentence: `Pinned results: none in this report.` */
function sayNone(block: ReportBlock): ReportBlock {
  if ((block.kind !== 'table' && block.kind !== 'pairs') || block.rows.length > 0) return block;
  const [about = 'Rows'] = block.caption.split(/\.(?:\s|$)/);
  return { kind: 'text', isFixed: true, text: [`${about}: none in this report.`] };
}

function listAsOf({ traces }: Composition): readonly string[] {
  const lines = traces.map(({ chain, asOf }) => {
    const block = asOf.height === null ? 'no whole block' : `block ${asOf.height} ${asOf.hash ?? ''}`;
    return `${chain} ${block}; labels ${asOf.labels.slice(0, 12)}; prices ${asOf.prices.slice(0, 12)}; ${asOf.engine}`;
  });
  return [...new Set(lines)];
}

/** Writes a report out of its facts by templates. The same facts and the same draft give the same report. */
export function composeReport(facts: ReportFacts, draft: ReportDraft, version: number): ComposedReport {
  const report = new Composition(facts, draft, version);
  const findings = listFindings(report);
  const sections = toSections(report, findings);
  const document: ReportDocument = {
    ...{ title: draft.title, version, classification: draft.classification, sections },
    ...{ caseNumber: facts.case.number, caseTitle: facts.case.title, agency: facts.agency, madeAt: facts.at },
    ...{ software: facts.software, asOf: listAsOf(report), examiner: draft.examiner.name },
    second: draft.language === 'en' ? null : draft.language,
  };
  const lists = new Map<string, readonly unknown[]>([
    ['appeals.json', report.appeals.rows],
    ['case.json', report.caseRows.rows],
    ['labels.json', report.labels.rows],
    ['methods.json', report.methods.rows],
    ['prices.json', report.prices.rows],
  ]);
  for (const [path, { rows }] of report.transfers) lists.set(path, rows);
  return { document, claims: report.book.claims, lists };
}
