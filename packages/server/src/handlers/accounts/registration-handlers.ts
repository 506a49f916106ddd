import { claimInstallation } from '../../accounts/claim.ts';
import { answerByMail, verifyEmail } from '../../accounts/email-verification.ts';
import { resetPassword, updatePassword } from '../../accounts/password-reset.ts';
import { checkRegistration, register } from '../../accounts/registration.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type Group = Pick<
  Handlers,
  | 'register'
  | 'checkRegistration'
  | 'verifyEmail'
  | 'resendVerification'
  | 'forgotPassword'
  | 'resetPassword'
  | 'updatePassword'
  | 'claimInstallation'
>;

const DONE = { done: true } as const;

/** Getting an account, and a password that is lost. */
export function createRegistrationHandlers(casework: CaseworkContext): Group {
  return {
    register: async ({ body }, { caller }) => {
      await register(casework, caller, body);
      return DONE;
    },
    checkRegistration: ({ body }, { caller }) => checkRegistration(casework, caller, body),
    verifyEmail: async ({ body }, { caller }) => {
      const decisionBy = await verifyEmail(casework, caller, body.token);
      return { ...DONE, decisionBy: decisionBy?.toISOString() ?? null };
    },
    resendVerification: async ({ body }, { caller }) => {
      await answerByMail(casework, caller, body.email, 'verify-email');
      return DONE;
    },
    forgotPassword: async ({ body }, { caller }) => {
      await answerByMail(casework, caller, body.email, 'reset-password');
      return DONE;
    },
    resetPassword: async ({ body }, { caller }) => {
      await resetPassword(casework, caller, body.token, body.password);
      return DONE;
    },
    updatePassword: async ({ body }, { caller }) => {
      await updatePassword(casework, caller, body);
      return DONE;
    },
    claimInstallation: async ({ body }, { caller }) => {
      await claimInstallation(casework, caller, body);
      return DONE;
    },
  };
}
