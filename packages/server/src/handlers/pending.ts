import { contactRoutes } from '@trailmark/api/contract/contact';
import { registrationRoutes } from '@trailmark/api/contract/registration';
import { AppError } from '@trailmark/core/errors';
import type { Handlers } from '../mount.ts';

const ROUTES = { ...contactRoutes, ...registrationRoutes };
type Pending = Pick<Handlers, keyof typeof ROUTES>;

/** Routes whose handlers are being written: each group leaves this list when it is built. */
export function createPendingHandlers(): Pending {
  const refuse = async (): Promise<never> => {
    throw new AppError('unavailable', 'This route is not built yet.');
  };
  return Object.fromEntries(Object.keys(ROUTES).map((name) => [name, refuse])) as unknown as Pending;
}
