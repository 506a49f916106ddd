import type { scamReportRoutes } from '@trailmark/api/contract/scam-report';
import { isAdmitted } from '@trailmark/core/role';
import { createHandlerCaller } from '../../http/call-handler.ts';
import type { Handlers } from '../../http/mount.ts';
import { alertVerifiedReports } from '../../scams/alert-reports.ts';
import { checkPayment } from '../../scams/check-payment.ts';
import { readIntake, setIntake } from '../../scams/intake.ts';
import { readPaste } from '../../scams/read-paste.ts';
import { readAgencyLabels, readReport, readReports } from '../../scams/read-reports.ts';
import {
  openPublicForm,
  receiveMemberReport,
  receivePublicReport,
  type ScamContext,
} from '../../scams/receive-report.ts';
import { addReportToCase } from '../../scams/report-to-case.ts';
import { answerStatus, decideLabel, openStatus, readVictim, reviewReport } from '../../scams/review-report.ts';

type ScamHandlers = Pick<Handlers, keyof typeof scamReportRoutes>;

/** Reports of scams: the form, the queue of the agency, and what the reporter sees. `others` answer scans and keep notes of cases. */
export function createScamHandlers(context: ScamContext, others: Partial<Handlers>): ScamHandlers {
  return {
    readScamText: ({ body }, scope) => {
      const { caller, read } = scope;
      const reader = { caller, mayRead: isAdmitted(caller.role, 'allowed') };
      return readPaste(context, createHandlerCaller(others, scope), reader, body.text, read);
    },
    checkScamPayment: ({ body }, { read }) => checkPayment(context, body, read),
    submitScamReport: ({ body }, { caller, read }) => receiveMemberReport(context, caller, body, read),
    getScamIntake: ({ params }) => openPublicForm(context, params.slug),
    submitPublicScamReport: ({ params, body }, { caller, read }) =>
      receivePublicReport(context, caller, params.slug, body, read),
    getScamStatus: ({ body }, { caller }) => openStatus(context, caller, body),
    answerScamStatus: ({ body }, { caller }) => answerStatus(context, caller, body),
    listScamReports: ({ query }, { caller }) => readReports(context, caller, query),
    getScamReport: ({ params }, { caller }) => readReport(context, caller, params.report),
    async reviewScamReport({ params, body }, { caller }) {
      const reviewed = await reviewReport(context, caller, params.report, body);
      await alertVerifiedReports(context.casework);
      return reviewed;
    },
    openScamVictim: ({ params, body }, { caller }) => readVictim(context, caller, params.report, body.why),
    addScamReportToCase: ({ params, body }, scope) =>
      addReportToCase(context, createHandlerCaller(others, scope), scope.caller, {
        id: params.report,
        caseId: body.case,
        why: body.why,
      }),
    listAgencyLabels: ({ query }, { caller }) => readAgencyLabels(context, caller, query),
    decideAgencyLabel: ({ params, body }, { caller }) => decideLabel(context, caller, params.label, body),
    getOwnScamIntake: (_, { caller }) => readIntake(context, caller),
    setScamIntake: ({ body }, { caller }) => setIntake(context, caller, body),
  };
}
