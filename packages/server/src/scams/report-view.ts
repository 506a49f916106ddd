import type {
  PaymentCheck,
  ScamDraft,
  ScamReport,
  ScamRow,
  ScamStatus,
  StatedPayment,
  Suspect,
} from '@trailmark/api/contract/scam-report';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { ChainId } from '@trailmark/core/chain';
import { SCAM_CATEGORIES, type ScamCategoryId } from '@trailmark/core/scam-report';
import { type DraftReport, writeScamDrafts } from '@trailmark/documents/scam-drafts';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  findIntake,
  findQueuePosition,
  listReportSteps,
  type ReportStepRow,
  type ScamListRow,
  type ScamReportRow,
} from '@trailmark/store/cases/scams/report-rows';
import { toSeconds } from '../cases/case-view.ts';

/** A payment as it is stored; of reports that are older than `payers` nobody is known to have paid. */
export type CheckedPayment = StatedPayment & { readonly check: PaymentCheck; readonly payers?: readonly string[] };

/** What columns of a report have, as the contract has it. */
export interface ReportParts {
  readonly payments: CheckedPayment[];
  readonly suspects: Suspect[];
  readonly evidence: ScamStatus['evidence'];
}

export function toParts({ payments, suspects, evidence }: ScamReportRow): ReportParts {
  return {
    payments: payments as CheckedPayment[],
    suspects: suspects as Suspect[],
    evidence: evidence as ReportParts['evidence'],
  };
}

/** Codes of chains in the Chainabuse format. */
const CHAIN_CODES: Readonly<Partial<Record<ChainId, string>>> = {
  btc: 'BTC',
  ltc: 'LITECOIN',
  doge: 'DOGE',
  eth: 'ETH',
  bsc: 'BINANCE',
  trx: 'TRON',
  polygon: 'POLYGON',
  avalanche: 'AVALANCHE',
  arbitrum: 'ARBITRUM',
  base: 'BASE',
};

const shownTime = (seconds: number | null): string | undefined =>
  seconds === null ? undefined : `${new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function toDraftPayment({ chain, txid, address, amount, unit, at, check }: CheckedPayment) {
  return {
    chain: chainName(chain),
    chainCode: CHAIN_CODES[chain],
    txid: txid ?? undefined,
    address: address ?? undefined,
    amount: check.amount ?? amount ?? undefined,
    unit: check.unit ?? unit,
    time: shownTime(check.time ?? at),
    check: check.sentence,
  };
}

export interface DraftOptions {
  readonly agency: string;
  readonly portal: { readonly name: string; readonly template: string };
  readonly story?: DraftReport['story'];
  readonly loss?: DraftReport['loss'];
}

/** Drafts of a report; with the story only for who reported it. */
export function toDrafts(
  row: Pick<ScamReportRow, 'reference' | 'category' | 'receivedAt'>,
  { payments, suspects, evidence }: ReportParts,
  { agency, portal, story = [], loss }: DraftOptions,
): ScamDraft[] {
  const category = SCAM_CATEGORIES[row.category as ScamCategoryId];
  const report: DraftReport = {
    reference: row.reference,
    agency,
    category: category.name,
    categoryCode: category.chainabuse,
    payments: payments.map(toDraftPayment),
    suspects,
    loss,
    evidence,
    story,
    day: row.receivedAt.toISOString().slice(0, 10),
  };
  return writeScamDrafts(report, portal).map((draft) => ({ ...draft, limits: [...draft.limits] }));
}

export const countOnChain = (payments: readonly CheckedPayment[]): number =>
  payments.filter(({ check }) => check.height !== null).length;

/** Plain decimals added exactly. */
function addPlain(amounts: readonly string[]): string {
  const places = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const toUnits = (amount: string): bigint => {
    const [whole = '0', rest = ''] = amount.split('.');
    return BigInt(whole + rest.padEnd(places, '0'));
  };
  const digits = amounts
    .reduce((sum, amount) => sum + toUnits(amount), 0n)
    .toString()
    .padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** What was found on chain in the unit of the first payment that was. */
export function sumOnChain(payments: readonly CheckedPayment[]): ScamRow['loss'] {
  const found = payments.flatMap(({ check: { amount, unit, finding } }) =>
    amount === null || unit === null || finding === 'not-to-address' ? [] : [{ amount, unit }],
  );
  const unit = found[0]?.unit;
  if (unit === undefined) return null;
  return { unit, amount: addPlain(found.filter((one) => one.unit === unit).map(({ amount }) => amount)) };
}

export function toRow(row: ScamListRow, account: string, place: number | null = null): ScamRow {
  const { payments, suspects } = toParts(row);
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    category: row.category as ScamCategoryId,
    reporter: row.reporter,
    channel: row.channel,
    trust: row.trust,
    receivedAt: toSeconds(row.receivedAt),
    payments: payments.length,
    onChain: countOnChain(payments),
    domains: suspects.filter(({ kind }) => kind === 'domain').length,
    loss: sumOnChain(payments),
    linked: row.linked,
    fromSamePlace: row.fromSamePlace,
    place,
    isOwn: row.accountId === account,
  };
}

/** Rows of a page, with a number for each network: the network itself is not kept, and its tag does not leave. */
export function toRows(rows: readonly ScamListRow[], account: string): ScamRow[] {
  const places = new Map<string, number>();
  return rows.map((row) => {
    const { sourceTag } = row;
    if (sourceTag !== null && !places.has(sourceTag)) places.set(sourceTag, places.size + 1);
    return toRow(row, account, sourceTag === null ? null : (places.get(sourceTag) ?? null));
  });
}

export function toSteps(steps: readonly ReportStepRow[]): ScamReport['steps'] {
  // The words of an appeal are the reporter’s own: they are opened with a reason, as all others.
  return steps.map(({ at, kind, text }) => ({ at: toSeconds(at), kind, text: kind === 'appeal' ? '' : text }));
}

export async function readPortal(tx: Transaction, agency: string): Promise<DraftOptions['portal']> {
  const intake = await findIntake(tx, agency);
  return { name: intake?.portalName ?? '', template: intake?.portalTemplate ?? '' };
}

/** A report as who has its code sees it: nothing that they stated about themselves, in case the code is not theirs alone. */
export async function readStatus(
  tx: Transaction,
  row: ScamReportRow & { readonly agencyName: string },
): Promise<ScamStatus> {
  const parts = toParts(row);
  const isWaiting = row.state === 'new' || row.state === 'appeal';
  const drafts = toDrafts(row, parts, { agency: row.agencyName, portal: await readPortal(tx, row.agency) });
  return {
    reference: row.reference,
    agency: row.agencyName,
    state: row.state,
    receivedAt: toSeconds(row.receivedAt),
    receiptHash: row.receiptHash,
    position: isWaiting ? await findQueuePosition(tx, row) : null,
    steps: toSteps(await listReportSteps(tx, row.id)),
    payments: parts.payments,
    evidence: parts.evidence,
    drafts,
    hasVictim: row.hasVictim,
    mayAppeal: row.state === 'rejected' || row.state === 'merged',
  };
}
