import type { ClusterView, LinkRule } from '@trailmark/core/cluster';
import type { LinkFilter } from './cluster-reader.ts';

/** All inputs of one transaction have one owner (Nakamoto 2008; Meiklejohn et al. 2013, heuristic 1), CoinJoins excepted. */
export const CO_SPEND: LinkRule = { id: 'co-spend', version: 1, confidence: 90 };

export interface RuleSet {
  readonly view: ClusterView;
  readonly rules: readonly LinkRule[];
  readonly confidence: number;
}

/** The few combinations of rules that links carry, each with a small number. Number 0 is co-spending. */
export class RuleSets {
  private readonly sets: RuleSet[] = [{ view: 'conservative', rules: [CO_SPEND], confidence: CO_SPEND.confidence }];
  private readonly numbers = new Map<string, number>();

  /** Number of a combination of change rules. */
  intern(rules: readonly LinkRule[]): number {
    const sorted = [...rules].sort((a, b) => (a.id < b.id ? -1 : 1));
    const key = sorted.map(({ id }) => id).join(' ');
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const confidence = Math.max(...sorted.map((rule) => rule.confidence));
    const number = this.sets.push({ view: 'expanded', rules: sorted, confidence }) - 1;
    this.numbers.set(key, number);
    return number;
  }

  get(number: number): RuleSet {
    return this.sets[number] as RuleSet;
  }

  get count(): number {
    return this.sets.length;
  }

  /** For each set, 1 where its links count in a view under a filter: a link counts as long as one of its rules does. */
  allowed(view: ClusterView, filter: LinkFilter | undefined): Uint8Array {
    const dropped = new Set(filter?.withoutRules);
    return Uint8Array.from(this.sets, (set) =>
      (view === 'expanded' || set.view === 'conservative') && set.rules.some(({ id }) => !dropped.has(id)) ? 1 : 0,
    );
  }
}
