import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';
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
export function createTrainingAdminHandlers(office: Office): TrainingAdminHandlers {
  return {
    listRoster: async ({ query }, { caller }) => ({ rows: await readRoster(office, caller, query) }),
    exportRoster: async ({ query }, { caller }) => exportRoster(office, caller, query),
    setEnrolmentState: async ({ params, body }, { caller }) => ({
      state: await changeEnrolment(office, caller, params.enrolment, body),
    }),
    moveEnrolment: async ({ params, body }, { caller }) => ({
      state: await changeSession(office, caller, params.enrolment, body.session),
    }),
    issueCertificate: async ({ params }, { caller }) => ({
      certificate: await issueCertificate(office, caller, params.enrolment),
    }),
    revokeCertificate: async ({ params, body }, { caller }) => {
      await takeBackCertificate(office, caller, params.certificate, body.reason);
      return DONE;
    },
    createTrainingSession: async ({ body }, { caller }) => ({ session: await planSession(office, caller, body) }),
    updateTrainingSession: async ({ params, body }, { caller }) => {
      await replanSession(office, caller, params.session, body);
      return DONE;
    },
    cancelTrainingSession: async ({ params, body }, { caller }) => {
      await callOffSession(office, caller, params.session, body.reason);
      return DONE;
    },
  };
}
