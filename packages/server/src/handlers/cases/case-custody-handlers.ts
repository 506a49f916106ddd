import { readCaseReports } from '../../cases/case-reports.ts';
import { checkCaseCustody, exportCaseLedgers, readCaseCustody } from '../../cases/evidence/case-custody.ts';
import type { EvidenceService } from '../../cases/evidence/evidence-service.ts';
import type { Handlers } from '../../http/mount.ts';

type CustodyHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-custody').caseCustodyRoutes>;

/** The custody of all files of a case, and what was made of the case. */
export function createCaseCustodyHandlers(service: EvidenceService): CustodyHandlers {
  return {
    listCaseCustody: ({ params, query }, { caller }) => readCaseCustody(service, { caller, id: params.case }, query),
    checkCaseCustody: ({ params, query }, { caller }) =>
      checkCaseCustody(service, { caller, id: params.case }, query.after),
    exportCaseLedgers: ({ params }, { caller }) => exportCaseLedgers(service, { caller, id: params.case }),
    listCaseReports: ({ params }, { caller }) => readCaseReports(service.casework, caller, params.case),
  };
}
