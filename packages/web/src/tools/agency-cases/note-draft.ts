import { z } from 'zod';

/** What is typed and not saved: kept in this browser until the server has confirmed it, also over a sign-out. */
const noteDraft = z.object({
  title: z.string(),
  text: z.string(),
  /** The version it was begun from; null for a new note. */
  madeFrom: z.number().int().nullable(),
});
export type NoteDraft = z.output<typeof noteDraft>;

/** One draft for each account, case and note: nobody else who signs in here sees it. */
function keyOf(account: string, caseId: string, note: string): string {
  return `note-draft.${account}.${caseId}.${note}`;
}

export interface DraftPlace {
  readonly account: string;
  readonly caseId: string;
  /** `new` for a note that is not there yet. */
  readonly note: string;
}

export function readDraft({ account, caseId, note }: DraftPlace): NoteDraft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(account, caseId, note));
    return kept === null ? undefined : noteDraft.safeParse(JSON.parse(kept)).data;
  } catch {
    // A blocked or edited storage keeps nothing.
    return undefined;
  }
}

/** False where the browser keeps nothing: the page says so. */
export function keepDraft({ account, caseId, note }: DraftPlace, draft: NoteDraft): boolean {
  try {
    localStorage.setItem(keyOf(account, caseId, note), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft({ account, caseId, note }: DraftPlace): void {
  try {
    localStorage.removeItem(keyOf(account, caseId, note));
  } catch {
    // Nothing was kept.
  }
}
