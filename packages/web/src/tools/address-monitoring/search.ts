import { WATCH_STATES } from '@trailmark/core/watch';
import { z } from 'zod';
import { lenient, numberField } from '../../search-params.ts';

/** What the list of watches shows. */
export const monitoringSearch = z.object({
  scope: lenient(z.enum(['case', 'mine', 'agency'])),
  state: lenient(z.enum(WATCH_STATES)),
  offset: lenient(numberField),
});
export type MonitoringSearch = z.output<typeof monitoringSearch>;

/** What the inbox shows; `alert` is the open one. */
export const inboxSearch = z.object({
  view: lenient(z.enum(['new', 'mine', 'open', 'all'])),
  alert: lenient(z.uuid()),
  origin: lenient(z.string().max(120)),
  case: lenient(z.uuid()),
  offset: lenient(numberField),
});
export type InboxSearch = z.output<typeof inboxSearch>;

/** What a new watch begins with: another tool's subject, or a copy of a watch; and its case where that is known. */
export const editorSearch = z.object({
  case: lenient(z.uuid()),
  chain: lenient(z.string().max(40)),
  subject: lenient(z.string().max(4_000)),
  kind: lenient(z.string().max(40)),
  copy: lenient(z.uuid()),
});
