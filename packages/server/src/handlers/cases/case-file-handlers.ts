import type { AuditLog } from '../../audit/audit-log.ts';
import { PURGE_STEPS } from '../../cases/case-areas.ts';
import { readCaseEvents } from '../../cases/case-events.ts';
import { exportCaseFile } from '../../cases/export-case.ts';
import { importCaseFile } from '../../cases/import-case.ts';
import { decidePurge, readTombstones, verifyTombstone } from '../../cases/purge-case.ts';
import { previewCaseFile } from '../../cases/read-case-file.ts';
import { askPurge, endHold, placeHold, readRetention, setRetention } from '../../cases/retention.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type CaseFileHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-file').caseFileRoutes>;

export interface CaseFileDeps {
  readonly auditLog: AuditLog;
  readonly software: () => string;
}

/** A case as a file, its log, how long it is kept, and what stays of it. */
export function createCaseFileHandlers(
  casework: CaseworkContext,
  { auditLog, software }: CaseFileDeps,
): CaseFileHandlers {
  return {
    exportCase: ({ params, query }, { caller }) =>
      exportCaseFile(casework, caller, { id: params.case, format: query.format, software: software() }),
    importCase: ({ body }, { caller }) => importCaseFile(casework, caller, body),
    previewCaseImport: ({ body }, { caller }) => previewCaseFile(casework, caller, body.content),
    getCaseRetention: ({ params }, { caller }) => readRetention(casework, caller, params.case),
    setCaseRetention: ({ params, body }, { caller }) => setRetention(casework, caller, params.case, body),
    placeCaseHold: ({ params, body }, { caller }) => placeHold(casework, caller, params.case, body),
    releaseCaseHold: ({ params, body }, { caller }) =>
      endHold(casework, caller, { id: params.case, hold: params.hold, why: body.why }),
    askCasePurge: ({ params, body }, { caller }) => askPurge(casework, caller, params.case, body),
    decideCasePurge: ({ params, body }, { caller }) =>
      decidePurge(casework, caller, { id: params.case, ...body }, PURGE_STEPS),
    listCaseTombstones: (_, { caller }) => readTombstones(casework, caller),
    verifyCaseTombstone: ({ params }, { caller }) => verifyTombstone(casework, auditLog, caller, params.tombstone),
    listCaseEvents: ({ params, query }, { caller }) => readCaseEvents(casework, caller, params.case, query),
  };
}
