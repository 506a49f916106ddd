import type { FlowEnd } from '@trailmark/core/flow/flow-document';
import type { EndStanding } from '@trailmark/core/trace/trace-ends';

/** Ends by what can be done about them, in the order they came. */
export function groupEnds(items: readonly FlowEnd[]): ReadonlyMap<EndStanding, readonly FlowEnd[]> {
  return Map.groupBy(items, ({ standing }) => standing);
}

/** `one`: every method sends the same. `range`: from least to most. `bound`: none sends any, and that much can have come. */
export interface EndRange {
  readonly kind: 'one' | 'range' | 'bound';
  readonly from: string;
  readonly to: string;
}

/** What is stated about the amount at an end. */
export function rangeOf({ least, most, reach }: Pick<FlowEnd, 'least' | 'most' | 'reach'>): EndRange {
  if (BigInt(most) === 0n) return { kind: 'bound', from: '0', to: reach };
  return { kind: least === most ? 'one' : 'range', from: least, to: most };
}
