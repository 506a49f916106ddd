import type { ItemEvent } from '@trailmark/core/nft';
import { approvalDrain } from './approval-drain.ts';
import { fraudContact } from './fraud-contact.ts';
import { nearZeroSale } from './near-zero-sale.ts';
import type { TheftFinding, TheftPattern, TheftWorld } from './theft-pattern.ts';

export const THEFT_PATTERNS: readonly TheftPattern[] = [approvalDrain, nearZeroSale, fraudContact];

/** Names the patterns with their versions: part of what a result is true of. */
export const THEFT_PATTERNS_VERSION = THEFT_PATTERNS.map(({ id, version }) => `${id}/${version}`).join(' ');

/** What happened to an item after it was taken: every later transfer of it, up to the first return to the victim. */
export interface StolenTrail {
  readonly finding: TheftFinding;
  /** Places in the events, the taking first. */
  readonly events: readonly number[];
  /** Markets it was sold on, in order, each once. */
  readonly markets: readonly string[];
  readonly isReturned: boolean;
}

/** Every taking that fits a pattern, with the trail of the item. A transfer that fits several patterns is listed once for each. */
export function findThefts(world: TheftWorld): StolenTrail[] {
  const byItem = new Map<string, number[]>();
  world.events.forEach((event, i) => {
    const key = keyOf(event);
    const list = byItem.get(key);
    if (list) list.push(i);
    else byItem.set(key, [i]);
  });
  return THEFT_PATTERNS.flatMap((pattern) => pattern.find(world)).map((finding) => {
    const own = byItem.get(keyOf(world.events[finding.event] as ItemEvent)) ?? [];
    const after = own.filter((i) => i >= finding.event);
    const back = after.findIndex((i) => world.events[i]?.to === finding.victim);
    const events = back < 0 ? after : after.slice(0, back + 1);
    const sold = events.flatMap((i) => {
      const sale = world.events[i]?.sale;
      return sale === undefined ? [] : (world.sales[sale]?.market ?? []);
    });
    return { finding, events, markets: [...new Set(sold)], isReturned: back >= 0 };
  });
}

function keyOf({ contract, tokenId }: ItemEvent): string {
  return `${contract}/${tokenId}`;
}
