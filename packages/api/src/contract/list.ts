import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, day, unixSeconds } from '../wire.ts';
import { networkId } from './label.ts';

const tag = 'Lists';
const packId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);
const version = z.string().regex(/^[0-9a-f]{16}$/);

const copy = z.object({ version, asOf: day, importedAt: unixSeconds, labels: z.number().int(), isActive: z.boolean() });
const counts = z.object({ added: z.number().int(), removed: z.number().int(), changed: z.number().int() });

const watchedList = z.object({
  pack: packId,
  name: z.string(),
  short: z.string(),
  /** The copy in force; null where none is. */
  latest: copy.nullable(),
  /** Day of the first copy; null without any. */
  since: day.nullable(),
  copies: z.array(copy),
  /** Between the copy in force and the one before it; null where there is no other. */
  lastChange: counts.nullable(),
});
export type WatchedListRow = z.output<typeof watchedList>;

const entry = z.object({
  network: networkId,
  address: z.string(),
  entity: z.string(),
  programme: z.string().nullable(),
  /** Day on which the entry was listed, where the list states it. */
  listedOn: day.nullable(),
});
const changedEntry = z.object({
  change: z.enum(['added', 'removed', 'changed']),
  entry,
  /** Of a change: the entry as it was. */
  before: entry.nullable(),
});
export type ListChange = z.output<typeof changedEntry>;

const period = z.object({ from: day, how: z.enum(['on', 'by']), to: day.nullable() });
/** A copy next to a day, and whether it has the address. */
const nextCopy = z.object({ asOf: day, has: z.boolean() }).nullable();
const verdict = z.object({
  pack: packId,
  /** What copies or the list’s own dates show of that day; `between-copies`, `after-last-copy` and `no-copy` are not settled by any. */
  state: z.enum(['listed', 'not-listed', 'between-copies', 'after-last-copy', 'no-copy']),
  since: day.nullable(),
  until: day.nullable(),
  /** The next listing after that day. */
  next: z.object({ from: day, days: z.number().int() }).nullable(),
  /** The last copy of that day or before it, and the first after it. */
  before: nextCopy,
  after: nextCopy,
});

export const listWatchedLists = defineRoute({
  method: 'GET',
  path: '/lists',
  tag,
  summary: 'Lists of this installation with their copies, and what changed last',
  access: 'allowed',
  audit: 'none',
  output: z.object({ items: z.array(watchedList) }),
});

export const compareListCopies = defineRoute({
  method: 'GET',
  path: '/lists/:pack/difference',
  tag,
  summary: 'What was added, removed and changed between any two copies of a list',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ pack: packId }),
  query: z.object({
    from: version,
    to: version,
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
  }),
  output: z.object({ from: copy, to: copy, counts, items: z.array(changedEntry) }),
});

const listHistory = z.object({
  network: networkId,
  address: z.string(),
  lists: z.array(
    z.object({
      pack: packId,
      name: z.string(),
      short: z.string(),
      entity: z.string().nullable(),
      /** Day on which the entry was listed, where the list states it: the address may have been added later. */
      entryListedOn: day.nullable(),
      firstCopy: day.nullable(),
      lastCopy: day.nullable(),
      periods: z.array(period),
    }),
  ),
  /** Transfers of the address by this server’s ledger, the newest first, each with what every list was on that day. */
  transfers: z.array(
    z.object({
      txid: z.string(),
      time: unixSeconds,
      day,
      direction: z.enum(['in', 'out']),
      amount: z.string(),
      unit: z.string(),
      verdicts: z.array(verdict),
    }),
  ),
  /** More transfers are indexed than are shown. */
  hasMore: z.boolean(),
  /** Why no transfer is shown, where the chain is not indexed. */
  note: z.string().nullable(),
});
export type ListHistory = z.output<typeof listHistory>;

export const getListHistory = defineRoute({
  method: 'GET',
  path: '/lists/history/:network/:address',
  tag,
  summary: 'Was an address listed on the day of each of its transfers',
  description:
    'A day is judged by a copy of that day, by copies on both sides that have the address, and by the days that the list states. A day between copies or after the last one is not settled by them, no copy is not “not listed”, and not listed is no clearance.',
  access: 'allowed',
  audit: 'look-up',
  caseIn: 'query',
  params: z.object({ network: networkId, address: addressText }),
  query: z.object({
    /** Only transfers between the address and what is pinned in this case. */
    case: z.uuid().optional(),
  }),
  output: listHistory,
});

export const watchedListRoutes = { listWatchedLists, compareListCopies, getListHistory };
