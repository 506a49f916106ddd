import type { Position } from '@trailmark/core/position';
import type { LinkLog } from './link-log.ts';
import { NumberTable } from './number-table.ts';

/** Which links a walk may use. */
export interface LinkScope {
  readonly links: LinkLog;
  /** By rule set: 1 where its links count. */
  readonly allowed: Uint8Array;
  readonly without: ReadonlySet<Position>;
  /** Links at or above this position do not count. */
  readonly end: Position;
  /** One more link that does not count. */
  readonly exceptLink?: number | undefined;
}

export interface PathStep {
  readonly from: number;
  readonly to: number;
  readonly link: number;
}

export type PathAnswer =
  | { readonly kind: 'path'; readonly steps: readonly PathStep[] }
  | { readonly kind: 'apart' }
  /** The budget ran out first. */
  | { readonly kind: 'unknown' };

export function counts(scope: LinkScope, link: number): boolean {
  const { links } = scope;
  if (scope.allowed[links.ruleSet(link)] !== 1 || link === scope.exceptLink) return false;
  const position = links.position(link);
  return position < scope.end && !scope.without.has(position);
}

/** One side of the search: owners reached, by whom and through which link. */
class Side {
  readonly owners: NumberTable;
  private readonly links = new NumberTable();
  private readonly cameFrom: number[] = [-1];
  private readonly cameBy: number[] = [-1];
  /** Where the last level begins among `owners`. */
  private frontier = 0;

  constructor(start: number) {
    this.owners = new NumberTable();
    this.owners.add(start);
  }

  get width(): number {
    return this.owners.count - this.frontier;
  }

  /** Reaches one link further. Returns the owners of the work done, so that a budget can be kept. */
  advance(scope: LinkScope): number {
    const [from, to] = [this.frontier, this.owners.count];
    this.frontier = to;
    let work = 0;
    for (let index = from; index < to; index++) {
      scope.links.eachLink(this.owners.at(index), (link) => {
        work++;
        if (!counts(scope, link) || this.links.add(link) < 0) return;
        work += this.reach(scope.links.owners(link), index, link);
      });
    }
    return work;
  }

  private reach(owners: Uint32Array, from: number, link: number): number {
    for (const owner of owners) {
      if (this.owners.add(owner) < 0) continue;
      this.cameFrom.push(from);
      this.cameBy.push(link);
    }
    return owners.length;
  }

  /** Index of the first owner of the last level. */
  get lastLevel(): number {
    return this.frontier;
  }

  /** Links back to this side's start, nearest the given owner first, and the owner each leads to. */
  trail(owner: number): { link: number; to: number }[] {
    const trail: { link: number; to: number }[] = [];
    let index = this.owners.indexOf(owner);
    while ((this.cameFrom[index] ?? -1) >= 0) {
      const link = this.cameBy[index] ?? 0;
      index = this.cameFrom[index] ?? 0;
      trail.push({ link, to: this.owners.at(index) });
    }
    return trail;
  }
}

/** The owner at which two sides meet with the fewest links, after `side` went one level further. */
function findMeeting(side: Side, other: Side): number | undefined {
  let best: number | undefined;
  let bestIndex = Number.POSITIVE_INFINITY;
  for (let index = side.lastLevel; index < side.owners.count; index++) {
    const owner = side.owners.at(index);
    // Owners are numbered level by level, so that a lower index on the other side is never farther from its start.
    const there = other.owners.indexOf(owner);
    if (there >= 0 && there < bestIndex) [best, bestIndex] = [owner, there];
  }
  return best;
}

function join(near: Side, far: Side, owner: number): PathStep[] {
  const steps: PathStep[] = [];
  let at = owner;
  for (const { link, to } of near.trail(owner)) {
    steps.unshift({ from: to, to: at, link });
    at = to;
  }
  at = owner;
  for (const { link, to } of far.trail(owner)) {
    steps.push({ from: at, to, link });
    at = to;
  }
  return steps;
}

/**
 * Fewest links between two owners: breadth-first from both ends, the narrower level first (Pohl 1971). Deterministic.
 * `budget` bounds the links and owners looked at.
 */
export function findPath(scope: LinkScope, from: number, to: number, budget: number): PathAnswer {
  if (from === to) return { kind: 'path', steps: [] };
  const near = new Side(from);
  const far = new Side(to);
  let work = 0;
  while (near.width > 0 && far.width > 0) {
    if (work > budget) return { kind: 'unknown' };
    const isNear = near.width <= far.width;
    const [side, other] = isNear ? [near, far] : [far, near];
    work += side.advance(scope);
    const meeting = findMeeting(side, other);
    if (meeting !== undefined) return { kind: 'path', steps: join(near, far, meeting) };
  }
  return { kind: 'apart' };
}
