import type { z } from 'zod';
import type { AccountApportioning } from './accounts/account-apportioning.ts';
import type { OutputApportioning } from './outputs/apportioning.ts';

/** The two families of ledgers: outputs that are spent whole (Bitcoin family), and balances of accounts. */
export type TraceFamily = 'outputs' | 'accounts';

/**
 * A rule for which money is the traced money once it mixes with other money: an explicit, versioned object, because a court
 * can only check a method that is stated. Count `version` up with every change that can change a figure.
 */
export interface TraceMethod<Params extends z.ZodObject = z.ZodObject> {
  /** Also the name of its page, docs/methods/trace-<id>.md. */
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** What it does, in one sentence. */
  readonly sentence: string;
  /** Order, rounding, and where fees are taken: what else the figures depend on. */
  readonly conventions: readonly string[];
  /** What it is used for, and what speaks against it. */
  readonly caution: string;
  readonly source: string;
  /** Every parameter with its default and, as its description, a sentence. */
  readonly params: Params;
  /** Undefined where it says nothing about outputs. */
  readonly outputs?: OutputApportioning | undefined;
  /** Undefined where it says nothing about accounts. */
  readonly accounts?: AccountApportioning | undefined;
}

/** Identity with types. */
export function defineTraceMethod<Params extends z.ZodObject>(method: TraceMethod<Params>): TraceMethod<Params> {
  return method;
}

/** `fifo/1`: the name a request and a report state. */
export function formatMethodId({ id, version }: Pick<TraceMethod, 'id' | 'version'>): string {
  return `${id}/${version}`;
}

/** Families whose ledgers the method says something about. */
export function familiesOf(method: TraceMethod): TraceFamily[] {
  const families: TraceFamily[] = ['accounts', 'outputs'];
  return families.filter((family) => method[family] !== undefined);
}
