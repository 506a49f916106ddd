import { countStoredEvidence } from '@trailmark/store/cases/agency-cases/evidence-rows';
import { countItems } from '@trailmark/store/cases/agency-cases/item-rows';
import { addTemplateNeeds } from './authorities.ts';
import { countNotesOf } from './case-notes.ts';
import { addTemplateTasks, countOpenTasks } from './case-tasks.ts';
import type { TemplateStep } from './change-case.ts';
import { countContactsOf } from './contacts/read-contacts.ts';
import { removeCaseFiles } from './evidence/evidence-files.ts';
import { findItemKind } from './item-kinds/catalogue.ts';
import { countPersons } from './people/read-people.ts';
import type { PurgeStep } from './purge-case.ts';
import type { CountTabs } from './read-case.ts';
import { countCaseRequests } from './requests/read-requests.ts';

const countPinned: CountTabs = async (tx, caseId) => {
  const counts: Record<string, number> = { addresses: 0, flows: 0, evidence: 0 };
  for (const { kind, count } of await countItems(tx, caseId)) {
    const tab = findItemKind(kind)?.tab;
    if (tab === 'addresses' || tab === 'flows') counts[tab] = (counts[tab] ?? 0) + count;
    counts.evidence = (counts.evidence ?? 0) + count;
  }
  counts.evidence = (counts.evidence ?? 0) + (await countStoredEvidence(tx, caseId));
  return counts;
};

/** What each area of a case counts for the tabs: one line an area. */
export const TAB_COUNTERS: readonly CountTabs[] = [
  countPinned,
  countPersons,
  countCaseRequests,
  countOpenTasks,
  countNotesOf,
  countContactsOf,
];

/** What each area makes of a template when a case is opened: one line an area. */
export const TEMPLATE_STEPS: readonly TemplateStep[] = [addTemplateTasks, addTemplateNeeds];

/** What each area removes beyond the database when a case was purged, such as its files: one line an area. */
export const PURGE_STEPS: readonly PurgeStep[] = [({ filesDir }, caseId) => removeCaseFiles(filesDir, caseId)];
