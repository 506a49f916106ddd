import { AppError } from '@trailmark/core/errors';
import type { Hono } from 'hono';
import { guardAdapter } from '../http/guard-adapter.ts';
import type { MountOptions } from '../http/mount.ts';
import { plainProblemResponse } from '../http/problem.ts';
import type { Ledgers } from '../ledger/ledgers.ts';
import { blockRoutes } from './block-routes.ts';
import { ESPLORA_BASE, mountEsploraRoutes } from './esplora-route.ts';
import { mempoolRoutes } from './mempool-routes.ts';
import { ownerRoutesOfEsplora } from './owner-routes.ts';
import { transactionRoutes } from './transaction-routes.ts';

/** Esplora's read API over the same readers, for programs that speak it. */
export function mountEsplora(app: Hono, ledgers: Ledgers, options: MountOptions): void {
  const routes = { ...transactionRoutes, ...ownerRoutesOfEsplora, ...blockRoutes, ...mempoolRoutes };
  const policy = { name: 'esplora', access: 'public', audit: 'look-up', tag: 'Esplora' } as const;
  app.use(`${ESPLORA_BASE}/*`, guardAdapter({ ...policy, refuse: plainProblemResponse }, options));
  mountEsploraRoutes(app, ledgers, routes, options);
  app.post(`${ESPLORA_BASE}/tx`, () => {
    const refusal = new AppError('invalid', 'Transactions are not broadcast here: this is an index to read from.', {
      context: { reason: 'not-offered' },
    });
    return plainProblemResponse(refusal, { log: options.log, route: `POST ${ESPLORA_BASE}/tx` });
  });
  app.all(`${ESPLORA_BASE}/*`, () =>
    plainProblemResponse(new AppError('not-found', 'endpoint does not exist'), {
      log: options.log,
      route: ESPLORA_BASE,
    }),
  );
}
