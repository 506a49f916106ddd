import type { AccountFinding, FindingsInput } from './finding.ts';

/** What the heuristics say of an address: deposit address, pass-through, first funder, contract factory. */
export async function findAccountFindings(input: FindingsInput): Promise<AccountFinding[]> {
  input.signal?.throwIfAborted();
  return [];
}
