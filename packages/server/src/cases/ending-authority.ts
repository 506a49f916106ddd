import { termStateOf } from '@trailmark/core/case-authority';
import {
  type AuthorityRow,
  advanceCaseClock,
  listAuthorities,
} from '@trailmark/store/cases/agency-cases/authority-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { toDay } from './case-view.ts';

const DAY_MS = 86_400_000;

/** Whole days from today to its last day; null without one. */
export function daysLeft({ to }: AuthorityRow, today: string): number | null {
  return to === null ? null : Math.round((Date.parse(to) - Date.parse(today)) / DAY_MS);
}

/** The valid authority of a case that ends first, for the head; null without one. */
export async function findEndingSoonest(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<{ id: string; type: string; number: string; to: string | null; daysLeft: number | null } | null> {
  const today = toDay(await advanceCaseClock(tx, now));
  const row = (await listAuthorities(tx, id)).find((one) => termStateOf(one, today) === 'valid');
  return row ? { id: row.id, type: row.type, number: row.number, to: row.to, daysLeft: daysLeft(row, today) } : null;
}
