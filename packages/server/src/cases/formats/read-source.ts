import { CASE_LANES } from '@trailmark/core/case';
import { findAgencyName } from '@trailmark/store/cases/agency-cases/case-file-rows';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import { type EvidenceRow, listEvidence } from '@trailmark/store/cases/agency-cases/evidence-rows';
import { listTimeline, type TimelineRow, type TimeWindow } from '@trailmark/store/cases/agency-cases/timeline-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { readCaseContent, rootOf } from '../case-file.ts';
import { readWindow } from '../timeline.ts';
import { readEvidenceRoot } from '../tombstone-root.ts';
import type { CaseSource } from './case-format.ts';
import type { LeftOut } from './case-outline.ts';
import { listWithdrawn, toExhibit, toOutline } from './to-outline.ts';

const PAGE = 2_000;
const MAX_EVENTS = 50_000;

/** Every file of evidence of a case, by number. */
export async function listAllEvidence(tx: Transaction, id: string): Promise<EvidenceRow[]> {
  const rows: EvidenceRow[] = [];
  for (;;) {
    const page = await listEvidence(tx, id, rows.at(-1)?.number ?? 0, PAGE);
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

async function listAllEvents(tx: Transaction, id: string, window: TimeWindow): Promise<TimelineRow[]> {
  const rows: TimelineRow[] = [];
  while (rows.length < MAX_EVENTS) {
    const page = await listTimeline(tx, id, { window, lanes: CASE_LANES, after: rows.at(-1), limit: PAGE });
    rows.push(...page);
    if (page.length < PAGE) break;
  }
  return rows;
}

const ended = (evidence: readonly EvidenceRow[]): LeftOut[] => {
  const count = evidence.filter(({ state }) => state === 'withdrawn').length;
  return count === 0 ? [] : [{ what: 'Files of evidence', count, why: 'withdrawn in the case' }];
};

/** Everything that the formats of a case are made of. The case was opened for export before. */
export async function readSource(
  tx: Transaction,
  { keys, now }: CaseworkContext,
  row: CaseDetailRow,
  software: string,
): Promise<CaseSource> {
  const madeAt = now();
  const content = await readCaseContent(tx, keys, row);
  const evidence = await listAllEvidence(tx, row.id);
  const { window } = await readWindow(tx, row.id, {}, madeAt);
  const timeline = await listAllEvents(tx, row.id, window);
  const cut = timeline.length >= MAX_EVENTS;
  return {
    ...{ id: row.id, number: row.number, software, madeAt, content, timeline },
    agency: await findAgencyName(tx, row.agency),
    root: rootOf(content),
    evidenceRoot: await readEvidenceRoot(tx, row.id),
    outline: toOutline(content),
    exhibits: evidence.filter(({ state }) => state !== 'withdrawn').map(toExhibit),
    leftOut: [
      ...listWithdrawn(content),
      ...ended(evidence),
      ...(cut
        ? [{ what: 'Events after the first', count: MAX_EVENTS, why: 'the timeline is longer than a file' }]
        : []),
    ],
  };
}
