import type { adminUserRoutes } from '@trailmark/api/contract/admin-users';
import {
  endSessions,
  noteReview,
  reactivate,
  releaseLock,
  resetFactors,
  setAllowed,
  suspend,
} from '../../admin/account-acts.ts';
import { approve, deny } from '../../admin/approval.ts';
import { exportUsers } from '../../admin/export-users.ts';
import { startPasswordReset } from '../../admin/password-reset-start.ts';
import { confirmGrant, refuseGrant, setRole } from '../../admin/role-grants.ts';
import { toUserFilter } from '../../admin/user-filter.ts';
import { getUser, listGrants, listUsers } from '../../admin/user-list.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

const DONE = { done: true } as const;

/** Accounts, as administrators see and change them. */
export function createAdminUserHandlers(office: Office): Pick<Handlers, keyof typeof adminUserRoutes> {
  return {
    listUsers: ({ query: { cursor, limit, ...filter } }, { caller }) =>
      listUsers(office, caller, toUserFilter(filter), { cursor, limit }),
    exportUsers: async ({ query }, { caller }) => exportUsers(office, caller, toUserFilter(query)),
    getUser: ({ params }, { caller }) => getUser(office, caller, params.id),
    approveUser: async ({ params, body }, { caller }) => {
      await approve(office, caller, params.id, body.allow_status === 'Yes');
      return DONE;
    },
    denyUser: async ({ params, body }, { caller }) => {
      await deny(office, caller, params.id, body.reason);
      return DONE;
    },
    setAllowStatus: async ({ params, body }, { caller }) => {
      const isAllowed = body.allow_status === 'Yes';
      await setAllowed(office, caller, params.id, { isAllowed, reason: body.reason });
      return DONE;
    },
    suspendUser: async ({ params, body }, { caller }) => {
      await suspend(office, caller, params.id, body.reason);
      return DONE;
    },
    reactivateUser: async ({ params, body }, { caller }) => {
      await reactivate(office, caller, params.id, body.reason);
      return DONE;
    },
    releaseLock: async ({ params }, { caller }) => {
      await releaseLock(office, caller, params.id);
      return DONE;
    },
    endUserSessions: async ({ params }, { caller }) => ({ ended: await endSessions(office, caller, params.id) }),
    resetFactors: async ({ params, body }, { caller }) => {
      await resetFactors(office, caller, params.id, body.reason);
      return DONE;
    },
    startPasswordReset: async ({ params }, { caller }) => {
      await startPasswordReset(office, caller, params.id);
      return DONE;
    },
    setRole: async ({ params, body }, { caller }) => ({ proposal: await setRole(office, caller, params.id, body) }),
    reviewUser: async ({ params }, { caller }) => {
      await noteReview(office, caller, params.id);
      return DONE;
    },
    listRoleGrants: async (_, { caller }) => ({ items: await listGrants(office, caller) }),
    confirmRoleGrant: async ({ params }, { caller }) => ({ isAlone: await confirmGrant(office, caller, params.id) }),
    refuseRoleGrant: async ({ params, body }, { caller }) => {
      await refuseGrant(office, caller, params.id, body.reason);
      return DONE;
    },
  };
}
