import type { factorRoutes } from '@trailmark/api/contract/factor';
import { closeApiToken, createApiToken, listOwnTokens } from '../../accounts/api-tokens.ts';
import { describeFactors } from '../../accounts/factors/describe-factors.ts';
import {
  addPasskey,
  confirmAuthenticator,
  type Enrolled,
  removeAuthenticator,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
  takePasskeyOff,
} from '../../accounts/factors/enrol-factor.ts';
import { setSessionCookies } from '../../accounts/sessions/start-session.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

type FactorHandlers = Pick<Handlers, keyof typeof factorRoutes>;

const DONE = { done: true } as const;

function sendEnrolled(office: Office, reply: Headers, { fresh, recoveryCodes }: Enrolled): { recoveryCodes: string[] } {
  setSessionCookies(office, reply, fresh);
  return { recoveryCodes: [...recoveryCodes] };
}

/** Handlers of the own second factors and programs' tokens. */
export function createFactorHandlers(office: Office): FactorHandlers {
  return {
    listFactors: (_, { caller }) => describeFactors(office, caller),
    startTotp: (_, { caller }) => startTotp(office, caller),
    confirmTotp: async ({ body }, { caller, reply }) =>
      sendEnrolled(office, reply, await confirmAuthenticator(office, caller, body.code)),
    removeTotp: async (_, { caller }) => {
      await removeAuthenticator(office, caller);
      return DONE;
    },
    startPasskey: async (_, { caller }) => ({ options: await startPasskey(office, caller) }),
    addPasskey: async ({ body }, { caller, reply }) =>
      sendEnrolled(office, reply, await addPasskey(office, caller, body)),
    removePasskey: async ({ body }, { caller }) => {
      await takePasskeyOff(office, caller, body.id);
      return DONE;
    },
    renewRecoveryCodes: async (_, { caller }) => ({ recoveryCodes: await renewRecoveryCodes(office, caller) }),
    listApiTokens: async (_, { caller }) => ({ items: await listOwnTokens(office, caller) }),
    createApiToken: async ({ body }, { caller }) => ({ token: await createApiToken(office, caller, body) }),
    endApiToken: async ({ params }, { caller }) => {
      await closeApiToken(office, caller, params.id);
      return DONE;
    },
  };
}
