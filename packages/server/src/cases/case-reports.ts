import type { Contract } from '@trailmark/api/contract';
import type { CaseReport } from '@trailmark/api/contract/case-custody';
import type { RouteOutput } from '@trailmark/api/route';
import { type CaseEventRow, listCaseExports } from '@trailmark/store/cases/agency-cases/event-rows';
import { type ItemRow, listItems } from '@trailmark/store/cases/agency-cases/item-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { toItem } from './case-items.ts';
import { openCase, readCases } from './case-scope.ts';
import { toSeconds } from './case-view.ts';

const SHOWN = 500;
/** Kinds of pinned results that are documents. */
const DOCUMENT_KINDS = ['request-packet', 'export', 'flow-export', 'report-version'];

/** What each export of a case makes. One line per route; an export that is not named here is called by its route. */
const EXPORTS: Readonly<Record<string, string>> = {
  'export.exportCase': 'Case file',
  'export.getCasePackageFile': 'Signed package',
  'export.exportCaseTimeline': 'Timeline',
  'export.exportCaseLedgers': 'All ledgers of custody',
  'export.exportCaseCustody': 'Ledger of custody of one file',
  'export.getCaseEvidenceFile': 'File of evidence',
};

function ofItem(row: ItemRow): CaseReport {
  const { id, number, title, pinnedBy, pinnedAt, hash, tab } = toItem(row);
  return { id, kind: 'pinned', number, title, who: pinnedBy, at: pinnedAt, hash, tab };
}

function ofEvent({ id, action, name, at }: CaseEventRow): CaseReport {
  const title = EXPORTS[action] ?? action;
  return {
    id,
    kind: 'export',
    number: null,
    title,
    who: name ?? 'Trailmark',
    at: toSeconds(at),
    hash: null,
    tab: null,
  };
}

/** What was made of a case to be given to others, the last first. */
export function readCaseReports(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<RouteOutput<Contract['listCaseReports']>> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const pinned = await listItems(tx, id, { kinds: DOCUMENT_KINDS, before: undefined }, SHOWN + 1);
    const exported = await listCaseExports(tx, id, SHOWN + 1);
    const items = [...pinned.slice(0, SHOWN).map(ofItem), ...exported.slice(0, SHOWN).map(ofEvent)];
    return {
      items: items.toSorted((a, b) => b.at - a.at),
      isCut: pinned.length > SHOWN || exported.length > SHOWN,
    };
  });
}
