import type { AuditLog } from '../audit/audit-log.ts';
import { listJobs } from '../background/catalogue.ts';
import type { EvidenceService } from '../cases/evidence/evidence-service.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { Limits } from '../http/limits.ts';
import type { Handlers } from '../http/mount.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers } from '../ledger/ledgers.ts';
import { ListCopies } from '../lists/list-copies.ts';
import { withAgencyStatements } from '../screening/agency-statements.ts';
import type { SourceHost } from '../sources/source-host.ts';
import { createContactHandlers } from './accounts/contact-handlers.ts';
import { createFactorHandlers } from './accounts/factor-handlers.ts';
import { createRegistrationHandlers } from './accounts/registration-handlers.ts';
import { createSessionHandlers } from './accounts/session-handlers.ts';
import { createAdminHandlers } from './admin/admin-handlers.ts';
import { createAuditHandlers } from './audit/audit-handlers.ts';
import { createCaseGroup } from './cases/case-group.ts';
import { createClusterGroup } from './clusters/cluster-group.ts';
import { createCoinFlowGroup } from './coin-flow/coin-flow-group.ts';
import { createContentHandlers } from './content/content-handlers.ts';
import { createInterestHandlers } from './deconfliction/interest-handlers.ts';
import { createHomeHandlers } from './home/home-handlers.ts';
import { createAlertHandlers } from './inbox/alert-handlers.ts';
import { createChannelHandlers } from './inbox/channel-handlers.ts';
import { createSubscriptionHandlers } from './inbox/subscription-handlers.ts';
import { createJobHandlers } from './jobs/job-handlers.ts';
import { createActorHandlers } from './labels/actor-handlers.ts';
import { createLabelHandlers } from './labels/label-handlers.ts';
import { createLabelPackHandlers } from './labels/label-pack-handlers.ts';
import { createSanctionsHandlers } from './labels/sanctions-handlers.ts';
import { createBulkHandlers } from './ledger/bulk.ts';
import { createChainHandlers } from './ledger/chain-handlers.ts';
import { createLedgerHandlers } from './ledger/ledger-handlers.ts';
import { createUtxoHandlers } from './ledger/output-address-group.ts';
import { createScanHandlers } from './ledger/scan.ts';
import { createSearchHandlers } from './ledger/search.ts';
import { createProofHandlers } from './ledger/transaction-handlers.ts';
import { createWalletKeyHandlers } from './ledger/wallet-keys.ts';
import { createListHandlers } from './lists/list-handlers.ts';
import { createLookupHandlers } from './lookup/lookup-handlers.ts';
import { createWatchHandlers } from './monitoring/watch-handlers.ts';
import { createNftHandlers } from './nft/nft-handlers.ts';
import { createPartnerHandlers } from './partners/partner-handlers.ts';
import { createPriceHandlers } from './prices/price-handlers.ts';
import { createReportHandlers } from './reports/report-handlers.ts';
import { createScamHandlers } from './scams/scam-handlers.ts';
import { createScreeningGroup } from './screening/screening-group.ts';
import { createSourceHandlers } from './sources/source-handlers.ts';
import { createStampAuthorityHandlers } from './sources/stamp-authority-handlers.ts';
import { createStatementHandlers } from './statements/statement-handlers.ts';
import { createTrainingGroup } from './training/training-group.ts';
import { createUserPanelGroup } from './user-panel/user-panel-group.ts';

export interface HandlerDeps {
  readonly ledgers: Ledgers;
  readonly limits: Limits;
  readonly knowledge: Knowledge;
  readonly casework: CaseworkContext;
  /** What requests about files of evidence share. */
  readonly evidence: EvidenceService;
  readonly auditLog: AuditLog;
  /** Where data of on-demand sources go; without it they are only listed and set. */
  readonly sources: SourceHost | undefined;
  /** Aborts when the server stops: streams end with it. */
  readonly stopping?: AbortSignal | undefined;
}

/** A handler for every route of the contract; leaving one out does not compile. */
export function createHandlers({
  ledgers,
  limits,
  knowledge,
  casework,
  evidence,
  auditLog,
  sources,
  stopping,
}: HandlerDeps): Handlers {
  const tools = {
    ...createActorHandlers(knowledge),
    ...createAdminHandlers(casework),
    ...createAlertHandlers(casework, stopping),
    ...createChannelHandlers(casework),
    ...createSubscriptionHandlers(casework),
    ...createAuditHandlers(casework, auditLog),
    ...createBulkHandlers(ledgers),
    ...createChainHandlers(ledgers, knowledge),
    ...createClusterGroup(ledgers, knowledge),
    ...createCoinFlowGroup({ ledgers, knowledge, casework }),
    ...createContactHandlers(casework),
    ...createContentHandlers(casework),
    ...createFactorHandlers(casework),
    ...createInterestHandlers({ casework, ledgers, knowledge }),
    ...createJobHandlers(casework, listJobs({ ledgers, knowledge, sources }), stopping),
    ...createLabelHandlers(knowledge),
    ...createLabelPackHandlers(knowledge, casework),
    ...createLedgerHandlers(ledgers, limits, knowledge),
    ...createListHandlers({ casework, ledgers, knowledge, copies: new ListCopies(knowledge.packs) }),
    ...createLookupHandlers(ledgers, limits, knowledge),
    ...createNftHandlers({ ledgers, knowledge }),
    ...createPartnerHandlers({ casework, ledgers, knowledge }),
    ...createPriceHandlers(knowledge),
    ...createRegistrationHandlers(casework),
    ...createProofHandlers(ledgers),
    ...createSanctionsHandlers(knowledge),
    ...createScanHandlers(ledgers),
    ...createSearchHandlers(ledgers),
    ...createScreeningGroup({ ledgers, knowledge, casework }),
    ...createSessionHandlers(casework),
    ...createSourceHandlers(casework, sources),
    ...createStampAuthorityHandlers(casework),
    ...createStatementHandlers({ ledgers, knowledge, casework }),
    ...createTrainingGroup({ casework, ledgers, knowledge }),
    ...createUtxoHandlers(ledgers, knowledge),
    ...createUserPanelGroup(casework, ledgers, knowledge),
    ...createWalletKeyHandlers(ledgers),
    ...createWatchHandlers({ casework, ledgers, knowledge }),
  };
  const software = () => ledgers.list()[0]?.software ?? 'Trailmark';
  const cases = createCaseGroup({ casework, evidence, knowledge, ledgers, auditLog, tools, software });
  const reports = createReportHandlers({ casework, knowledge, ledgers, software, sources }, tools);
  const others = { ...tools, ...cases, ...reports };
  return withAgencyStatements(casework, {
    ...others,
    ...createScamHandlers({ casework, ledgers, knowledge }, others),
    ...createHomeHandlers({ casework, knowledge }, others),
  });
}
