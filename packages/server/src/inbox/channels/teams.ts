import { formatMessage } from './alert-message.ts';
import type { ChannelKind } from './channel-kind.ts';
import { createHttpWay } from './ways/http-way.ts';

export const teamsChannel: ChannelKind = {
  id: 'teams',
  name: 'Teams-compatible room',
  about: 'An adaptive card with a link, for a workflow of Microsoft Teams.',
  target: 'https://',
  isSigned: false,
  way: createHttpWay((message) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text: formatMessage(message), wrap: true }],
          actions: [{ type: 'Action.OpenUrl', title: 'Open the alert', url: message.url }],
        },
      },
    ],
  })),
};
