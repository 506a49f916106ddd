import type { TicketRow } from '@trailmark/api/contract/support';
import { TOOL_MENU } from '../../shell/tool-menu.ts';

export const CATEGORY_WORDS: Readonly<Record<TicketRow['category'], string>> = {
  question: 'A question',
  fault: 'Something does not work',
  data: 'Data seems wrong or is missing',
  access: 'An account or a right',
  wish: 'A wish',
};

export const SEVERITY_WORDS: Readonly<Record<TicketRow['severity'], string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High: work is slower',
  blocking: 'Blocking: work has stopped',
};

/** What a status means for whoever reads it. */
export const STATUS_WORDS: Readonly<Record<TicketRow['status'], string>> = {
  open: 'Waits for an administrator',
  waiting: 'Waits for its author',
  solved: 'Solved',
};

/** A tool's name by its path; the path itself where the menu has none. */
export function nameTool(path: string | null): string | undefined {
  if (path === null) return undefined;
  return TOOL_MENU.flatMap(({ items }) => items).find((item) => item.path === path)?.name ?? path;
}
