import type { flowRoutes } from '@trailmark/api/contract/flow';
import type { traceRoutes } from '@trailmark/api/contract/trace';
import { AppError } from '@trailmark/core/errors';
import type { Handlers } from '../../http/mount.ts';

type Names = keyof typeof flowRoutes | keyof typeof traceRoutes;

/** Refuses routes of coin flow until their handlers stand. */
export function createPendingHandlers<N extends Names>(names: readonly N[]): Pick<Handlers, N> {
  const refuse = (): never => {
    throw new AppError('unavailable', 'Coin flow is not there yet.');
  };
  return Object.fromEntries(names.map((name) => [name, refuse])) as unknown as Pick<Handlers, N>;
}
