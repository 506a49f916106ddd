import { ACCOUNT_STATUSES, MAIL_STATUSES, MESSAGE_STATUSES } from '@trailmark/api/contract/statuses';
import { ACCOUNT_ROLES } from '@trailmark/core/role';
import { z } from 'zod';
import { ADMIN_PATHS } from '../../parts/admin/admin-paths.ts';
import { lenient, stringifySearch } from '../../search-params.ts';

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

const words = z.string().min(1).max(200);

export const usersSearch = z.object({
  q: lenient(words),
  status: lenient(z.enum(ACCOUNT_STATUSES)),
  role: lenient(z.enum(ACCOUNT_ROLES)),
  allow: lenient(z.enum(['Yes', 'No'])),
  agency: lenient(z.uuid()),
  sign: lenient(z.enum(['no-factor', 'locked', 'never'])),
  review: lenient(z.enum(['due'])),
});
export type UsersSearch = z.output<typeof usersSearch>;

export const inboxSearch = z.object({ status: lenient(z.enum(MESSAGE_STATUSES)) });
export type InboxSearch = z.output<typeof inboxSearch>;

export const outboxSearch = z.object({ status: lenient(z.enum(MAIL_STATUSES)), q: lenient(words) });
export type OutboxSearch = z.output<typeof outboxSearch>;

export function usersUrl(search: Loose<UsersSearch> = {}): string {
  return `${ADMIN_PATHS.users}${stringifySearch(search)}`;
}

export function userUrl(id: string): string {
  return `${ADMIN_PATHS.users}/${encodeURIComponent(id)}`;
}

export function agenciesUrl(): string {
  return ADMIN_PATHS.agencies;
}

export function agencyUrl(id: string): string {
  return `${ADMIN_PATHS.agencies}/${encodeURIComponent(id)}`;
}

export function inboxUrl(search: Loose<InboxSearch> = {}): string {
  return `${ADMIN_PATHS.inbox}${stringifySearch(search)}`;
}

export function messageUrl(id: string): string {
  return `${ADMIN_PATHS.inbox}/${encodeURIComponent(id)}`;
}

export function outboxUrl(search: Loose<OutboxSearch> = {}): string {
  return `${ADMIN_PATHS.outbox}${stringifySearch(search)}`;
}
