import type { AccountTotals } from './account-ledger.ts';

/**
 * What an address of an account chain is, as far as the indexed facts show. `contract`: it has code. `delegating`: its key
 * signed transactions and code ran under its address (EIP-7702 on chains of the Ethereum family). `account`: its key signed
 * transactions, and nothing shows code. `unknown`: neither was seen.
 */
export type AccountNature = 'contract' | 'delegating' | 'account' | 'unknown';

/**
 * The one rule for screens, findings and traces: a contract was created by a successful transaction, emitted a log or made
 * an internal transfer. Call data shows nothing: anybody can send any bytes to any address, and a creation that failed
 * creates nothing.
 */
export function natureOf({
  createdAt,
  actsAsContract,
  sentCount,
}: Pick<AccountTotals, 'createdAt' | 'actsAsContract' | 'sentCount'>): AccountNature {
  if (createdAt !== undefined) return 'contract';
  if (sentCount > 0) return actsAsContract ? 'delegating' : 'account';
  return actsAsContract ? 'contract' : 'unknown';
}
