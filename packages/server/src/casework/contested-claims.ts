import { dayOf } from '@trailmark/core/price';
import { type LabelAppealRow, listCountingAppeals } from '@trailmark/store/cases/label-appeals/label-appeal-rows';
import type { Caller } from './caller.ts';
import type { CaseworkContext } from './casework-context.ts';
import { readOwn } from './own-account.ts';

/** What an agency states against a claim: an appeal that waits, or one that was accepted. */
export interface Contest {
  readonly state: 'open' | 'accepted';
  /** Seconds: when it was opened, or accepted. */
  readonly at: number;
}

/** An address that a document names, as it is spelled there. */
export interface NamedAddress {
  readonly chain: string;
  readonly address: string;
  /** The member of its cluster that carries the label, where another one does. */
  readonly via?: string | undefined;
}

/** Ids of the claims that name some addresses of a chain today, by address. */
export type FindClaims = (chain: string, addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const MOST_AT_ONCE = 1_000;

export const placeKey = ({ chain, address }: Pick<NamedAddress, 'chain' | 'address'>): string => `${chain} ${address}`;

/** A rejected appeal leaves the name as it was. */
function toContest({ state, openedAt, decidedAt }: LabelAppealRow): Contest | undefined {
  if (state !== 'open' && state !== 'accepted') return undefined;
  const at = state === 'open' ? openedAt : (decidedAt ?? openedAt);
  return { state, at: Math.floor(at.getTime() / 1000) };
}

/** `contested by the agency since 2026-11-03; open`: for the place where the name is printed. */
export function describeContest({ state, at }: Contest): string {
  return state === 'open'
    ? `contested by the agency since ${dayOf(at)}; open`
    : `found wrong by the agency on ${dayOf(at)}`;
}

/** The caller's agency's counting appeals against claims of some addresses, in pages of bounded size. */
export async function listContests(
  casework: CaseworkContext,
  caller: Caller,
  places: readonly Pick<NamedAddress, 'chain' | 'address'>[],
): Promise<readonly (Pick<LabelAppealRow, 'chain' | 'address' | 'label' | 'claim'> & { readonly contest: Contest })[]> {
  // The database has no text with this sign, and no label of such an address.
  const asked = places.filter(({ address }) => !address.includes('\0'));
  const rows: LabelAppealRow[] = [];
  for (let at = 0; at < asked.length; at += MOST_AT_ONCE) {
    const part = asked.slice(at, at + MOST_AT_ONCE);
    rows.push(...(await readOwn(casework, caller, (tx) => listCountingAppeals(tx, { labels: [], places: part }))));
  }
  return rows.flatMap((row) => {
    const contest = toContest(row);
    const { chain, address, label, claim } = row;
    return contest ? [{ chain, address, label, claim, contest }] : [];
  });
}

/**
 * Which of some named addresses have their name from a claim that the caller's agency contests, by `placeKey`. Documents are hashed and
 * handed on, and have no ids of claims: which claim names an address is found again, and only where there is an appeal at all.
 */
export async function findContestedNames(
  casework: CaseworkContext,
  caller: Caller,
  named: readonly NamedAddress[],
  findClaims: FindClaims,
): Promise<ReadonlyMap<string, Contest>> {
  const labelled = new Map(named.map((one) => [placeKey(one), { chain: one.chain, address: one.via ?? one.address }]));
  const places = new Map([...labelled.values()].map((place) => [placeKey(place), place]));
  const appeals = await listContests(casework, caller, [...places.values()]);
  const byPlace = Map.groupBy(appeals, placeKey);
  const byLabel = new Map(appeals.map(({ label, contest }) => [label, contest]));
  const open = named.filter((one) => byPlace.has(placeKey(labelled.get(placeKey(one)) ?? one)));
  const found = new Map<string, Contest>();
  for (const [chain, own] of Map.groupBy(open, (one) => one.chain)) {
    const addresses = [...new Set(own.map(({ address }) => address))];
    for (let at = 0; at < addresses.length; at += MOST_AT_ONCE) {
      const claims = await findClaims(chain, addresses.slice(at, at + MOST_AT_ONCE));
      for (const [address, claim] of claims) {
        const contest = byLabel.get(claim);
        if (contest) found.set(placeKey({ chain, address }), contest);
      }
    }
  }
  return found;
}
