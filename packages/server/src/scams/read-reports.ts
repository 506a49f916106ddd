import type { Contract } from '@trailmark/api/contract';
import type { AgencyLabel, ScamReport } from '@trailmark/api/contract/scam-report';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { CATEGORIES } from '@trailmark/core/category';
import { isChainId } from '@trailmark/core/chain';
import { CONFIDENCE_LEVELS, type ConfidenceId } from '@trailmark/core/confidence';
import { AppError } from '@trailmark/core/errors';
import { networkOfChain } from '@trailmark/core/network';
import { SCAM_CATEGORIES, SCAM_STATES, type ScamCategoryId } from '@trailmark/core/scam-report';
import type { Transaction } from '@trailmark/store/cases/casework';
import { type AgencyLabelRow, listAgencyLabels, listReportLabels } from '@trailmark/store/cases/scams/label-rows';
import {
  countReportStates,
  countScamReports,
  findListedReport,
  findMedianReview,
  findScamReport,
  type LinkedReportRow,
  listLinkedReports,
  listReportSteps,
  listScamReports,
  type ScamListRow,
  type ScamReportRow,
} from '@trailmark/store/cases/scams/report-rows';
import { toSeconds } from '../cases/case-view.ts';
import { keyText } from '../cases/item-kinds/identifiers.ts';
import type { Caller } from '../casework/caller.ts';
import { ownAccount, readOwn } from '../casework/own-account.ts';
import { toCanonicalAddress } from './check-payment.ts';
import type { ScamContext } from './receive-report.ts';
import { type ReportParts, readPortal, toDrafts, toParts, toRow, toRows, toSteps } from './report-view.ts';

const NINETY_DAYS_MS = 90 * 86_400_000;
const MOST_LINKED = 50;
const MOST_LABELS = 500;

export function toAgencyLabel(row: AgencyLabelRow, account: string): AgencyLabel {
  const { chain, confidence, madeById, madeAt, withdrawnAt, withdrawnBy, withdrawnWhy, reportId, ...rest } = row;
  return {
    ...rest,
    report: reportId,
    chain: isChainId(chain) ? chain : 'btc',
    confidence: { id: confidence, level: CONFIDENCE_LEVELS[confidence] },
    madeAt: toSeconds(madeAt),
    withdrawn: withdrawnAt && {
      at: toSeconds(withdrawnAt),
      by: withdrawnBy ?? 'Former account',
      why: withdrawnWhy ?? '',
    },
    isOwn: madeById === account,
  };
}

/** Why a label on an address needs a second reviewer; null where it does not. An exchange was called ransomware before. */
export function findCaution({ knowledge }: ScamContext, chain: string, address: string): string | null {
  const network = networkOfChain(chain);
  if (!network) return null;
  const service = knowledge
    .labels()
    .labelsOf(network, address)
    .find(({ category }) => CATEGORIES[category].isService);
  return service
    ? `Sources attribute this address to a service (“${service.label.slice(0, 120)}”): a label on it touches all of its customers.`
    : null;
}

/** Addresses that a label could be about: those that were paid, then those that were only named. Who paid is marked. */
function listLabelled(context: ScamContext, { payments, suspects }: ReportParts): ScamReport['proposal']['addresses'] {
  const named = [
    ...payments
      .filter(({ check }) => check.finding !== 'not-to-address')
      .map(({ chain, address }) => ({ chain, address })),
    ...suspects.map(({ kind, chain, value }) => ({ chain, address: kind === 'address' ? value : null })),
  ];
  const payers = new Set(
    payments.flatMap(({ chain, payers: own = [] }) => own.map((address) => `${chain} ${address}`)),
  );
  const found = new Map<string, ScamReport['proposal']['addresses'][number]>();
  for (const { chain, address } of named) {
    const ledger = chain === null ? undefined : context.ledgers.find(chain);
    const canonical = ledger && address !== null ? toCanonicalAddress(ledger, address) : undefined;
    if (!(ledger && canonical)) continue;
    const caution = findCaution(context, ledger.id, canonical);
    const place = `${ledger.id} ${canonical}`;
    found.set(place, { chain: ledger.id, address: canonical, caution, isPayer: payers.has(place) });
  }
  return [...found.values()].slice(0, 50);
}

