import { counts, type LinkScope } from './proof-search.ts';

export interface Partition {
  /** Members of each part, ascending; parts by size, largest first, then by smallest member. */
  readonly parts: readonly Uint32Array[];
  readonly linksDropped: number;
}

function indexIn(members: Uint32Array, number: number): number {
  let low = 0;
  let high = members.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = members[middle] ?? 0;
    if (value === number) return middle;
    if (value < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function findRoot(parent: Uint32Array, index: number): number {
  let at = index;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at] ?? 0] ?? 0;
    at = parent[at] ?? 0;
  }
  return at;
}

function uniteLink(owners: Uint32Array, members: Uint32Array, parent: Uint32Array): void {
  let root = -1;
  for (const owner of owners) {
    const index = indexIn(members, owner);
    if (index < 0) continue;
    const other = findRoot(parent, index);
    if (root < 0) root = other;
    const [low, high] = other < root ? [other, root] : [root, other];
    parent[high] = low;
    root = low;
  }
}

/** Calls `visit` once with every link of the members that `all` lets count. */
export function eachLinkOf(all: LinkScope, members: Uint32Array, visit: (link: number) => void): void {
  for (const member of members) {
    all.links.eachLink(member, (link) => {
      if (all.links.firstOwner(link) === member && counts(all, link)) visit(link);
    });
  }
}

/** What a cluster falls into when only the links in `kept` count, of those in `all`. `members` are ascending. */
export function partitionMembers(all: LinkScope, kept: LinkScope, members: Uint32Array): Partition {
  const parent = Uint32Array.from(members.keys());
  let linksDropped = 0;
  eachLinkOf(all, members, (link) => {
    if (!counts(kept, link)) {
      linksDropped++;
      return;
    }
    uniteLink(all.links.owners(link), members, parent);
  });
  return { parts: gatherParts(parent, members), linksDropped };
}

function gatherParts(parent: Uint32Array, members: Uint32Array): Uint32Array[] {
  const sizes = new Map<number, number>();
  for (const index of parent.keys()) {
    const root = findRoot(parent, index);
    sizes.set(root, (sizes.get(root) ?? 0) + 1);
  }
  const parts = new Map([...sizes].map(([root, size]) => [root, new Uint32Array(size)]));
  const filled = new Map<number, number>();
  for (const index of parent.keys()) {
    const root = findRoot(parent, index);
    const at = filled.get(root) ?? 0;
    const part = parts.get(root);
    if (part) part[at] = members[index] ?? 0;
    filled.set(root, at + 1);
  }
  return [...parts.values()].sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}
