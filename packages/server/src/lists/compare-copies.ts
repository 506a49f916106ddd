import type { ListChange } from '@trailmark/api/contract/list';
import type { Label } from '@trailmark/core/label';
import { parseDay } from '@trailmark/ingest/labels/label-gate';
import type { CopyEntries } from './list-copies.ts';

export interface CopyDifference {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly changes: readonly ListChange[];
}

function toEntry({ network, address, label, details }: Label): ListChange['entry'] {
  const { entity = label, programme = '', entry_listed_on: listedOn } = details;
  return { network, address, entity, programme: programme || null, listedOn: parseDay(listedOn) ?? null };
}

/** What an entry states about its address, without the day of the copy it is in. */
function contentOf(labels: readonly Label[]): string {
  const said = labels.map(({ label, category, details: { list_date: _, listed_from, listed_how, ...details } }) =>
    JSON.stringify([label, category, Object.entries(details).sort()]),
  );
  return said.sort().join('\n');
}

const BESIDES: ReadonlySet<string> = new Set(['list_date', 'listed_from', 'listed_how']);

/** Whether two entries say the same, as most of a list does: compared without being written out. */
function saySame(a: Label, b: Label): boolean {
  if (a.label !== b.label || a.category !== b.category) return false;
  const [ofA, ofB] = [a.details, b.details].map((details) => Object.keys(details).filter((name) => !BESIDES.has(name)));
  return ofA?.length === ofB?.length && (ofA ?? []).every((name) => a.details[name] === b.details[name]);
}

function isChanged(before: readonly Label[], after: readonly Label[]): boolean {
  const [[first], [second]] = [before, after];
  if (before.length === 1 && after.length === 1 && first && second) return !saySame(first, second);
  return contentOf(before) !== contentOf(after);
}

/** Addresses that came, went, or of which something else is stated. */
export function compareCopies(before: CopyEntries, after: CopyEntries): CopyDifference {
  const changes: ListChange[] = [];
  const counts = { added: 0, removed: 0, changed: 0 };
  const add = (change: ListChange['change'], labels: readonly Label[], old?: readonly Label[]) => {
    counts[change] += 1;
    const [first, was] = [labels[0], old?.[0]];
    if (first) changes.push({ change, entry: toEntry(first), before: was ? toEntry(was) : null });
  };
  for (const [place, labels] of after) {
    const old = before.get(place);
    if (!old) add('added', labels);
    else if (old !== labels && isChanged(old, labels)) add('changed', labels, old);
  }
  for (const [place, labels] of before) if (!after.has(place)) add('removed', labels);
  return { counts, changes };
}