/** People who may be one and the same count once: an account, or a network. */
function countReporters(row: ScamReportRow, linked: readonly LinkedReportRow[]): ScamReport['corroboration'] {
  const sources = [row, ...linked].map(({ accountId, sourceTag, id }) => accountId ?? sourceTag ?? id);
  return { reports: linked.length + 1, reporters: new Set(sources).size };
}

/** One report alone counts little; reviewed and independent ones count more, and never more than a trusted provider. */
function proposeConfidence(reporters: number): ConfidenceId {
  return reporters >= 3 ? 'trusted_provider' : reporters === 2 ? 'untrusted_transaction' : 'web_crawl';
}

async function readWhole(
  context: ScamContext,
  tx: Transaction,
  row: ScamListRow,
  account: string,
): Promise<ScamReport> {
  const parts = toParts(row);
  const linked = await listLinkedReports(tx, row.id, MOST_LINKED);
  const category = SCAM_CATEGORIES[row.category as ScamCategoryId];
  const corroboration = countReporters(row, linked);
  const into = row.mergedInto === null ? undefined : await findScamReport(tx, row.mergedInto);
  const domain = parts.suspects.find(({ kind }) => kind === 'domain')?.value;
  return {
    ...toRow(row, account),
    receiptHash: row.receiptHash,
    paymentList: parts.payments,
    suspects: parts.suspects,
    evidence: parts.evidence,
    steps: toSteps(await listReportSteps(tx, row.id)),
    reason: row.reason,
    mergedInto: into ? { id: into.id, reference: into.reference } : null,
    hasVictim: row.hasVictim,
    linkedReports: linked.map(({ id, reference, state, receivedAt, keys }) => {
      return { id, reference, state, receivedAt: toSeconds(receivedAt), by: keys.map(nameKey) };
    }),
    corroboration,
    labels: (await listReportLabels(tx, row.id)).map((label) => toAgencyLabel(label, account)),
    proposal: {
      text: domain ? `${category.name} (${domain})`.slice(0, 200) : category.name,
      category: category.label,
      confidence: proposeConfidence(corroboration.reporters),
      addresses: listLabelled(context, parts),
    },
    drafts: toDrafts(row, parts, { agency: 'our agency', portal: await readPortal(tx, row.agency) }),
  };
}

const KEY_WORDS: Readonly<Record<string, string>> = { address: 'address', cluster: 'cluster', domain: 'website' };

/** `same address 1A1z…`, as a reviewer reads it. */
function nameKey(key: string): string {
  const kind = key.split(':')[0] ?? '';
  return `same ${KEY_WORDS[kind] ?? kind}: ${keyText(key)}`;
}

export const noReport = () => new AppError('not-found', 'There is no such report.');

export async function readReportIn(
  context: ScamContext,
  tx: Transaction,
  id: string,
  account: string,
): Promise<ScamReport> {
  const row = await findListedReport(tx, id);
  if (!row) throw noReport();
  return readWhole(context, tx, row, account);
}

export function readReport(context: ScamContext, caller: Caller, id: string): Promise<ScamReport> {
  return readOwn(context.casework, caller, (tx) => readReportIn(context, tx, id, ownAccount(caller).id));
}

export function readReports(
  { casework }: ScamContext,
  caller: Caller,
  { view, category, order, offset, limit }: RouteInput<Contract['listScamReports']>['query'],
): Promise<RouteOutput<Contract['listScamReports']>> {
  const account = ownAccount(caller).id;
  const filter = view === 'own' ? { account, category } : { state: view, category };
  return readOwn(casework, caller, async (tx) => {
    const states = await countReportStates(tx);
    const own = await countScamReports(tx, { account });
    return {
      items: toRows(await listScamReports(tx, filter, { order, offset, limit }), account),
      total: await countScamReports(tx, filter),
      counts: { ...Object.fromEntries(SCAM_STATES.map((state) => [state, states[state] ?? 0])), own },
      medianReview: await findMedianReview(tx, new Date(casework.now().getTime() - NINETY_DAYS_MS)),
    };
  });
}

export function readAgencyLabels(
  { casework }: ScamContext,
  caller: Caller,
  query: RouteInput<Contract['listAgencyLabels']>['query'],
): Promise<RouteOutput<Contract['listAgencyLabels']>> {
  return readOwn(casework, caller, async (tx) => {
    const rows = await listAgencyLabels(tx, query, MOST_LABELS);
    return { items: rows.map((row) => toAgencyLabel(row, ownAccount(caller).id)) };
  });
}
