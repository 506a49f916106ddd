import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { changeEnrolment, changeSession } from '../../training/administer.ts';
import { issueCertificate, takeBackCertificate } from '../../training/certificates.ts';
import { exportRoster } from '../../training/export-roster.ts';
import { readRoster } from '../../training/read-roster.ts';
import { callOffSession, planSession, replanSession } from '../../training/schedule.ts';

type TrainingAdminHandlers = Pick<
  Handlers,
  | 'listRoster'
  | 'exportRoster'
  | 'setEnrolmentState'
  | 'moveEnrolment'
  | 'issueCertificate'
  | 'revokeCertificate'
  | 'createTrainingSession'
  | 'updateTrainingSession'
  | 'cancelTrainingSession'
>;

const DONE = { done: true } as const;

/** What administrators do: each within the reach that row-level security gives them. */
export function createTrainingAdminHandlers(casework: CaseworkContext): TrainingAdminHandlers {
  return {
    listRoster: async ({ query }, { caller }) => ({ rows: await readRoster(casework, caller, query) }),
    exportRoster: async ({ query }, { caller }) => exportRoster(casework, caller, query),
    setEnrolmentState: async ({ params, body }, { caller }) => ({
      state: await changeEnrolment(casework, caller, params.enrolment, body),
    }),
    moveEnrolment: async ({ params, body }, { caller }) => ({
      state: await changeSession(casework, caller, params.enrolment, body.session),
    }),
    issueCertificate: async ({ params }, { caller }) => ({
      certificate: await issueCertificate(casework, caller, params.enrolment),
    }),
    revokeCertificate: async ({ params, body }, { caller }) => {
      await takeBackCertificate(casework, caller, params.certificate, body.reason);
      return DONE;
    },
    createTrainingSession: async ({ body }, { caller }) => ({ session: await planSession(casework, caller, body) }),
    updateTrainingSession: async ({ params, body }, { caller }) => {
      await replanSession(casework, caller, params.session, body);
      return DONE;
    },
    cancelTrainingSession: async ({ params, body }, { caller }) => {
      await callOffSession(casework, caller, params.session, body.reason);
      return DONE;
    },
  };
}
