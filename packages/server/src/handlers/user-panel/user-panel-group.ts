import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import type { Office } from '../../office/office.ts';
import { createProfileHandlers } from './profile-handlers.ts';
import { createSubscriptionHandlers } from './subscription-handlers.ts';
import { createSupportHandlers } from './support-handlers.ts';
import { createTutorialHandlers } from './tutorial-handlers.ts';

/** What the user panel of the dashboard asks: profile, subscription, tutorials, support. */
export function createUserPanelGroup(office: Office, ledgers: Ledgers, knowledge: Knowledge) {
  return {
    ...createProfileHandlers(office),
    ...createSubscriptionHandlers(office, ledgers, knowledge),
    ...createSupportHandlers(office, ledgers, knowledge),
    ...createTutorialHandlers(),
  };
}
