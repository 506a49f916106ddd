import { type ChannelKind, formatMessage } from './channel-kind.ts';

export const slackChannel: ChannelKind = {
  id: 'slack',
  name: 'Slack-compatible room',
  about: 'One line with a link, for an incoming webhook of Slack, Mattermost or Rocket.Chat.',
  isSigned: false,
  toBody: (message) => ({ text: `${formatMessage(message)} ${message.url}` }),
};
