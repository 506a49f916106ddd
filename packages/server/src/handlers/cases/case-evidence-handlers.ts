import { verifyEvidence } from '../../cases/evidence/check-evidence.ts';
import {
  describeEvidence,
  enterCustody,
  exportLedger,
  readCustody,
  readEvidenceList,
  withdrawFile,
} from '../../cases/evidence/evidence-items.ts';
import type { EvidenceService } from '../../cases/evidence/evidence-service.ts';
import { downloadEvidence, exportEvidence } from '../../cases/evidence/export-evidence.ts';
import { finishUpload } from '../../cases/evidence/finish-upload.ts';
import { compareUpload } from '../../cases/evidence/uploads.ts';
import type { Caller } from '../../casework/caller.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';

type EvidenceHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-evidence').caseEvidenceRoutes>;

interface ItemParams {
  readonly case: string;
  readonly item: string;
}

const callOf = (caller: Caller, params: ItemParams) => ({ caller, id: params.case, item: params.item });

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Files of evidence and their ledgers of custody. The bytes of uploads do not pass through the contract. */
export function createCaseEvidenceHandlers(service: EvidenceService): EvidenceHandlers {
  return {
    listCaseEvidence: ({ params, query }, { caller }) => readEvidenceList(service, { caller, id: params.case }, query),
    compareCaseUpload: ({ params, body }, { caller }) =>
      compareUpload(service, { caller, id: params.case, item: params.upload }, body),
    finishCaseUpload: ({ params, body }, { caller }) =>
      finishUpload(service, { caller, id: params.case, item: params.upload }, body.sha256),
    describeCaseEvidence: ({ params, body }, { caller }) => describeEvidence(service, callOf(caller, params), body),
    withdrawCaseEvidence: ({ params, body }, { caller }) => withdrawFile(service, callOf(caller, params), body.why),
    verifyCaseEvidence: ({ params }, { caller }) => verifyEvidence(service, callOf(caller, params)),
    exportCaseEvidence: ({ params, body }, { caller }) => exportEvidence(service, callOf(caller, params), body),
    getCaseEvidenceFile: ({ params, query }, { caller }) =>
      downloadEvidence(service, callOf(caller, params), query.ticket),
    getCaseCustody: ({ params }, { caller }) => readCustody(service, callOf(caller, params)),
    addCaseCustody: ({ params, body }, { caller }) => enterCustody(service, callOf(caller, params), body),
    exportCaseCustody: async ({ params }, { caller }) => {
      const { name, text } = await exportLedger(service, callOf(caller, params));
      return new FileStream({ name, mediaType: 'application/json', chunks: once(text), onCancel: () => undefined });
    },
  };
}
