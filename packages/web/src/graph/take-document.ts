import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowDraft } from './flow-history.ts';

type Entries = Readonly<Record<string, unknown>>;

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
const RECORDS = ['assets', 'nodes', 'edges', 'places', 'marks', 'groups'] as const;
const isRecord = (name: string) => RECORDS.some((record) => record === name);

function listChanges(before: Entries, after: Entries) {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const news = Object.entries(after).filter(([key, value]) => !isSame(before[key], value));
  return { gone, news };
}

function writeChanges(own: Record<string, unknown>, { gone, news }: ReturnType<typeof listChanges>): void {
  for (const key of gone) delete own[key];
  for (const [key, value] of news) own[key] = value;
}

/**
 * An act that makes one document another: only what differs is written, so that the step to undo stays small. Numbers of
 * exhibits that were given stay given.
 */
export function takeDocument(before: FlowDocument, other: FlowDocument): (draft: FlowDraft) => void {
  const after = { ...other, exhibits: Math.max(before.exhibits, other.exhibits) };
  const parts = (document: FlowDocument) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => !isRecord(name)));
  const changes = listChanges(parts(before), parts(after));
  const within = RECORDS.map((name) => [name, listChanges(before[name], after[name])] as const);
  return (draft) => {
    writeChanges(draft as unknown as Record<string, unknown>, changes);
    for (const [name, own] of within) writeChanges(draft[name], own);
  };
}
