import { listRoster } from '@trailmark/store/cases/training/enrolment-rows';
import type { Handlers } from '../../http/mount.ts';
import { type Office, read } from '../../office/office.ts';
import { changeEnrolment, changeSession } from '../../training/administer.ts';
import { issueCertificate, takeBackCertificate } from '../../training/certificates.ts';
import { toRosterView } from '../../training/enrolment-view.ts';
import { exportRoster } from '../../training/export-roster.ts';
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
    listRoster: async ({ query }, { caller }) => {
      const rows = await read(office, caller, (tx) => listRoster(tx, query));
      return { rows: rows.map((row) => toRosterView(row, office.now())) };
    },
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
