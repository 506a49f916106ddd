import type { CategoryId } from '@trailmark/core/category';
import type { Remainder } from '@trailmark/core/screening/exposure';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { StopReason } from '@trailmark/core/trace/stop-reason';
import type { TraceLeaf } from '@trailmark/core/trace/trace';

/** A party with the category its exposure counts under. */
export type NamedParty = KnownParty & { readonly category: CategoryId };

const REMAINDER_OF: Readonly<Partial<Record<StopReason, Remainder>>> = {
  issued: 'mined',
  unspent: 'held',
  held: 'held',
  dormant: 'limits',
  unspendable: 'destroyed',
  destroyed: 'destroyed',
  contract: 'undecoded',
  trade: 'undecoded',
  bridge: 'undecoded',
  service: 'undecoded',
  'hop-cap': 'hops',
  'before-window': 'limits',
  'after-window': 'limits',
  'stop-at': 'limits',
  'choice-needed': 'limits',
  cycle: 'limits',
  hub: 'hub',
  budget: 'budget',
  'data-end': 'gap',
  'source-unknown': 'gap',
};

/** Reasons that are a party's doing: the trail ended because somebody is named there. */
const ENDED_BY_PARTY: ReadonlySet<StopReason> = new Set([
  'service',
  'mixer',
  'bridge',
  'contract',
  'sanctioned',
  'labelled',
]);

const CATEGORY_OF_KIND: Readonly<Record<KnownParty['kind'], CategoryId>> = {
  service: 'other',
  mixer: 'mixer',
  bridge: 'bridge',
  contract: 'defi',
  sanctioned: 'sanctioned',
  named: 'other',
};

/** Confidence of a party that a rule names and no label: that of a heuristic with a message or a message format behind it. */
const RULE_CONFIDENCE = 50;

/** What a rule found there without a label: `THORChain: Memo …` gives the protocol's name. */
function byRule(kind: 'mixer' | 'bridge', category: CategoryId, name: string, source: string): NamedParty {
  return {
    kind,
    category,
    name,
    basis: 'inference',
    source,
    confidence: RULE_CONFIDENCE,
    key: `rule:${category}:${name}`,
  };
}

function protocolOf(detail: string): string {
  return detail.slice(0, Math.max(0, detail.indexOf(':'))).slice(0, 200) || 'A protocol';
}

/** Who is named where a trail ended: by a label, or by the rule that recognises a mix or a bridge; undefined for nobody. */
export function partyOfLeaf({
  reason,
  party,
  detail,
}: Pick<TraceLeaf, 'reason' | 'party' | 'detail'>): NamedParty | undefined {
  if (reason === 'coinjoin') {
    const rule = /a CoinJoin by the rule ([a-z0-9-]+\/\d+)/.exec(detail)?.[1] ?? 'coinjoin';
    return byRule('mixer', 'coinjoin', `CoinJoin (${rule})`, rule);
  }
  if (party && ENDED_BY_PARTY.has(reason))
    return { ...party, category: party.category ?? CATEGORY_OF_KIND[party.kind] };
  if (reason === 'mixer') return byRule('mixer', 'mixer', protocolOf(detail), 'Decoded from the transaction');
  if (reason === 'bridge') return byRule('bridge', 'bridge', protocolOf(detail), 'Decoded from the transaction');
  return undefined;
}

/** What money is that ended at nobody. */
export function remainderOfLeaf({ reason }: Pick<TraceLeaf, 'reason'>): Remainder {
  return REMAINDER_OF[reason] ?? 'gap';
}
