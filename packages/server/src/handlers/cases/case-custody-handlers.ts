import { readCaseReports } from '../../cases/case-reports.ts';
import { checkCaseCustody, exportCaseLedgers, readCaseCustody } from '../../cases/evidence/case-custody.ts';
import type { EvidenceDesk } from '../../cases/evidence/evidence-desk.ts';
import type { Handlers } from '../../http/mount.ts';

type CustodyHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-custody').caseCustodyRoutes>;

/** The custody of all files of a case, and what was made of the case. */
export function createCaseCustodyHandlers(desk: EvidenceDesk): CustodyHandlers {
  return {
    listCaseCustody: ({ params, query }, { caller }) => readCaseCustody(desk, { caller, id: params.case }, query),
    checkCaseCustody: ({ params, query }, { caller }) =>
      checkCaseCustody(desk, { caller, id: params.case }, query.after),
    exportCaseLedgers: ({ params }, { caller }) => exportCaseLedgers(desk, { caller, id: params.case }),
    listCaseReports: ({ params }, { caller }) => readCaseReports(desk.casework, caller, params.case),
  };
}
