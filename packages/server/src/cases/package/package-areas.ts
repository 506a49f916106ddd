import type { PackageArea, PackageHide } from '@trailmark/core/case-package';

/** The tables of each area. */
export const AREA_TABLES: Readonly<Record<PackageArea, readonly string[]>> = {
  results: ['case_item'],
  money: ['case_money'],
  people: ['case_person', 'case_link'],
  labels: ['case_label'],
  tasks: ['case_task'],
  timeline: ['case_reported_event'],
  notes: ['case_note', 'case_note_version'],
  comments: ['case_comment'],
  authorities: ['case_authority', 'case_authority_need'],
  requests: ['case_request', 'case_request_step', 'case_request_asset'],
};

/** Columns that a choice leaves out, and what a reader has in their place. */
export const HIDDEN_COLUMNS: Readonly<
  Record<PackageHide, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
> = {
  names: { case_person: { name: 'Name left out', detail: '', aliases: [], identifiers: [], note: '' } },
  colleagues: {
    people: { name: 'Name left out', email: '' },
    case_evidence: { acquired_by: '' },
    case_custody: { ledger: null },
  },
};
