import type { QueryClient } from '@tanstack/react-query';
import { AppError } from '@trailmark/core/errors';

/** One thing that went wrong on the page, as far as support needs it. */
export interface RecentError {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** First part of the path, `/address-search`: what comes after it is not noted. */
  readonly page: string;
  readonly what: string;
  readonly message: string;
  /** Names the failure in the server's log. */
  readonly reference: string | null;
}

const MAX_ERRORS = 10;
const MAX_CHARS = 400;
const errors: RecentError[] = [];

function note(what: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const reference = AppError.is(error) ? error.context.reference : undefined;
  errors.push({
    at: new Date().toISOString(),
    page: `/${window.location.pathname.split('/')[1] ?? ''}`,
    what,
    message: message.slice(0, MAX_CHARS),
    reference: typeof reference === 'string' ? reference : null,
  });
  if (errors.length > MAX_ERRORS) errors.shift();
}

/** Notes what goes wrong on the page from now on, in memory only. */
export function keepRecentErrors(client: QueryClient): void {
  window.addEventListener('error', (event) => note('page', event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => note('page', event.reason));
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error')
      note(String(event.query.queryKey[0]), event.action.error);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') note('change', event.action.error);
  });
}

/** The last ten, oldest first. */
export function listRecentErrors(): readonly RecentError[] {
  return [...errors];
}
