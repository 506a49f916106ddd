import { adminRoutes } from './contract/admin.ts';
import { alertRoutes } from './contract/alert.ts';
import { alertChannelRoutes } from './contract/alert-channel.ts';
import { alertSubscriptionRoutes } from './contract/alert-subscription.ts';
import { auditRoutes } from './contract/audit.ts';
import { caseRoutes } from './contract/case.ts';
import { caseAuthorityRoutes } from './contract/case-authority.ts';
import { caseCommentRoutes } from './contract/case-comment.ts';
import { caseContactRoutes } from './contract/case-contact.ts';
import { caseCustodyRoutes } from './contract/case-custody.ts';
import { caseEmergencyRoutes } from './contract/case-emergency.ts';
import { caseEvidenceRoutes } from './contract/case-evidence.ts';
import { caseFileRoutes } from './contract/case-file.ts';
import { caseItemRoutes } from './contract/case-item.ts';
import { caseKeyRoutes } from './contract/case-keys.ts';
import { caseMoneyRoutes } from './contract/case-money.ts';
import { caseNoteRoutes } from './contract/case-note.ts';
import { casePackageRoutes } from './contract/case-package.ts';
import { casePeopleRoutes } from './contract/case-people.ts';
import { caseRecordRoutes } from './contract/case-record.ts';
import { caseRequestRoutes } from './contract/case-request.ts';
import { caseSourceRoutes } from './contract/case-source.ts';
import { caseTaskRoutes } from './contract/case-task.ts';
import { caseTimelineRoutes } from './contract/case-timeline.ts';
import { clusterRoutes } from './contract/cluster-routes.ts';
import { contactRoutes } from './contract/contact.ts';
import { contentRoutes } from './contract/content.ts';
import { enhancedReportRoutes } from './contract/enhanced-report.ts';
import { factorRoutes } from './contract/factor.ts';
import { fetchJobRoutes } from './contract/fetch-job.ts';
import { flowRoutes } from './contract/flow.ts';
import { homeRoutes } from './contract/home.ts';
import { interestRoutes } from './contract/interest.ts';
import { jobRoutes } from './contract/job.ts';
import { labelRoutes } from './contract/label.ts';
import { labelAppealRoutes } from './contract/label-appeal.ts';
import { labelPackRoutes } from './contract/label-pack.ts';
import { ledgerRoutes } from './contract/ledger.ts';
import { watchedListRoutes } from './contract/list.ts';
import { lookupRoutes } from './contract/lookup.ts';
import { nftRoutes } from './contract/nft.ts';
import { partnerRoutes } from './contract/partner.ts';
import { priceRoutes } from './contract/price.ts';
import { profileRoutes } from './contract/profile.ts';
import { registrationRoutes } from './contract/registration.ts';
import { reportDeclarationRoutes } from './contract/report-declarations.ts';
import { scamReportRoutes } from './contract/scam-report.ts';
import { screeningRoutes } from './contract/screening.ts';
import { screeningBatchRoutes } from './contract/screening-batch.ts';
import { sessionRoutes } from './contract/session.ts';
import { sourceRoutes } from './contract/source.ts';
import { stampAuthorityRoutes } from './contract/stamp-authority.ts';
import { statementRoutes } from './contract/statement.ts';
import { statementLossRoutes } from './contract/statement-losses.ts';
import { statementRecordsRoutes } from './contract/statement-records.ts';
import { subscriptionRoutes } from './contract/subscription.ts';
import { supportRoutes } from './contract/support.ts';
import { threatRulesRoutes } from './contract/threat-rules.ts';
import { traceRoutes } from './contract/trace.ts';
import { trainingRoutes } from './contract/training.ts';
import { videoRoutes } from './contract/video.ts';
import { walletKeyRoutes } from './contract/wallet-key.ts';
import { watchRoutes } from './contract/watch.ts';
import { ROUTES_BASE, type Route } from './route.ts';

/** Every route of API version 1, below `/api/v1`. */
export const contract = {
  ...adminRoutes,
  ...alertChannelRoutes,
  ...alertSubscriptionRoutes,
  ...alertRoutes,
  ...auditRoutes,
  ...caseAuthorityRoutes,
  ...caseEmergencyRoutes,
  ...caseContactRoutes,
  ...caseCustodyRoutes,
  ...caseEvidenceRoutes,
  ...caseSourceRoutes,
  ...caseFileRoutes,
  ...caseKeyRoutes,
  ...caseItemRoutes,
  ...caseMoneyRoutes,
  ...casePeopleRoutes,
  ...caseNoteRoutes,
  ...caseRequestRoutes,
  ...caseRoutes,
  ...casePackageRoutes,
  ...caseRecordRoutes,
  ...caseCommentRoutes,
  ...caseTaskRoutes,
  ...caseTimelineRoutes,
  ...clusterRoutes,
  ...contactRoutes,
  ...contentRoutes,
  ...enhancedReportRoutes,
  ...factorRoutes,
  ...fetchJobRoutes,
  ...flowRoutes,
  ...homeRoutes,
  ...interestRoutes,
  ...partnerRoutes,
  ...jobRoutes,
  ...labelPackRoutes,
  ...labelRoutes,
  ...ledgerRoutes,
  ...watchedListRoutes,
  ...lookupRoutes,
  ...priceRoutes,
  ...profileRoutes,
  ...registrationRoutes,
  ...scamReportRoutes,
  ...screeningBatchRoutes,
  ...screeningRoutes,
  ...sessionRoutes,
  ...sourceRoutes,
  ...stampAuthorityRoutes,
  ...statementLossRoutes,
  ...statementRecordsRoutes,
  ...nftRoutes,
  ...statementRoutes,
  ...subscriptionRoutes,
  ...supportRoutes,
  ...videoRoutes,
  ...walletKeyRoutes,
  ...watchRoutes,
  ...labelAppealRoutes,
  ...reportDeclarationRoutes,
  ...threatRulesRoutes,
  ...traceRoutes,
  ...trainingRoutes,
} as const;
export type Contract = typeof contract;
export type RouteName = keyof Contract;

/** Every route by its name, as one type: entries of the contract would have the compiler compare every route with every other. */
export function listRoutes(): [RouteName, Route][] {
  return Object.entries<Route>(contract) as [RouteName, Route][];
}

export const API_BASE = ROUTES_BASE;
