import type { ChainId } from '@trailmark/core/chain';
import type { LedgerAnswers, LedgerQuestion } from '../../http/ledger-answers.ts';
import type { Limits } from '../../http/limits.ts';
import type { Handlers } from '../../http/mount.ts';
import type { RequestScope } from '../../http/request-scope.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { createAccountGroup } from './account-group.ts';
import { createOutputGroup } from './output-group.ts';

interface Asked {
  readonly params: { readonly chain: ChainId };
}
type Answer = (input: Asked, scope: RequestScope) => Promise<never>;

/** The one table of what differs by family: every question to a ledger is answered by the family of the chain it names. */
export function createLedgerHandlers(
  ledgers: Ledgers,
  limits: Limits,
  knowledge: Knowledge,
): Pick<Handlers, LedgerQuestion> {
  const families: { readonly outputs: LedgerAnswers<'outputs'>; readonly accounts: LedgerAnswers<'accounts'> } = {
    outputs: createOutputGroup(ledgers, limits, knowledge),
    accounts: createAccountGroup(ledgers, limits, knowledge),
  };
  /** Throws `not-found` where the server has nothing of the chain. */
  const answer = <N extends LedgerQuestion>(name: N) =>
    ((input: Asked, scope) =>
      (families[ledgers.get(input.params.chain).family][name] as Answer)(input, scope)) as Answer as Handlers[N];
  return {
    getAddress: answer('getAddress'),
    listAddressTransactions: answer('listAddressTransactions'),
    listAddressTransfers: answer('listAddressTransfers'),
    listAddressAssets: answer('listAddressAssets'),
    listAddressCounterparties: answer('listAddressCounterparties'),
    listAddressLinks: answer('listAddressLinks'),
    getAddressActivity: answer('getAddressActivity'),
    getTransaction: answer('getTransaction'),
    listBlocks: answer('listBlocks'),
    getBlock: answer('getBlock'),
    listBlockTransactions: answer('listBlockTransactions'),
  };
}
