import type { ChannelKind } from './channel-kind.ts';
import { createHttpWay } from './ways/http-way.ts';

export const webhookChannel: ChannelKind = {
  id: 'webhook',
  name: 'Webhook',
  about: 'Ids of the alert as JSON, signed as Standard Webhooks 1.0 has it.',
  target: 'https://',
  isSigned: true,
  way: createHttpWay(({ type, at, alert, number, kind, url }) => ({
    type,
    timestamp: new Date(at * 1_000).toISOString(),
    data: { id: alert, number, kind, url },
  })),
};
