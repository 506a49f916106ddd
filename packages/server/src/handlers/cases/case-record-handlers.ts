import { checkRecord } from '../../cases/record/check-record.ts';
import { closeCase, downloadRecord, readRecords, reopenCase } from '../../cases/record/close-case.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type RecordHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-record').caseRecordRoutes>;

/** Signed records of closed cases. */
export function createCaseRecordHandlers(casework: CaseworkContext, software: () => string): RecordHandlers {
  return {
    closeCase: ({ params, body }, { caller }) => closeCase(casework, caller, params.case, body, software()),
    listCaseRecords: ({ params }, { caller }) => readRecords(casework, caller, params.case),
    checkCaseRecord: ({ params }, { caller }) =>
      checkRecord(casework, caller, { id: params.case, record: params.record }),
    getCaseRecordFile: ({ params }, { caller }) =>
      downloadRecord(casework, caller, { id: params.case, record: params.record }),
    reopenCase: ({ params, body }, { caller }) => reopenCase(casework, caller, { id: params.case, why: body.why }),
  };
}
