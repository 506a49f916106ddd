import type { ListChange } from '@trailmark/api/contract/list';
import { parseAddress } from '@trailmark/chains/chain-address';
import type { AlertLine } from '@trailmark/core/alert';
import { isChainId } from '@trailmark/core/chain';
import { WATCHED_LISTS, type WatchedList } from '@trailmark/core/watched-list';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  findSeenCopy,
  listTouchedCases,
  putSeenCopy,
  type TouchedCase,
} from '@trailmark/store/cases/lists/touched-rows';
import { addressKey } from '../cases/item-kinds/identifiers.ts';
import { listChange } from '../inbox/kinds/list-change.ts';
import { raiseAlert } from '../inbox/raise-alert.ts';
import { formatAddress } from '../ledger/any-chain.ts';
import { findClusterKey } from '../scams/report-keys.ts';
import { type CopyDifference, compareCopies } from './compare-copies.ts';
import type { ListContext } from './read-lists.ts';

const SYSTEM = { kind: 'system' } as const;
/** Changes whose neighbours on the ledger are read: a list of 80,000 entries is compared directly and by cluster alone. */
const MOST_SPREAD = 200;
const MOST_NEIGHBOURS = 200;
const MOST_LINES = 50;

type Grade = 'direct' | 'cluster' | 'hop';
/** How a change touches what a case names, by the key of what it names. */
interface Touch {
  readonly change: ListChange;
  readonly grade: Grade;
}

const GRADE_WORDS: Readonly<Record<Grade, string>> = {
  direct: 'direct',
  cluster: 'same cluster, an inference',
  hop: '1 hop: they paid each other',
};

const STRENGTH: Readonly<Record<Grade, number>> = { direct: 0, cluster: 1, hop: 2 };

/** Adds a touch, where none that is as strong is known of the key. */
function addTouch(touches: Map<string, Touch>, key: string, touch: Touch): void {
  const known = touches.get(key);
  if (!known || STRENGTH[touch.grade] < STRENGTH[known.grade]) touches.set(key, touch);
}

/** Addresses that paid a changed one or were paid by it. */
async function addNeighbours(context: ListContext, touches: Map<string, Touch>, change: ListChange): Promise<void> {
  const { network, address } = change.entry;
  const ledger = isChainId(network) ? context.ledgers.find(network) : undefined;
  if (!ledger) return;
  const page = { sort: 'last', offset: 0, limit: MOST_NEIGHBOURS } as const;
  const { items } = await ledger.transfers.counterparties(parseAddress(ledger.id, address), page);
  for (const { address: key } of items) {
    addTouch(touches, addressKey(ledger.id, formatAddress(ledger, key)), { change, grade: 'hop' });
  }
}

/** What cases would name to be touched by a change: the address itself, its cluster, and those next to it. */
export async function listTouches(
  context: ListContext,
  { changes }: Pick<CopyDifference, 'changes'>,
): Promise<Map<string, Touch>> {
  const touches = new Map<string, Touch>();
  const isSmall = changes.length <= MOST_SPREAD;
  for (const change of changes) {
    const { network, address } = change.entry;
    addTouch(touches, addressKey(network, address), { change, grade: 'direct' });
    const cluster = findClusterKey(context, network, address);
    if (cluster !== undefined) addTouch(touches, cluster, { change, grade: 'cluster' });
    if (isSmall) await addNeighbours(context, touches, change);
  }
  return touches;
}

const VERBS: Readonly<Record<ListChange['change'], string>> = {
  added: 'Added to',
  removed: 'Removed from',
  changed: 'Changed on',
};

function toLines(list: WatchedList, touched: readonly Touch[]): AlertLine[] {
  return touched.slice(0, MOST_LINES).map(({ change: { change, entry }, grade }) => ({
    mark: grade === 'direct' ? 'fact' : 'inference',
    name: `${VERBS[change]} ${list.name}`,
    text: `${entry.entity.slice(0, 200)}, ${entry.address} (${GRADE_WORDS[grade]})`,
    ...(isChainId(entry.network) ? { chain: entry.network, address: entry.address } : {}),
  }));
}

interface ChangedList {
  readonly list: WatchedList;
  readonly version: string;
  readonly asOf: string;
  readonly at: Date;
}

/** One alert a case and copy of the list, however many of its entries touch it. */
async function alertCase(
  tx: Transaction,
  { list, version, asOf, at }: ChangedList,
  { id, agency, keys }: TouchedCase,
  touches: ReadonlyMap<string, Touch>,
): Promise<void> {
  const found = keys.map((key) => touches.get(key)).filter((touch) => touch !== undefined);
  const touched = [...new Set(found)].sort((a, b) => STRENGTH[a.grade] - STRENGTH[b.grade]);
  const [first] = touched;
  if (!first) return;
  const { change, entry } = first.change;
  const more = touched.length > 1 ? ` and ${touched.length - 1} more` : '';
  await raiseAlert(tx, {
    agency,
    case: id,
    kind: listChange,
    key: `list:${list.pack}:${version}:${id}`,
    group: `list:${list.pack}:${version}`,
    mark: first.grade === 'direct' ? 'fact' : 'inference',
    title: `${VERBS[change]} ${list.name}: ${entry.entity.slice(0, 160)}${more}`,
    summary: `Touches what this case names: ${GRADE_WORDS[first.grade]}. Copy of ${asOf}.`,
    body: {
      movements: [],
      lines: toLines(list, touched),
      notes: [
        'Not on a list on a day means: not in the copy of that day, or before the day of listing that the list states. This is no clearance.',
      ],
      facts: {
        pack: list.pack,
        version,
        asOf,
        grade: first.grade,
        change,
        address: entry.address,
        network: entry.network,
      },
    },
    place: null,
    happenedAt: new Date(`${asOf}T00:00:00Z`),
    origin: { id: `list:${list.pack}`, name: list.name, words: `Copy of ${asOf}` },
    at,
  });
}

/** Compares a new copy of a list with what cases name, and notifies each case that it touches. */
export async function alertListChange(
  context: ListContext,
  changed: ChangedList,
  difference: CopyDifference,
): Promise<number> {
  const touches = await listTouches(context, difference);
  return context.casework.store.transact(SYSTEM, async (tx) => {
    const cases = touches.size === 0 ? [] : await listTouchedCases(tx, [...touches.keys()], undefined);
    for (const one of cases) await alertCase(tx, changed, one, touches);
    await putSeenCopy(tx, changed.list.pack, changed.version, changed.at);
    return cases.length;
  });
}

/** Looks at every list for a copy in force that was not compared yet. The first copy of a list is the start, and no change. */
export async function alertListChanges(context: ListContext): Promise<number> {
  let told = 0;
  for (const list of WATCHED_LISTS) {
    const active = context.copies.list(list.pack).find(({ isActive }) => isActive);
    if (!active) continue;
    const { version, asOf } = active;
    const at = context.casework.now();
    const seen = await context.casework.store.transact(SYSTEM, (tx) => findSeenCopy(tx, list.pack));
    if (seen === version) continue;
    const before = context.copies.list(list.pack).find((copy) => copy.version === seen);
    if (!before) {
      await context.casework.store.transact(SYSTEM, (tx) => putSeenCopy(tx, list.pack, version, at));
      continue;
    }
    const difference = compareCopies(
      await context.copies.read(list.pack, before.version),
      await context.copies.read(list.pack, version),
    );
    told += await alertListChange(context, { list, version, asOf, at }, difference);
  }
  return told;
}
