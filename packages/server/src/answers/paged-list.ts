import type { TransferPlace } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { decodeCursor, encodeCursor, listKey } from './cursor.ts';

/** A place in a list, as the numbers its cursor carries. */
export type ListPlace = readonly number[];

/** Which page is requested. */
export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A list that is read page by page; `Page` is its answer without the cursor of what comes next. */
export interface PagedList<Page> {
  /** What the list shows, so that a cursor of one list is refused by another. */
  readonly key: readonly unknown[];
  /** How many numbers name a place in it. */
  readonly placeLength: number;
  /** What comes after a place, and the place where it continues; undefined at the end. */
  readPage(
    after: ListPlace | undefined,
    limit: number,
    read: ReadOptions,
  ): Promise<{ readonly page: Page; readonly next: ListPlace | undefined }>;
}

/** One page as it is answered. Throws `invalid` for a cursor that is not of this list. */
export async function answerPage<Page>(
  list: PagedList<Page>,
  { cursor, limit }: PageQuery,
  read: ReadOptions,
): Promise<Page & { next: string | null }> {
  const key = listKey(list.key);
  const { page, next } = await list.readPage(decodeCursor(key, cursor, list.placeLength), limit, read);
  return { ...page, next: next ? encodeCursor(key, next) : null };
}

/** The transfer a place names. */
export function findTransferPlace([position, slot]: ListPlace = []): TransferPlace | undefined {
  return position === undefined || slot === undefined ? undefined : { position, slot };
}

/** The place that names a transfer. */
export function placeOfTransfer(place: TransferPlace | undefined): ListPlace | undefined {
  return place && [place.position, place.slot];
}

/** The place after a page of a list that is counted from its beginning. */
export function placeAfter(offset: number, found: number, total: number): ListPlace | undefined {
  return found > 0 && offset + found < total ? [offset + found] : undefined;
}
