import type { Handlers } from '../../http/mount.ts';
import { listUse, readSubscription } from '../../installation/subscription.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import type { Office } from '../../office/office.ts';

/** What an agency may use of an installation and what it used. */
export function createSubscriptionHandlers(
  office: Office,
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'getSubscription' | 'listUsage'> {
  return {
    getSubscription: (_, { caller }) => readSubscription(office, caller, { ledgers, knowledge }),
    listUsage: (_, { caller }) => listUse(office, caller),
  };
}
