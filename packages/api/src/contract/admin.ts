import { adminAgencyRoutes } from './admin-agencies.ts';
import { adminPostRoutes } from './admin-post.ts';
import { adminUserRoutes } from './admin-users.ts';

/** What administrators do, each within their own reach: people, agencies, messages and emails. */
export const adminRoutes = { ...adminUserRoutes, ...adminAgencyRoutes, ...adminPostRoutes };
