import type { adminRoutes } from '@trailmark/api/contract/admin';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';
import { createAdminAgencyHandlers } from './agency-handlers.ts';
import { createAdminPostHandlers } from './post-handlers.ts';
import { createAdminUserHandlers } from './user-handlers.ts';

/** What administrators do. */
export function createAdminHandlers(office: Office): Pick<Handlers, keyof typeof adminRoutes> {
  return {
    ...createAdminUserHandlers(office),
    ...createAdminAgencyHandlers(office),
    ...createAdminPostHandlers(office),
  };
}
