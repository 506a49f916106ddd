import type { ChannelKind } from './channel-kind.ts';
import { slackChannel } from './slack.ts';
import { syslogChannel } from './syslog.ts';
import { teamsChannel } from './teams.ts';
import { webhookChannel } from './webhook.ts';

/** Kinds of channels: one line per kind. */
export const CHANNEL_KINDS: readonly ChannelKind[] = [webhookChannel, slackChannel, teamsChannel, syslogChannel];

export function findChannelKind(id: string): ChannelKind | undefined {
  return CHANNEL_KINDS.find((kind) => kind.id === id);
}
