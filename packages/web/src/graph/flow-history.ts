import type { FlowHistory } from '@trailmark/api/contract/flow';
import { AppError } from '@trailmark/core/errors';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { applyPatches, enablePatches, type Objectish, type Patch, produceWithPatches, setAutoFreeze } from 'immer';

enablePatches();
// Documents are frozen by their types; freezing ten thousand nodes at run time costs a frame.
setAutoFreeze(false);

/** Entries kept; older ones can no longer be undone. */
export const MAX_HISTORY = 300;
/** Longest label of an act. */
const MAX_LABEL = 160;
/** Patches an act may have to be undone; a canvas cannot hold more parts. */
const MAX_PATCHES = 50_000;

export const EMPTY_HISTORY: FlowHistory = { cursor: 0, entries: [] };

type Entry = FlowHistory['entries'][number];
/** A document that may be written to, within an act. */
export type FlowDraft = Mutable<FlowDocument>;
type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

export interface Step {
  readonly document: FlowDocument;
  readonly history: FlowHistory;
}

function toEntryPatches(patches: readonly Patch[]): Entry['patches'] {
  if (patches.length > MAX_PATCHES)
    throw new AppError(
      'invalid',
      `One act may change at most ${MAX_PATCHES} things; this one would change ${patches.length}.`,
    );
  return patches.map(({ op, path, value }) => (op === 'remove' ? { op, path } : { op, path, value }));
}

function change(document: FlowDocument, write: (draft: FlowDraft) => void) {
  return produceWithPatches(document, (draft) => {
    write(draft as FlowDraft);
  });
}

/** Does something as a new last step; what was undone before it is gone for good. Nothing changed is no step. */
export function recordAct(
  { document, history }: Step,
  label: string,
  at: number,
  write: (draft: FlowDraft) => void,
): Step {
  const [next, patches, inverse] = change(document, write);
  if (patches.length === 0) return { document, history };
  const entry: Entry = {
    label: label.slice(0, MAX_LABEL),
    at,
    patches: toEntryPatches(patches),
    inverse: toEntryPatches(inverse),
  };
  const entries = [...history.entries.slice(0, history.cursor), entry].slice(-MAX_HISTORY);
  return { document: next, history: { cursor: entries.length, entries } };
}

/** Does something as part of the last step, so that one undo takes back both. */
export function amendAct(step: Step, write: (draft: FlowDraft) => void): Step {
  const { document, history } = step;
  const [next, patches, inverse] = change(document, write);
  const last = history.entries[history.cursor - 1];
  if (patches.length === 0) return step;
  if (!last || history.cursor !== history.entries.length) return { document: next, history };
  const entry: Entry = {
    ...last,
    patches: toEntryPatches([...(last.patches as Patch[]), ...patches]),
    inverse: toEntryPatches([...inverse, ...(last.inverse as Patch[])]),
  };
  return { document: next, history: { ...history, entries: [...history.entries.slice(0, -1), entry] } };
}

function apply(document: FlowDocument, patches: Entry['patches']): FlowDocument {
  return applyPatches(document as Objectish, patches as Patch[]) as FlowDocument;
}

/** One step back or on; null where there is none. Throws where the history is not of this document. */
export function stepHistory({ document, history }: Step, by: 'back' | 'on'): Step | null {
  const entry = history.entries[by === 'back' ? history.cursor - 1 : history.cursor];
  if (!entry) return null;
  return {
    document: apply(document, by === 'back' ? entry.inverse : entry.patches),
    history: { ...history, cursor: history.cursor + (by === 'back' ? -1 : 1) },
  };
}
