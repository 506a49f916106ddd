import type { z } from 'zod';
import type { AccountFlows } from './account-flows.ts';
import type { AccountFinding, FindingsInput } from './finding.ts';

/** A heuristic about one address. Pure but for the reader: the same facts and labels, the same finding. */
export interface FindingRule<Params extends z.ZodObject = z.ZodObject> {
  /** Also the name of its page, docs/methods/finding-<id>.md. */
  readonly id: string;
  /** Counts up with every change that can change a finding. */
  readonly version: number;
  readonly title: string;
  /** Every parameter with its default. */
  readonly params: Params;
  find(input: FindingsInput, flows: AccountFlows, params: z.output<Params>): Promise<AccountFinding | undefined>;
}

/** Identity with types. */
export function defineFindingRule<Params extends z.ZodObject>(rule: FindingRule<Params>): FindingRule<Params> {
  return rule;
}

/** One step less: what an index that holds only part of a history can say. */
export function lowerConfidence(confidence: AccountFinding['confidence']): AccountFinding['confidence'] {
  return confidence === 'high' ? 'medium' : 'low';
}
