import type { adminRoutes } from '@trailmark/api/contract/admin';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { createAdminAgencyHandlers } from './agency-handlers.ts';
import { createAdminPostHandlers } from './post-handlers.ts';
import { createAdminUserHandlers } from './user-handlers.ts';

/** What administrators do. */
export function createAdminHandlers(casework: CaseworkContext): Pick<Handlers, keyof typeof adminRoutes> {
  return {
    ...createAdminUserHandlers(casework),
    ...createAdminAgencyHandlers(casework),
    ...createAdminPostHandlers(casework),
  };
}
