import type { TicketRow } from '@trailmark/api/contract/support';
import { z } from 'zod';

const KEY = 'supportDraft';

const draft = z.object({
  /** Names this one submission: sending it again makes no second ticket. */
  key: z.uuid(),
  category: z.string(),
  severity: z.string(),
  tool: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type TicketDraft = z.output<typeof draft> & {
  readonly category: TicketRow['category'] | string;
};

export function createDraft(tool = ''): TicketDraft {
  return { key: crypto.randomUUID(), category: 'question', severity: 'normal', tool, subject: '', text: '' };
}

/** What was typed and not sent in this browser session. */
export function readDraft(): TicketDraft | undefined {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? undefined : draft.parse(JSON.parse(kept));
  } catch {
    // A storage that is blocked or edited holds no draft.
    return undefined;
  }
}

export function keepDraft(next: TicketDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A blocked storage only means that the draft lives as long as the page.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
