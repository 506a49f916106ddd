import { shortenDays } from '@trailmark/core/flow/days';
import { HALF_COLUMN } from './half-column.ts';
import type { Scene, SceneNode } from './picture-scene.ts';

/** The head of a column: its hops, and its days from long to short. */
export interface HopRule {
  readonly x: number;
  readonly hops: string;
  readonly days: readonly string[];
}

/** Null where nothing in the column is away from a seed: who merely paid into one is no hop. */
function hopWords(nodes: readonly SceneNode[]): string | null {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { hop, hopSpan, isSeed } of nodes) {
    if (hop === null || (hop === 0 && !isSeed)) continue;
    least = Math.min(least, hop);
    most = Math.max(most, hop + hopSpan);
  }
  if (least > most) return null;
  return least === most ? `Hop ${least}` : `Hops ${least} to ${most}`;
}

function daysOf(nodes: readonly SceneNode[]): readonly string[] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { firstTime, lastTime } of nodes) {
    if (firstTime === null) continue;
    from = Math.min(from, firstTime);
    to = Math.max(to, lastTime ?? firstTime);
  }
  return from > to ? [] : shortenDays(from, to);
}

function middleOf(nodes: readonly SceneNode[]): number {
  const places = nodes.map(({ x }) => x).sort((a, b) => a - b);
  return places[places.length >> 1] ?? 0;
}

/** One rule a column of hops, over what nobody moved by hand. A run drawn as one counts with all its hops. */
export function listHopRules({ nodes, hasHops }: Pick<Scene, 'nodes' | 'hasHops'>): readonly HopRule[] {
  if (!hasHops) return [];
  const columns = new Map<number, SceneNode[]>();
  for (const node of nodes.values()) {
    if (node.hop === null || node.isPinned) continue;
    const column = Math.round(node.x / HALF_COLUMN / 2);
    const held = columns.get(column);
    if (held) held.push(node);
    else columns.set(column, [node]);
  }
  return [...columns]
    .sort(([a], [b]) => a - b)
    .flatMap(([, members]) => {
      const hops = hopWords(members);
      return hops === null ? [] : [{ x: middleOf(members), hops, days: daysOf(members) }];
    });
}

/** The first of several words, from long to short, that is no wider than the room; null where none is. */
export function firstThatFits(
  words: readonly string[],
  room: number,
  widthOf: (text: string) => number,
): string | null {
  return words.find((text) => widthOf(text) <= room) ?? null;
}
