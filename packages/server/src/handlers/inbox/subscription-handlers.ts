import type { alertSubscriptionRoutes } from '@trailmark/api/contract/alert-subscription';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { toFile } from '../../http/text-file.ts';
import { changeDigest, changeFeed, readSubscription } from '../../inbox/subscriptions/change-subscription.ts';
import { writeFeed } from '../../inbox/subscriptions/write-feed.ts';

/** How a person follows alerts outside the page. */
export function createSubscriptionHandlers(
  casework: CaseworkContext,
): Pick<Handlers, keyof typeof alertSubscriptionRoutes> {
  return {
    getAlertSubscription: (_, { caller }) => readSubscription(casework, caller),
    changeAlertFeed: ({ body }, { caller }) => changeFeed(casework, caller, body.isOn),
    changeAlertDigest: ({ body }, { caller }) => changeDigest(casework, caller, body.digest),
    readAlertFeed: async ({ params }) =>
      toFile('alerts.atom', 'application/atom+xml; charset=utf-8', await writeFeed(casework, params.token)),
  };
}
