/** A copy of OFAC's list of addresses as somebody kept it. */
export interface DatedCopy {
  /** The day OFAC published what is new in it, `YYYY-MM-DD`. */
  readonly day: string;
  /** The copy before is of the day before, so that what is new in it was listed on `day`, and not at some time before. */
  readonly isExact: boolean;
  /** With letter case, or lower-cased where the copy is. */
  readonly addresses: ReadonlySet<string>;
  /** Some currencies are left out: what is absent may be listed. */
  readonly isPartial: boolean;
  readonly entities: ReadonlyMap<string, Listing['entity']>;
}

/** An address that is or was on the list. */
export interface Listing {
  readonly address: string;
  readonly from: string;
  /** False: it was listed on `from` or before. */
  readonly isExact: boolean;
  /** Day of the first list without it; undefined while it is listed. */
  readonly to: string | undefined;
  readonly entity: { readonly name: string; readonly programme: string; readonly uid: string };
  /** Where the day is not exact: the day its entity was listed, so that the address was listed then or later. */
  readonly entityFrom: string | undefined;
}

interface Sighting {
  day: string;
  isExact: boolean;
}

/** A list published on a Friday may be copied on the Monday after. */
const SLACK_DAYS = 4;
/** A copy of fewer addresses is a first try at following the list. */
const MANY = 600;
const UNNAMED = { name: '', programme: '', uid: '' };

/** The first day of each address, by lower-cased address: an earlier sighting wins, and an exact one over its own day. */
function findFirst(copies: readonly DatedCopy[]): Map<string, Sighting> {
  const first = new Map<string, Sighting>();
  for (const { day, isExact, addresses } of copies) {
    for (const address of addresses) {
      const key = address.toLowerCase();
      const known = first.get(key);
      if (!known || day < known.day || (day === known.day && isExact)) first.set(key, { day, isExact });
    }
  }
  return first;
}

function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;
}

/**
 * The earlier of what two followers of the list saw. It is the day of listing only where both saw it then, OFAC's own day
 * before the day of a copy: what only one of them lacked before may be a fault of that copy.
 */
function join(seen: Sighting, own: Sighting | undefined, followedSince: string): Sighting {
  if (own === undefined || seen.day <= followedSince) return seen;
  if (own.isExact && seen.isExact && daysBetween(own.day, seen.day) <= SLACK_DAYS) return own;
  const [day = seen.day] = [own.day, seen.day].sort();
  return { day, isExact: false };
}

/**
 * Listings of all copies, by address. `spelled` keep the letter case, oldest first, the last being the current list;
 * `issued` carry entities and OFAC's own day. An address counts as removed on the day of the first whole copy after the last
 * that has it. Whoever was removed and listed again counts as listed throughout. `entityDays` are days of listing by OFAC's number of
 * an entity; one of `single` was listed together with its only address.
 */
export function toListings(copies: {
  readonly spelled: readonly DatedCopy[];
  readonly issued: readonly DatedCopy[];
  readonly entityDays: ReadonlyMap<string, string>;
  readonly single: ReadonlySet<string>;
}): Listing[] {
  const spelling = new Map<string, string>();
  for (const { addresses } of copies.spelled) {
    for (const address of addresses) spelling.set(address.toLowerCase(), address);
  }
  const entities = new Map<string, Listing['entity']>();
  for (const copy of copies.issued) for (const [address, entity] of copy.entities) entities.set(address, entity);
  const [spelled, issued] = [findFirst(copies.spelled), findFirst(copies.issued)];
  const followedSince = copies.issued.find(({ addresses }) => addresses.size > MANY)?.day ?? '';
  const whole = copies.spelled.filter(({ isPartial }) => !isPartial);
  const last = new Map<string, number>();
  whole.forEach(({ addresses }, index) => {
    for (const address of addresses) last.set(address.toLowerCase(), index);
  });
  return [...spelling]
    .map(([key, address]): Listing => {
      const { day, isExact } = join(spelled.get(key) as Sighting, issued.get(key), followedSince);
      const next = whole[(last.get(key) ?? -1) + 1];
      const entity = entities.get(key) ?? UNNAMED;
      const entityDay = copies.entityDays.get(entity.uid);
      const rest = { address, to: next?.day, entity };
      if (isExact || entityDay === undefined || entityDay > day)
        return { ...rest, from: day, isExact, entityFrom: undefined };
      const isSame = entityDay === day || copies.single.has(entity.uid);
      return { ...rest, from: isSame ? entityDay : day, isExact: isSame, entityFrom: isSame ? undefined : entityDay };
    })
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}
