import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { createProfileHandlers } from './profile-handlers.ts';
import { createSubscriptionHandlers } from './subscription-handlers.ts';
import { createSupportHandlers } from './support-handlers.ts';
import { createTutorialHandlers } from './tutorial-handlers.ts';

/** What the user panel of the dashboard asks: profile, subscription, tutorials, support. */
export function createUserPanelGroup(casework: CaseworkContext, ledgers: Ledgers, knowledge: Knowledge) {
  return {
    ...createProfileHandlers(casework),
    ...createSubscriptionHandlers(casework, ledgers, knowledge),
    ...createSupportHandlers(casework, ledgers, knowledge),
    ...createTutorialHandlers(),
  };
}
