import type { adminAgencyRoutes } from '@trailmark/api/contract/admin-agencies';
import { addDomain, changeAgency, createAgency, dropDomain, setAgencyStatus } from '../../admin/agency-acts.ts';
import { listAgencies } from '../../admin/agency-list.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

const DONE = { done: true } as const;

/** Agencies: what they may do is decided by administrators of the installation. */
export function createAdminAgencyHandlers(casework: CaseworkContext): Pick<Handlers, keyof typeof adminAgencyRoutes> {
  return {
    listAgencies: async (_, { caller }) => ({ items: await listAgencies(casework, caller) }),
    createAgency: async ({ body }, { caller }) => ({ id: await createAgency(casework, caller, body) }),
    updateAgency: async ({ params, body }, { caller }) => {
      await changeAgency(casework, caller, params.id, body);
      return DONE;
    },
    setAgencyStatus: async ({ params, body }, { caller }) => {
      await setAgencyStatus(casework, caller, params.id, body);
      return DONE;
    },
    addAgencyDomain: async ({ params, body }, { caller }) => ({
      domain: await addDomain(casework, caller, params.id, body),
    }),
    removeAgencyDomain: async ({ params, body }, { caller }) => {
      await dropDomain(casework, caller, params.id, body.domain);
      return DONE;
    },
  };
}
