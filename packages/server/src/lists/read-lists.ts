import { type ListRecord, listedOn, type StatedListing, toPeriods } from '@trailmark/analysis/lists/listed-on';
import type { Contract } from '@trailmark/api/contract';
import type { ListHistory, WatchedListRow } from '@trailmark/api/contract/list';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { parseAddress } from '@trailmark/chains/chain-address';
import { isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { Label, LabelPackVersion } from '@trailmark/core/label';
import type { Transfer } from '@trailmark/core/ledger';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { WATCHED_LISTS, type WatchedList } from '@trailmark/core/watched-list';
import { parseDay } from '@trailmark/ingest/labels/label-gate';
import { listPinnedAddresses } from '@trailmark/store/cases/agency-cases/ledger-event-rows';
import { openCase, readCases } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { readNetworkAddress } from '../knowledge/labels/label-address.ts';
import { describeAsset } from '../ledger/asset-words.ts';
import type { Ledgers, ServedLedger } from '../ledger/ledgers.ts';
import { compareCopies } from './compare-copies.ts';
import { type ListCopies, placeOf } from './list-copies.ts';

const MOST_TRANSFERS = 200;
const MOST_PINNED = 500;

export interface ListContext {
  readonly casework: CaseworkContext;
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
  readonly copies: ListCopies;
}

function toCopy({ version, asOf, importedAt, labelCount, isActive }: LabelPackVersion) {
  return { version, asOf, importedAt, labels: labelCount, isActive };
}

async function toListRow({ copies }: ListContext, { pack, name, short }: WatchedList): Promise<WatchedListRow> {
  const own = copies.list(pack);
  const latest = own.find(({ isActive }) => isActive);
  const before = latest && own[own.indexOf(latest) - 1];
  const lastChange =
    latest && before
      ? compareCopies(await copies.read(pack, before.version), await copies.read(pack, latest.version)).counts
      : null;
  return {
    ...{ pack, name, short, lastChange },
    latest: latest ? toCopy(latest) : null,
    since: own[0]?.asOf ?? null,
    copies: own.map(toCopy).reverse(),
  };
}

export async function readLists(context: ListContext): Promise<RouteOutput<Contract['listWatchedLists']>> {
  const items: WatchedListRow[] = [];
  for (const list of WATCHED_LISTS) items.push(await toListRow(context, list));
  return { items };
}

/** What differs between any two copies, in either order. Throws `not-found` for a copy that is not there. */
export async function readDifference(
  { copies }: ListContext,
  pack: string,
  { from, to, limit }: RouteInput<Contract['compareListCopies']>['query'],
): Promise<RouteOutput<Contract['compareListCopies']>> {
  const get = (version: string) => {
    const found = copies.list(pack).find((copy) => copy.version === version);
    if (!found) throw new AppError('not-found', 'This installation has no such copy of the list.');
    return toCopy(found);
  };
  const [first, second] = [get(from), get(to)];
  const { counts, changes } = compareCopies(await copies.read(pack, from), await copies.read(pack, to));
  return { from: first, to: second, counts, items: changes.slice(0, limit) };
}

function toStated(labels: readonly Label[], asOf: string): StatedListing[] {
  return labels.flatMap(({ details }) => {
    const [from, to] = [parseDay(details.listed_from), parseDay(details.listed_to)];
    return from === undefined ? [] : [{ from, how: details.listed_how === 'on' ? 'on' : 'by', to: to ?? null, asOf }];
  });
}

interface OnList {
  readonly list: WatchedList;
  readonly record: ListRecord;
  readonly entity: string | null;
  readonly entryListedOn: string | null;
}

/** One address on one list: which copies have it, and what they state of its days. */
async function readOnList({ copies }: ListContext, list: WatchedList, place: string): Promise<OnList> {
  const found: Label[] = [];
  const stated: StatedListing[] = [];
  const series: { asOf: string; has: boolean }[] = [];
  for (const { version, asOf } of copies.list(list.pack)) {
    const labels = (await copies.read(list.pack, version)).get(place) ?? [];
    found.push(...labels);
    stated.push(...toStated(labels, asOf));
    series.push({ asOf, has: labels.length > 0 });
  }
  const former = list.former === undefined ? undefined : copies.list(list.former).at(-1);
  if (former) {
    const labels = (await copies.read(former.id, former.version)).get(place) ?? [];
    found.push(...labels);
    stated.push(...toStated(labels, former.asOf));
  }
  const last = found.at(-1);
  return {
    list,
    record: { copies: series, stated },
    entity: last ? (last.details.entity ?? last.label) : null,
    entryListedOn: parseDay(last?.details.entry_listed_on) ?? null,
  };
}

/** The text of a transfer and which way it went. */
function describe(context: ListContext, ledger: ServedLedger, key: string, { asset, amount, to }: Transfer) {
  const words = describeAsset(context.knowledge.tokens, ledger.id, asset);
  const digits = words ? amount.toString().padStart(words.decimals + 1, '0') : amount.toString();
  const whole = words ? digits.slice(0, digits.length - words.decimals) : digits;
  const rest = words ? digits.slice(digits.length - words.decimals).replace(/0+$/, '') : '';
  return {
    direction: to === key ? ('in' as const) : ('out' as const),
    amount: rest === '' ? whole : `${whole}.${rest}`,
    unit: words?.symbol ?? 'units of an unknown token',
  };
}

async function readTransfers(
  context: ListContext,
  ledger: ServedLedger,
  key: string,
  others: ReadonlySet<string> | undefined,
  read: ReadOptions,
) {
  const found = await ledger.transfers.transfers(key, { order: 'newest' }, { limit: MOST_TRANSFERS + 1 }, read);
  const isWanted = ({ from, to }: Transfer): boolean =>
    others === undefined || from.some((one) => others.has(one)) || (to !== undefined && others.has(to));
  const wanted = found
    .slice(0, MOST_TRANSFERS)
    .filter((one) => one.basis === 'fact' && one.kind !== 'fee' && isWanted(one));
  const ids = await ledger.transfers.transactionIds(
    wanted.map(({ position }) => position),
    read,
  );
  const rows = wanted.flatMap((transfer, i) => {
    const [txid, time] = [ids[i], ledger.transfers.block(positionHeight(transfer.position))?.time];
    if (txid === undefined || time === undefined) return [];
    return [
      {
        txid,
        time,
        day: new Date(time * 1_000).toISOString().slice(0, 10),
        ...describe(context, ledger, key, transfer),
      },
    ];
  });
  return { rows, hasMore: found.length > MOST_TRANSFERS };
}

/** Keys of what a case has pinned on the chain, for transfers between the case and the address. */
async function readPinned(
  { casework }: ListContext,
  caller: Caller,
  caseId: string | undefined,
  ledger?: ServedLedger,
) {
  if (caseId === undefined) return undefined;
  const pinned = await readCases(casework, caller, async (tx) => {
    await openCase(tx, caseId, 'read');
    return listPinnedAddresses(tx, caseId, MOST_PINNED);
  });
  return new Set(
    ledger && pinned.filter(({ chain }) => chain === ledger.id).map(({ address }) => parseAddress(ledger.id, address)),
  );
}

/** Whether an address was listed on the days of its transfers. */
export async function readHistory(
  context: ListContext,
  caller: Caller,
  { params, query }: Pick<RouteInput<Contract['getListHistory']>, 'params' | 'query'>,
  read: ReadOptions,
): Promise<ListHistory> {
  const place = readNetworkAddress(context.knowledge.labels(), params.network, params.address);
  const on: OnList[] = [];
  for (const list of WATCHED_LISTS) on.push(await readOnList(context, list, placeOf(place)));
  const ledger = isChainId(place.network) ? context.ledgers.find(place.network) : undefined;
  const others = await readPinned(context, caller, query.case, ledger);
  const found = ledger
    ? await readTransfers(context, ledger, parseAddress(ledger.id, place.address), others, read)
    : { rows: [], hasMore: false };
  return {
    ...place,
    lists: on.map(({ list, record, entity, entryListedOn }) => ({
      ...{ pack: list.pack, name: list.name, short: list.short, entity, entryListedOn },
      firstCopy: record.copies[0]?.asOf ?? null,
      lastCopy: record.copies.at(-1)?.asOf ?? null,
      periods: toPeriods(record),
    })),
    transfers: found.rows.map((row) => ({
      ...row,
      verdicts: on.map(({ list, record }) => {
        const { state, period, next, before, after } = listedOn(record, row.day);
        const since = { since: period?.from ?? null, until: period?.to ?? null };
        return { pack: list.pack, state, ...since, next, before, after };
      }),
    })),
    hasMore: found.hasMore,
    note: ledger ? null : 'This chain is not indexed here, so that its transfers are not known.',
  };
}
