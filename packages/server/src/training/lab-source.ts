import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers, ServedOutputs } from '../ledger/ledgers.ts';

/** What a question is computed from. */
export interface LabSource {
  /** Bitcoin's, which every question is about unless it names an account chain. */
  readonly ledger: ServedOutputs;
  /** Every chain of the server, for questions about another one. */
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
  readonly read: ReadOptions;
}

/** What a question is about, by name: a txid, an address, a number. */
export type LabSubject = Readonly<Record<string, string | number>>;

/** Amounts in the smallest unit, numbers in digits, ids as on the chain, choices by id. */
export type LabAnswer = (of: LabSubject, source: LabSource) => Promise<string>;

/** A lab whose facts this server lacks is not marked: the sentence says which. */
export function notIndexed(what: string): AppError {
  return new AppError('not-found', `${what} is not in the index of this server, so this lab cannot be marked here.`);
}
