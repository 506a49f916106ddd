import type { SeedSide } from '@trailmark/core/trace/trace-request';
import { DEFAULT_STOP_DRAFT, type StopDraft } from './stop-draft.ts';

/** What a link into the start page states besides the beginning: as it would be typed into the form. */
export interface LinkedRules {
  readonly method: string | undefined;
  readonly asset: string | undefined;
  readonly side: SeedSide | undefined;
  readonly draft: StopDraft;
}

const SIDES: readonly string[] = ['received', 'paid', 'all'];

/** Names in the link, and the fields of the form that they fill. */
const FIELDS = {
  hops: 'maxHops',
  share: 'minSharePercent',
  amount: 'minAmount',
  from: 'from',
  to: 'to',
  fanOut: 'maxFanOut',
  budget: 'budget',
} as const satisfies Readonly<Record<string, keyof StopDraft>>;

/** Rules of a link, such as `method=haircut/1&labelled=1&hops=4`; what it does not name keeps its default. Fields are checked by the form. */
export function readRules(text: string | undefined): LinkedRules {
  const given = new URLSearchParams(text ?? '');
  const fields = Object.entries(FIELDS).flatMap(([name, field]) => {
    const value = given.get(name);
    return value === null ? [] : [[field, value] as const];
  });
  const side = given.get('side');
  return {
    method: given.get('method') ?? undefined,
    asset: given.get('asset') ?? undefined,
    side: side !== null && SIDES.includes(side) ? (side as SeedSide) : undefined,
    draft: {
      ...DEFAULT_STOP_DRAFT,
      ...Object.fromEntries(fields),
      labelled: given.get('labelled') === '1',
      services: given.get('services') !== '0',
      followSwaps: given.get('swaps') !== '0' && DEFAULT_STOP_DRAFT.followSwaps,
    },
  };
}
