import { personLetter } from '@trailmark/core/case-people';
import type { FileRow } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { toSearchText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import type { CaseContent } from '../case-file.ts';
import { accountKey, addressKey, domainKey, handleKey, phoneKey } from '../item-kinds/identifiers.ts';
import type { CaseOutline, OutlineIdentifier, OutlineLink, OutlinePerson } from './case-outline.ts';

/** Who imports, and the row of a table, as references of a content name them. */
const IMPORTER = { $importer: true };
const refOf = (table: string, index: number) => ({ $row: `${table}:${index}` });

const KEYS: Readonly<Record<OutlineIdentifier['type'], (given: OutlineIdentifier) => string>> = {
  phone: ({ value }) => phoneKey(value.replace(/^\+/, '')),
  domain: ({ value }) => domainKey(value),
  handle: ({ service, value }) => handleKey(service, value),
  account: ({ service, value }) => accountKey(service, value),
};

/** What overlaps and search know an identifier of a person by. */
export function keysOfIdentifier(given: OutlineIdentifier): string {
  return KEYS[given.type](given);
}

interface Tables {
  readonly rows: Record<string, FileRow[]>;
  put(table: string, row: FileRow): void;
  add(
    table: string,
    row: FileRow,
    words: { readonly kind: string; readonly texts: readonly string[] },
    keys?: readonly string[],
  ): object;
}

/** Rows with what search and overlaps know of each. */
function createTables(): Tables {
  const rows: Record<string, FileRow[]> = {};
  const put = (table: string, row: FileRow) => {
    rows[table] ??= [];
    rows[table].push(row);
  };
  return {
    rows,
    put,
    add: (table, row, { kind, texts }, keys = []) => {
      const source = refOf(table, rows[table]?.length ?? 0);
      put(table, { ...row, id: source });
      put('case_text', { kind, source, text: toSearchText(texts.join('\n')) });
      for (const key of new Set(keys)) put('case_identifier', { key, source });
      return source;
    },
  };
}

const none = { withdrawn_at: null, withdrawn_by: null, withdrawn_why: null };

function addPeople({ add }: Tables, people: CaseOutline['people'], at: string): ReadonlyMap<string, object> {
  const counts = new Map<string, number>();
  const toEntry = (person: OutlinePerson): [string, object] => {
    const { kind, name, detail, aliases, note, identifiers } = person;
    const letter = personLetter(kind);
    const number = (counts.get(letter) ?? 0) + 1;
    counts.set(letter, number);
    const values = identifiers.flatMap(({ service, value }) => [service, value]);
    const row = {
      ...{ letter, number, kind, name, detail, aliases, note, identifiers, version: 1 },
      ...{ added_at: at, added_by: IMPORTER, changed_at: at, changed_by: IMPORTER, ...none },
    };
    const words = { kind: 'person', texts: [name, detail, ...aliases, note, ...values] };
    return [person.number, add('case_person', row, words, identifiers.map(keysOfIdentifier))];
  };
  return new Map(people.map(toEntry));
}

function addLink({ add }: Tables, link: OutlineLink, people: ReadonlyMap<string, object>, at: string): void {
  const { to, relation, basis, mark, confidence, explanation, source } = link;
  const point = 'chain' in to ? to : undefined;
  const isRule = confidence.of === 'rule';
  const row = {
    person_id: people.get(link.person),
    ...{ chain: point?.chain ?? null, address: point?.address ?? null },
    other_id: 'person' in to ? people.get(to.person) : null,
    ...{ relation, basis, explanation, mark, source, added_at: at, added_by: IMPORTER, ...none },
    rule: isRule ? confidence.rule : null,
    score: isRule ? confidence.score : null,
    word: isRule ? null : confidence.word,
  };
  const words = { kind: 'link', texts: [relation, explanation, source, point?.address ?? ''] };
  add('case_link', row, words, point ? [addressKey(point.chain, point.address)] : []);
}

function addNotes({ add, put }: Tables, notes: CaseOutline['notes'], at: string): void {
  notes.forEach(({ title, text }, index) => {
    const by = { created_at: at, created_by: IMPORTER, changed_at: at, changed_by: IMPORTER };
    const note = add(
      'case_note',
      { number: index + 1, title, version: 1, ...by },
      { kind: 'note', texts: [title, text] },
    );
    const saved = { number: 1, made_from: null, title, text, links: [], saved_at: at, saved_by: IMPORTER };
    const version = { note_id: note, ...saved, settled_at: null, settled_by: null };
    put('case_note_version', { ...version, id: refOf('case_note_version', index) });
  });
}

function addEvents({ add }: Tables, events: CaseOutline['events'], at: string): void {
  events.forEach(({ title, text, starts, ends, isEstimated, mark, source }, index) => {
    const by = { created_at: at, created_by: IMPORTER, changed_at: at, changed_by: IMPORTER, ...none };
    const row = { number: index + 1, title, text, starts, ends, is_estimated: isEstimated, mark, source, version: 1 };
    add('case_reported_event', { ...row, ...by }, { kind: 'event', texts: [title, text, source] });
  });
}

/** A case as our own files have it, made of what another format stated. Everything is filed under who imports it. */
export function toContent(outline: CaseOutline, madeAt: Date): CaseContent {
  const at = madeAt.toISOString();
  const tables = createTables();
  const people = addPeople(tables, outline.people, at);
  for (const link of outline.links) addLink(tables, link, people, at);
  for (const { chain, address, text, mark, source } of outline.labels) {
    const row = { chain, address, text, mark, source, added_at: at, added_by: IMPORTER, ...none };
    tables.add('case_label', row, { kind: 'label', texts: [address, text, source] }, [addressKey(chain, address)]);
  }
  addNotes(tables, outline.notes, at);
  addEvents(tables, outline.events, at);
  const head = {
    ...{ title: outline.title, reference: outline.reference, type: 'imported', status: 'new', priority: 'medium' },
    ...{ unit: '', deadline: null, statements: [], fields: {}, opened_at: at, closed_at: null },
    ...(outline.tags.length > 0 ? { tags: outline.tags } : {}),
  };
  return { case: head, people: [], tables: tables.rows };
}
