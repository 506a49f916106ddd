import type { adminAgencyRoutes } from '@trailmark/api/contract/admin-agencies';
import { addDomain, changeAgency, createAgency, dropDomain, setAgencyStatus } from '../../admin/agency-acts.ts';
import { listAgencies } from '../../admin/agency-list.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

const DONE = { done: true } as const;

/** Agencies: what they may do is decided by administrators of the installation. */
export function createAdminAgencyHandlers(office: Office): Pick<Handlers, keyof typeof adminAgencyRoutes> {
  return {
    listAgencies: async (_, { caller }) => ({ items: await listAgencies(office, caller) }),
    createAgency: async ({ body }, { caller }) => ({ id: await createAgency(office, caller, body) }),
    updateAgency: async ({ params, body }, { caller }) => {
      await changeAgency(office, caller, params.id, body);
      return DONE;
    },
    setAgencyStatus: async ({ params, body }, { caller }) => {
      await setAgencyStatus(office, caller, params.id, body);
      return DONE;
    },
    addAgencyDomain: async ({ params, body }, { caller }) => ({
      domain: await addDomain(office, caller, params.id, body),
    }),
    removeAgencyDomain: async ({ params, body }, { caller }) => {
      await dropDomain(office, caller, params.id, body.domain);
      return DONE;
    },
  };
}
