import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { listUse, readSubscription } from '../../installation/subscription.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';

/** What an agency may use of an installation and what it used. */
export function createSubscriptionHandlers(
  casework: CaseworkContext,
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'getSubscription' | 'listUsage'> {
  return {
    getSubscription: (_, { caller }) => readSubscription(casework, caller, { ledgers, knowledge }),
    listUsage: (_, { caller }) => listUse(casework, caller),
  };
}
