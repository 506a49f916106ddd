import type { AuditLog } from '../../audit/audit-log.ts';
import { readMoney, removeMoney, setMoney } from '../../cases/case-money.ts';
import type { EvidenceService } from '../../cases/evidence/evidence-service.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { createCaseAuthorityHandlers } from './case-authority-handlers.ts';
import { createCaseContactHandlers } from './case-contact-handlers.ts';
import { createCaseCustodyHandlers } from './case-custody-handlers.ts';
import { createCaseEmergencyHandlers } from './case-emergency-handlers.ts';
import { createCaseEvidenceHandlers } from './case-evidence-handlers.ts';
import { createCaseFileHandlers } from './case-file-handlers.ts';
import { createCaseHandlers } from './case-handlers.ts';
import { createCaseItemHandlers, type ItemTools } from './case-item-handlers.ts';
import { createCaseKeyHandlers } from './case-key-handlers.ts';
import { createCasePackageHandlers } from './case-package-handlers.ts';
import { createCasePeopleHandlers } from './case-people-handlers.ts';
import { createCaseRecordHandlers } from './case-record-handlers.ts';
import { createCaseRequestHandlers } from './case-request-handlers.ts';
import { createCaseTimelineHandlers, createFollowedItemHandlers } from './case-timeline-handlers.ts';
import { createCaseWorkHandlers } from './case-work-handlers.ts';

export interface CaseDeps extends ItemTools {
  readonly casework: CaseworkContext;
  readonly evidence: EvidenceService;
  readonly knowledge: Knowledge;
  readonly ledgers: Ledgers;
  readonly auditLog: AuditLog;
}

type MoneyHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-money').caseMoneyRoutes>;

function createMoneyHandlers(casework: CaseworkContext, knowledge: Knowledge): MoneyHandlers {
  return {
    listCaseMoney: ({ params }, { caller }) => readMoney(casework, knowledge, caller, params.case),
    setCaseMoney: ({ params, body }, { caller }) => setMoney(casework, knowledge, caller, params.case, body),
    removeCaseMoney: ({ params, body }, { caller }) =>
      removeMoney(casework, knowledge, caller, { id: params.case, row: params.row, version: body.version }),
  };
}

/** Everything about agency cases. */
export function createCaseGroup({ casework, evidence, knowledge, ledgers, auditLog, ...tools }: CaseDeps) {
  const parts = { ledgers, tokens: knowledge.tokens };
  return {
    ...createCaseEmergencyHandlers(casework),
    ...createCaseContactHandlers(casework),
    ...createCaseCustodyHandlers(evidence),
    ...createCaseEvidenceHandlers(evidence),
    ...createCaseFileHandlers(casework, { auditLog, software: tools.software }),
    ...createCaseAuthorityHandlers(casework),
    ...createCaseKeyHandlers(casework),
    ...createCaseHandlers(casework, knowledge),
    ...createFollowedItemHandlers(createCaseItemHandlers(casework, tools), casework, parts),
    ...createCaseRequestHandlers(casework, knowledge),
    ...createMoneyHandlers(casework, knowledge),
    ...createCaseTimelineHandlers(casework, parts),
    ...createCasePackageHandlers(casework, tools.software),
    ...createCasePeopleHandlers(casework),
    ...createCaseRecordHandlers(casework, tools.software),
    ...createCaseWorkHandlers(casework, tools.tools),
  };
}
