import { AppError } from '@trailmark/core/errors';
import type { Hono } from 'hono';
import { guardAdapter } from '../http/guard-adapter.ts';
import type { MountOptions } from '../http/mount.ts';
import { problemResponse } from '../http/problem.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers } from '../ledger/ledgers.ts';
import { addressRoutes } from './address-routes.ts';
import { clusterRoutes } from './cluster-routes.ts';
import { GRAPHSENSE_BASE, mountGraphsenseRoutes } from './graphsense-route.ts';
import { tagRoutes } from './tag-routes.ts';

/** GraphSense's read API for tags, actors and clusters over the same readers, for programs that speak it. */
export function mountGraphsense(
  app: Hono,
  deps: { readonly ledgers: Ledgers; readonly knowledge: Knowledge },
  options: MountOptions,
): void {
  const policy = { name: 'graphsense', access: 'allowed', audit: 'look-up', tag: 'GraphSense' } as const;
  app.use(`${GRAPHSENSE_BASE}/*`, guardAdapter(policy, options));
  // Fixed paths first: `tags` is no currency.
  mountGraphsenseRoutes(app, deps, { ...tagRoutes, ...addressRoutes, ...clusterRoutes }, options);
  // A client with another base would take the pages of the application for answers.
  app.all('/graphsense/*', (c) => {
    const message = `There is no such path for ${c.req.method}. GraphSense's read API begins at ${GRAPHSENSE_BASE}.`;
    return problemResponse(new AppError('not-found', message), { log: options.log, route: '/graphsense/*' });
  });
}
