import type { PackageArea } from '@trailmark/core/case-package';
import type { FileRow } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { CUSTODY_TABLE, EVIDENCE_TABLE } from './packaged-files.ts';

/** A field that may be left out: its name for people, and what a reader has in its place. */
type Field = readonly [name: string, instead: unknown];

interface PackageTable {
  readonly name: string;
  /** The part of a case that it belongs to; null for what is in every package. */
  readonly area: PackageArea | null;
  /** Number of a row as people read it; the place of the row where it has none. */
  readonly number?: (row: FileRow) => string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Whether a row can be left out as a whole. */
  readonly mayDrop: boolean;
  /** Columns without whose row this one says nothing, by the table they refer to. */
  readonly needs?: Readonly<Record<string, string>>;
}

const why: Readonly<Record<string, Field>> = { withdrawn_why: ['Why it was withdrawn', null] };
const numbered = (letter: string) => (row: FileRow) => `${letter}-${String(row.number)}`;

/** What a package can have, by table, in the order it is shown in. A field that is not listed here cannot be left out of its row. */
export const PACKAGE_TABLES: Readonly<Record<string, PackageTable>> = {
  case: {
    ...{ name: 'Head of the case', area: null, mayDrop: false },
    fields: {
      title: ['Title', 'Title left out'],
      reference: ['File number', null],
      unit: ['Unit', ''],
      tags: ['Tags', []],
      deadline: ['Deadline', null],
      statements: ['What happened', []],
      fields: ['Fields of the template', {}],
    },
  },
  people: {
    ...{ name: 'Colleagues', area: null, mayDrop: false },
    fields: { name: ['Name', 'Name left out'], email: ['Email address', ''] },
  },
  case_item: {
    ...{ name: 'Pinned results', area: 'results', mayDrop: true, number: numbered('A') },
    fields: { title: ['Title', 'Title left out'], note: ['Note', ''], ...why },
  },
  case_money: {
    ...{ name: 'The loss and where it is', area: 'money', mayDrop: true },
    fields: {
      place: ['Place', ''],
      controller: ['Who controls it', ''],
      next: ['What is next', ''],
      next_on: ['Day of what is next', null],
      source: ['Source', ''],
      usd: ['Worth then', null],
    },
  },
  case_person: {
    ...{ name: 'People and entities', area: 'people', mayDrop: true },
    number: ({ letter, number }) => `${String(letter)}-${String(number)}`,
    fields: {
      name: ['Name', 'Name left out'],
      detail: ['Detail', ''],
      aliases: ['Aliases', []],
      identifiers: ['Identifiers', []],
      note: ['Note', ''],
      ...why,
    },
  },
  case_link: {
    ...{ name: 'Links', area: 'people', mayDrop: true, needs: { person_id: 'case_person', other_id: 'case_person' } },
    fields: {
      relation: ['Relation', 'Left out'],
      explanation: ['Explanation', ''],
      source: ['Source', 'Source left out'],
      ...why,
    },
  },
  case_label: {
    ...{ name: 'Labels of addresses', area: 'labels', mayDrop: true },
    fields: { text: ['Label', 'Text left out'], source: ['Source', 'Source left out'], ...why },
  },
  case_task: {
    ...{ name: 'Tasks', area: 'tasks', mayDrop: true, number: numbered('T') },
    fields: {
      title: ['Title', 'Title left out'],
      note: ['Note', ''],
      assignee_id: ['Assignee', null],
      due_on: ['Due day', null],
      checklist: ['Checklist', []],
    },
  },
  case_reported_event: {
    ...{ name: 'Reported events', area: 'timeline', mayDrop: true, number: numbered('E') },
    fields: { title: ['Title', 'Title left out'], text: ['Text', ''], source: ['Source', ''], ...why },
  },
  case_note: {
    ...{ name: 'Notes', area: 'notes', mayDrop: true, number: numbered('N') },
    fields: { title: ['Title', 'Title left out'] },
  },
  case_note_version: {
    ...{ name: 'Versions of notes', area: 'notes', mayDrop: true, needs: { note_id: 'case_note' } },
    fields: { title: ['Title', 'Title left out'], text: ['Text', ''], links: ['Addresses in the text', []] },
  },
  case_comment: {
    ...{ name: 'Comments', area: 'comments', mayDrop: true, number: numbered('K') },
    fields: { text: ['Text', 'Text left out'], ...why },
  },
  case_authority: {
    ...{ name: 'Legal authorities', area: 'authorities', mayDrop: true },
    number: ({ number }) => String(number),
    fields: {
      type: ['Type', 'Type left out'],
      number: ['Number', 'Number left out'],
      issuer: ['Issued by', 'Issuer left out'],
      addresses: ['Addresses in its scope', []],
      scope: ['Scope in words', ''],
      extender: ['Who can extend it', ''],
      ended_why: ['Why it was ended', null],
    },
  },
  case_authority_need: { name: 'Acts that need an authority', area: 'authorities', mayDrop: false, fields: {} },
  case_request: {
    ...{ name: 'Requests', area: 'requests', mayDrop: true, number: numbered('R'), needs: { item_id: 'case_item' } },
    fields: {
      recipient: ['Recipient', 'Recipient left out'],
      basis: ['Legal basis', 'Basis left out'],
      note: ['Note', ''],
      files: ['Files with the answer', []],
    },
  },
  case_request_step: {
    ...{ name: 'Steps of requests', area: 'requests', mayDrop: true, needs: { request_id: 'case_request' } },
    fields: { note: ['Note', ''] },
  },
  case_request_asset: {
    ...{ name: 'Assets of requests', area: 'requests', mayDrop: true, needs: { request_id: 'case_request' } },
    fields: { source: ['Source', ''], ...why },
  },
  [EVIDENCE_TABLE]: {
    ...{ name: 'Files of evidence', area: null, mayDrop: false, number: ({ number }) => String(number) },
    fields: {
      name: ['Name of the file', ''],
      description: ['Description', ''],
      source: ['Source', ''],
      acquired_at: ['When it was acquired', null],
      acquired_by: ['Who acquired it', ''],
      acquired_where: ['Where it was acquired', ''],
    },
  },
  [CUSTODY_TABLE]: {
    ...{ name: 'Ledgers of custody', area: null, mayDrop: false, number: ({ exhibit }) => String(exhibit) },
    fields: { ledger: ['Ledger', null] },
  },
};

/** What a reader has in place of a field that was left out; undefined for one that may not be. */
export function findInstead(table: string, column: string): unknown {
  const fields = PACKAGE_TABLES[table]?.fields ?? {};
  return Object.hasOwn(fields, column) ? fields[column]?.[1] : undefined;
}

export function mayDropRows(table: string): boolean {
  return PACKAGE_TABLES[table]?.mayDrop ?? false;
}
