import type { alertChannelRoutes } from '@trailmark/api/contract/alert-channel';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import {
  addChannel,
  changeChannel,
  readChannels,
  readDeliveries,
  removeChannel,
  replayDelivery,
  testChannel,
} from '../../inbox/channels/change-channels.ts';

/** Channels that alerts are sent to, and what was sent. */
export function createChannelHandlers(casework: CaseworkContext): Pick<Handlers, keyof typeof alertChannelRoutes> {
  return {
    addAlertChannel: ({ body }, { caller }) => addChannel(casework, caller, body),
    changeAlertChannel: ({ params, body }, { caller }) => changeChannel(casework, caller, params.channel, body),
    listAlertChannels: (_, { caller }) => readChannels(casework, caller),
    listAlertDeliveries: ({ query }, { caller }) => readDeliveries(casework, caller, query),
    removeAlertChannel: ({ params, body }, { caller }) => removeChannel(casework, caller, params.channel, body.version),
    replayAlertDelivery: ({ params }, { caller }) => replayDelivery(casework, caller, params.delivery),
    testAlertChannel: ({ params }, { caller }) => testChannel(casework, caller, params.channel),
  };
}
