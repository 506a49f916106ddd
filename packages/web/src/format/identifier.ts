/** Where a whole identifier is cut for lists: characters kept at each end, and which of those differ from a look-alike. */
export interface Cut {
  readonly head: number;
  readonly tail: number;
  /** Character positions, in the whole value, to be underlined. */
  readonly differing: readonly number[];
}

export const LIST_CUT: Cut = { head: 8, tail: 8, differing: [] };

/** True when the cut leaves something out. */
export function isCut(value: string, cut: Cut): boolean {
  return value.length > cut.head + cut.tail + 1;
}

/** `12t9YDPg…isjr6SMw`; short values stay whole. */
export function shorten(value: string, cut: Cut = LIST_CUT): string {
  return isCut(value, cut) ? `${value.slice(0, cut.head)}…${value.slice(value.length - cut.tail)}` : value;
}

/** The value in groups of four, so that two people can read it to each other. */
export function chunkFours(value: string): string[] {
  return value.match(/.{1,4}/gs) ?? [];
}

/** "address ending jr6SMw": what a screen reader hears first. */
export function describeEnding(kind: string, value: string): string {
  return `${kind} ending ${value.slice(-6)}`;
}

/** Spelling prefixes that every value of a form shares and that therefore distinguish nothing. */
function bodyStart(value: string): number {
  return /^(?:0x|bitcoincash:|bchtest:|bchreg:|(?:bc|tb|bcrt|ltc|tltc|rltc)1)/i.exec(value)?.[0].length ?? 0;
}

function looksLike(a: string, b: string): boolean {
  const from = Math.min(bodyStart(a), bodyStart(b));
  const sameHead = a.slice(from, from + 4) === b.slice(from, from + 4);
  return shorten(a) === shorten(b) || (sameHead && a.slice(-4) === b.slice(-4));
}

function differences(a: string, b: string): number[] {
  const found: number[] = [];
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) found.push(i);
  return found;
}

/** Short text in which the first difference is visible, or the whole value when the two differ only in the middle. */
function widen(value: string, differing: readonly number[]): Cut {
  const first = differing[0] ?? 0;
  const last = differing.at(-1) ?? 0;
  const fromEnd = value.length - last;
  const head = Math.max(LIST_CUT.head, first + 2);
  const tail = Math.max(LIST_CUT.tail, fromEnd + 1);
  const shortest = head <= tail ? { head, tail: LIST_CUT.tail } : { head: LIST_CUT.head, tail };
  return { ...shortest, differing };
}

/** Values by their last four characters: only values of one group can be look-alikes, which keeps the cost near their number. */
function groupByEnding(values: Iterable<string>): Iterable<readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const value of new Set(values)) {
    const group = groups.get(value.slice(-4));
    if (group) group.push(value);
    else groups.set(value.slice(-4), [value]);
  }
  return groups.values();
}

function listPairs(group: readonly string[]): (readonly [string, string])[] {
  return group.flatMap((a, i) => group.slice(i + 1).map((b) => [a, b] as const)).filter(([a, b]) => looksLike(a, b));
}

/**
 * Values on one page that could be taken for each other, with the cut at which they no longer can: two values are
 * look-alikes when the first four and last four characters agree, the trick address poisoning plays. Values without a
 * look-alike are absent.
 */
export function spotLookAlikes(values: Iterable<string>): ReadonlyMap<string, Cut> {
  const differing = new Map<string, Set<number>>();
  const note = (value: string, other: string) => {
    const seen = differing.get(value) ?? new Set<number>();
    differing.set(value, new Set([...seen, ...differences(value, other)]));
  };
  for (const [a, b] of [...groupByEnding(values)].flatMap(listPairs)) {
    note(a, b);
    note(b, a);
  }
  return new Map(
    [...differing].map(([value, at]) => [
      value,
      widen(
        value,
        [...at].sort((x, y) => x - y),
      ),
    ]),
  );
}
