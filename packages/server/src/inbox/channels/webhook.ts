import type { ChannelKind } from './channel-kind.ts';

export const webhookChannel: ChannelKind = {
  id: 'webhook',
  name: 'Webhook',
  about: 'Ids of the alert as JSON, signed as Standard Webhooks 1.0 has it.',
  isSigned: true,
  toBody: ({ type, at, alert, number, kind, url }) => ({
    type,
    timestamp: new Date(at * 1_000).toISOString(),
    data: { id: alert, number, kind, url },
  }),
};
