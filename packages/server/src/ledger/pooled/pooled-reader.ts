import type {
  HistoryEntry,
  HistoryFilter,
  OutputLedger,
  OutputPlace,
  OwnerTotals,
  Spender,
  TransactionRecord,
} from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import { ReadPool, Remembered } from './read-pool.ts';

/** Histories up to this many transactions are read whole, and every page of them is cut from that. */
const WHOLE_HISTORY = 2_000;
/** What is remembered, in pieces: some tens of megabytes together, whatever the number of subjects. */
const MOST = {
  pages: 4,
  owners: 20_000,
  histories: 4_000,
  spenders: 100_000,
  records: 50_000,
  raws: 2_000,
  txids: 50_000,
};

export interface PooledReader {
  readonly reader: OutputLedger;
  readonly isOneSubject: boolean;
  /** Ends its listening for changes of the ledger. */
  readonly close: () => void;
}

/** Only an order is requested. */
function isPlain({ order, ...rest }: HistoryFilter): boolean {
  return Object.values(rest).every((value) => value === undefined);
}

/** A page of a whole history, which is oldest first. */
function cutPage(
  entries: readonly HistoryEntry[],
  { order }: HistoryFilter,
  { after, limit }: { readonly after?: Position | undefined; readonly limit: number },
): HistoryEntry[] {
  const ordered = order === 'oldest' ? entries : entries.toReversed();
  const isAfter = ({ position }: HistoryEntry): boolean =>
    after === undefined || (order === 'oldest' ? position > after : position < after);
  return ordered.filter(isAfter).slice(0, limit);
}

/** Answers by place from what is remembered, and from the ledger for the rest. */
function rememberByPlace<Value>(
  most: number,
  read: (positions: readonly Position[]) => Promise<readonly (Value | undefined)[]>,
): { readonly get: (positions: readonly Position[]) => Promise<(Value | undefined)[]>; readonly clear: () => void } {
  const known = new Remembered<Position, Value>(most);
  let version = 0;
  return {
    clear: () => {
      version += 1;
      known.clear();
    },
    async get(positions) {
      const found: (Value | undefined)[] = [];
      const missing: number[] = [];
      for (const [i, position] of positions.entries()) {
        const value = known.get(position);
        found.push(value);
        if (value === undefined && !known.has(position)) missing.push(i);
      }
      if (missing.length === 0) return found;
      const asked = version;
      const places = missing.map((i) => positions[i] ?? 0);
      const values = await read(places);
      for (const [n, i] of missing.entries()) {
        found[i] = values[n];
        if (asked === version) known.keep(places[n] ?? 0, values[n]);
      }
      return found;
    },
  };
}

/**
 * A ledger as many subjects of one piece of work read it: what several ask for at a time is one query, and what one has read
 * the others do not read again. The answers are those of the ledger; a block that comes or goes makes it forget them.
 * Of one subject only its own history is read twice, so that nothing else is kept.
 */
export function poolReads(
  ledger: OutputLedger,
  { signal, isOneSubject = false }: { readonly signal?: AbortSignal | undefined; readonly isOneSubject?: boolean } = {},
): PooledReader {
  const read = signal ? { signal } : {};
  const totals = new ReadPool<Owner, OwnerTotals>({
    idOf: ownerId,
    load: (owners) => ledger.totals(owners, read),
    most: MOST.owners,
  });
  const histories = new ReadPool<Owner, readonly HistoryEntry[]>({
    idOf: ownerId,
    load: (owners) => ledger.histories(owners, WHOLE_HISTORY, read),
    most: MOST.histories,
  });
  const spenders = new ReadPool<OutputPlace, Spender>({
    idOf: ({ position, vout }) => `${position}:${vout}`,
    load: (places) => ledger.spenders(places, read),
    most: MOST.spenders,
  });
  const raws = new ReadPool<Position, Uint8Array>({
    idOf: String,
    load: async (positions) => {
      const found = await ledger.rawTransactions(positions, read);
      return new Map([...found].map(([position, raw]) => [String(position), raw]));
    },
    most: MOST.raws,
  });
  const records = rememberByPlace<TransactionRecord>(MOST.records, (places) => ledger.records(places, read));
  const txids = rememberByPlace<string>(MOST.txids, (places) => ledger.txids(places, read));
  /** Pages of long histories, as they were requested: both directions of one subject begin with the same. */
  const pages = new Remembered<string, Promise<HistoryEntry[]>>(MOST.pages);
  const pageOf = (...[owner, filter, page, options]: Parameters<OutputLedger['history']>): Promise<HistoryEntry[]> => {
    const id = JSON.stringify([ownerId(owner), Object.entries(filter), page.after, page.limit], (_, value) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    const known = pages.get(id);
    if (known) return known;
    const found = ledger.history(owner, filter, page, options);
    pages.keep(id, found);
    found.catch(() => pages.clear());
    return found;
  };
  const shared: Partial<OutputLedger> = {
    spenders: (places) => spenders.get(places),
    txids: (places) => txids.get(places),
    async rawTransactions(places) {
      const found = await raws.get(places);
      return new Map([...found].map(([position, raw]) => [Number(position), raw]));
    },
  };
  const own: Partial<OutputLedger> = {
    ...(isOneSubject ? {} : shared),
    totals: (owners) => totals.get(owners),
    records: (places) => records.get(places),
    async history(owner, filter, page, options) {
      const count = isPlain(filter) ? (await totals.get([owner])).get(ownerId(owner))?.transactionCount : undefined;
      if (count === undefined || count > WHOLE_HISTORY) return pageOf(owner, filter, page, options);
      return cutPage((await histories.get([owner])).get(ownerId(owner)) ?? [], filter, page);
    },
  };
  const reader = new Proxy(ledger, {
    get(target, name) {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const stop = ledger.onChange?.(() => {
    for (const pool of [totals, histories, pages, spenders, raws, records, txids]) pool.clear();
  });
  return { reader, isOneSubject, close: () => stop?.() };
}
