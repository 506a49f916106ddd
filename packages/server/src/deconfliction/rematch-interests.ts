import { findInterest, insertTags, listLiveInterests } from '@trailmark/store/cases/deconfliction/interest-rows';
import { compareInterest } from './compare-interest.ts';
import { toDay } from './read-interests.ts';
import { readKeys } from './read-keys.ts';
import { expandKeys, type InterestContext, toTags } from './tags.ts';

const SYSTEM = { kind: 'system' } as const;

/** Compares an interest again, with what is next to its identifiers by now: clusters grow, and others may have filed while it had lapsed. */
export async function rematchInterest(context: InterestContext, id: string): Promise<void> {
  const { casework } = context;
  const read = await casework.store.transact(SYSTEM, async (tx) => {
    const row = await findInterest(tx, id);
    return row && { row, keys: await readKeys(casework, tx, row) };
  });
  if (!read) return;
  const tags = toTags(casework, await expandKeys(context, read.keys, read.row));
  await casework.store.transact(SYSTEM, async (tx) => {
    const row = await findInterest(tx, id);
    if (!row || row.closedAt !== null || row.reviewOn < toDay(casework.now())) return;
    await insertTags(tx, { id, agency: row.agency, isSilent: row.sensitivity === 'silent' }, tags);
    await compareInterest(casework, tx, row);
  });
}

/** Compares all interests that are in force again. */
export async function rematchInterests(context: InterestContext, signal: AbortSignal): Promise<void> {
  const { casework } = context;
  const ids = await casework.store.transact(SYSTEM, (tx) => listLiveInterests(tx, toDay(casework.now())));
  for (const id of ids) {
    if (signal.aborted) return;
    await rematchInterest(context, id);
  }
}
