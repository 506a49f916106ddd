import type { ChannelKind } from './channel-kind.ts';
import { slackChannel } from './slack.ts';
import { teamsChannel } from './teams.ts';
import { webhookChannel } from './webhook.ts';

/** Kinds of channels: one line a kind. */
export const CHANNEL_KINDS: readonly ChannelKind[] = [webhookChannel, slackChannel, teamsChannel];

export function findChannelKind(id: string): ChannelKind | undefined {
  return CHANNEL_KINDS.find((kind) => kind.id === id);
}
