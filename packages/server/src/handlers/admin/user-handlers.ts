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
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

const DONE = { done: true } as const;

/** Accounts, as administrators see and change them. */
export function createAdminUserHandlers(casework: CaseworkContext): Pick<Handlers, keyof typeof adminUserRoutes> {
  return {
    listUsers: ({ query: { cursor, limit, ...filter } }, { caller }) =>
      listUsers(casework, caller, toUserFilter(filter), { cursor, limit }),
    exportUsers: async ({ query }, { caller }) => exportUsers(casework, caller, toUserFilter(query)),
    getUser: ({ params }, { caller }) => getUser(casework, caller, params.id),
    approveUser: async ({ params, body }, { caller }) => {
      await approve(casework, caller, params.id, body.allow_status === 'Yes');
      return DONE;
    },
    denyUser: async ({ params, body }, { caller }) => {
      await deny(casework, caller, params.id, body.reason);
      return DONE;
    },
    setAllowStatus: async ({ params, body }, { caller }) => {
      const isAllowed = body.allow_status === 'Yes';
      await setAllowed(casework, caller, params.id, { isAllowed, reason: body.reason });
      return DONE;
    },
    suspendUser: async ({ params, body }, { caller }) => {
      await suspend(casework, caller, params.id, body.reason);
      return DONE;
    },
    reactivateUser: async ({ params, body }, { caller }) => {
      await reactivate(casework, caller, params.id, body.reason);
      return DONE;
    },
    releaseLock: async ({ params }, { caller }) => {
      await releaseLock(casework, caller, params.id);
      return DONE;
    },
    endUserSessions: async ({ params }, { caller }) => ({ ended: await endSessions(casework, caller, params.id) }),
    resetFactors: async ({ params, body }, { caller }) => {
      await resetFactors(casework, caller, params.id, body.reason);
      return DONE;
    },
    startPasswordReset: async ({ params }, { caller }) => {
      await startPasswordReset(casework, caller, params.id);
      return DONE;
    },
    setRole: async ({ params, body }, { caller }) => ({ proposal: await setRole(casework, caller, params.id, body) }),
    reviewUser: async ({ params }, { caller }) => {
      await noteReview(casework, caller, params.id);
      return DONE;
    },
    listRoleGrants: async (_, { caller }) => ({ items: await listGrants(casework, caller) }),
    confirmRoleGrant: async ({ params }, { caller }) => ({ isAlone: await confirmGrant(casework, caller, params.id) }),
    refuseRoleGrant: async ({ params, body }, { caller }) => {
      await refuseGrant(casework, caller, params.id, body.reason);
      return DONE;
    },
  };
}
