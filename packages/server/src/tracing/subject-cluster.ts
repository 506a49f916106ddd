import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import { CO_SPEND } from '@trailmark/analysis/clusters/rule-sets';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ScreenedCluster } from '@trailmark/core/screening/screening';
import type { ServedOutputs } from '../ledger/ledgers.ts';
import { findOwner } from './parties.ts';

/** Addresses of one cluster that are looked at, in order of first appearance. */
const MOST_LOOKED = 1_000;
/** Addresses of one cluster whose payments are traced together, and their receipts: a trace begins with each of them. */
const MOST_READ = 200;
const MOST_RECEIPTS = 20_000;
/** Unread addresses that are named. */
const NAMED_UNREAD = 20;
const PAGE = 500;

/** Seconds, inclusive; null: no limit. */
export interface ReceiptWindow {
  readonly fromTime: number | null;
  readonly toTime: number | null;
}

/** A cluster that is one subject. */
export interface SubjectCluster {
  readonly screened: ScreenedCluster;
  /** Whether an address is of the cluster, read or not. */
  readonly has: (address: string) => boolean;
}

interface Scope {
  readonly ledger: ServedOutputs;
  readonly clusters: ClusterReader;
}

interface Member {
  readonly owner: Owner;
  readonly received: bigint;
  readonly receipts: number;
}

/** Whether an address received anything within a window: a trace cannot begin with one that did not. */
async function hasReceipt({ ledger }: Scope, owner: Owner, { fromTime, toTime }: ReceiptWindow, read: ReadOptions) {
  if (fromTime === null && toTime === null) return true;
  const filter = { fromTime: fromTime ?? undefined, toTime: toTime ?? undefined, order: 'oldest' as const };
  let after: number | undefined;
  for (;;) {
    const page = await ledger.reader.history(owner, filter, { after, limit: PAGE }, read);
    if (page.some(({ received }) => received > 0n)) return true;
    after = page.at(-1)?.position;
    if (page.length < PAGE) return false;
  }
}

/** Members with what they received, the address that was requested first and then those that received most. */
async function listMembers({ ledger }: Scope, asked: Owner, owners: readonly Owner[], read: ReadOptions) {
  const totals = await ledger.reader.totals(owners, read);
  const members = owners.map((owner): Member => {
    const found = totals.get(ownerId(owner));
    return { owner, received: found?.received ?? 0n, receipts: found?.receiveCount ?? 0 };
  });
  const first = ownerId(asked);
  const isAsked = ({ owner }: Member): boolean => ownerId(owner) === first;
  const others = members.filter((member) => !isAsked(member));
  // Sorting is stable: of equals the one that appeared first.
  others.sort((a, b) => (a.received === b.received ? 0 : a.received > b.received ? -1 : 1));
  return [...members.filter(isAsked), ...others];
}

interface Chosen {
  readonly read: readonly Owner[];
  readonly idle: number;
  readonly unread: readonly Owner[];
}

async function chooseMembers(
  scope: Scope,
  members: readonly Member[],
  window: ReceiptWindow,
  read: ReadOptions,
): Promise<Chosen> {
  const chosen: Owner[] = [];
  const unread: Owner[] = [];
  let [idle, receipts] = [0, 0];
  for (const member of members) {
    const isFull = chosen.length === MOST_READ || (chosen.length > 0 && receipts + member.receipts > MOST_RECEIPTS);
    if (member.receipts === 0) idle++;
    else if (isFull) unread.push(member.owner);
    else if (await hasReceipt(scope, member.owner, window, read)) {
      chosen.push(member.owner);
      receipts += member.receipts;
    } else idle++;
  }
  return { read: chosen, idle, unread };
}

/**
 * The conservative cluster of an address as one subject, and which of its addresses a trace begins with. Throws `invalid` for
 * what is no address of the chain.
 */
export async function findSubjectCluster(
  scope: Scope,
  address: string,
  window: ReceiptWindow,
  read: ReadOptions,
): Promise<SubjectCluster> {
  const { ledger, clusters } = scope;
  const format = (owner: Owner): string => formatOwner(ledger.chain, owner);
  const asked = parseOwner(ledger.chain, address);
  const cluster = clusters.find(asked, 'conservative');
  const numbers = cluster ? clusters.members(cluster, { limit: MOST_LOOKED }) : [];
  const looked = [...numbers].map((number) => clusters.owner(number));
  const isLookedAt = looked.some((owner) => ownerId(owner) === ownerId(asked));
  const owners = isLookedAt ? looked : [asked, ...looked];
  const size = cluster?.size ?? 1;
  const chosen = await chooseMembers(scope, await listMembers(scope, asked, owners, read), window, read);
  const screened: ScreenedCluster = {
    rule: `${CO_SPEND.id}/${CO_SPEND.version}`,
    rules: clusters.rulesVersion,
    root: format(cluster?.root ?? asked),
    size,
    read: chosen.read.map(format),
    idle: chosen.idle,
    unread: {
      count: chosen.unread.length + size - owners.length,
      first: chosen.unread.slice(0, NAMED_UNREAD).map(format),
    },
  };
  const has = (text: string): boolean => {
    if (text === address) return true;
    const owner = findOwner(ledger, text);
    const number = owner && clusters.numberOf(owner);
    return (
      cluster !== undefined && number !== undefined && clusters.clusterOf(number, 'conservative')?.id === cluster.id
    );
  };
  return { screened, has };
}
