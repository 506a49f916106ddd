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
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type FactorHandlers = Pick<Handlers, keyof typeof factorRoutes>;

const DONE = { done: true } as const;

function sendEnrolled(
  casework: CaseworkContext,
  reply: Headers,
  { fresh, recoveryCodes }: Enrolled,
): { recoveryCodes: string[] } {
  setSessionCookies(casework, reply, fresh);
  return { recoveryCodes: [...recoveryCodes] };
}

/** Handlers of the own second factors and programs' tokens. */
export function createFactorHandlers(casework: CaseworkContext): FactorHandlers {
  return {
    listFactors: (_, { caller }) => describeFactors(casework, caller),
    startTotp: (_, { caller }) => startTotp(casework, caller),
    confirmTotp: async ({ body }, { caller, reply }) =>
      sendEnrolled(casework, reply, await confirmAuthenticator(casework, caller, body.code)),
    removeTotp: async (_, { caller }) => {
      await removeAuthenticator(casework, caller);
      return DONE;
    },
    startPasskey: async (_, { caller }) => ({ options: await startPasskey(casework, caller) }),
    addPasskey: async ({ body }, { caller, reply }) =>
      sendEnrolled(casework, reply, await addPasskey(casework, caller, body)),
    removePasskey: async ({ body }, { caller }) => {
      await takePasskeyOff(casework, caller, body.id);
      return DONE;
    },
    renewRecoveryCodes: async (_, { caller }) => ({ recoveryCodes: await renewRecoveryCodes(casework, caller) }),
    listApiTokens: async (_, { caller }) => ({ items: await listOwnTokens(casework, caller) }),
    createApiToken: async ({ body }, { caller }) => createApiToken(casework, caller, body),
    endApiToken: async ({ params }, { caller }) => {
      await closeApiToken(casework, caller, params.id);
      return DONE;
    },
  };
}
