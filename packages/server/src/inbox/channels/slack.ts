import { formatMessage } from './alert-message.ts';
import type { ChannelKind } from './channel-kind.ts';
import { createHttpWay } from './ways/http-way.ts';

export const slackChannel: ChannelKind = {
  id: 'slack',
  name: 'Slack-compatible room',
  about: 'One line with a link, for an incoming webhook of Slack, Mattermost or Rocket.Chat.',
  target: 'https://',
  isSigned: false,
  way: createHttpWay((message) => ({ text: `${formatMessage(message)} ${message.url}` })),
};
