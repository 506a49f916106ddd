import type { AlertLine } from '@trailmark/core/alert';
import type { KnowledgeMark } from '@trailmark/core/case';
import { isChainId } from '@trailmark/core/chain';
import { SCAM_CATEGORIES, type ScamCategoryId } from '@trailmark/core/scam-report';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  listReportsToAlert,
  listReportsToRetract,
  listTouchedCases,
  markAlerted,
  type TouchedCase,
  type VerifiedReport,
} from '@trailmark/store/cases/lists/touched-rows';
import { keyText, nameKeys } from '../cases/item-kinds/identifiers.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { scamReport } from '../inbox/kinds/scam-report.ts';
import { raiseAlert, retractGroupAlerts } from '../inbox/raise-alert.ts';

const SYSTEM = { kind: 'system' } as const;
const AT_ONCE = 50;

const markOf = (key: string): KnowledgeMark => (key.startsWith('cluster:') ? 'inference' : 'claim');

/** An address is named with its chain, so that whoever reads the alert can look at it and watch it. */
function toLine(key: string): AlertLine {
  const [name = '', chain = ''] = key.split(':');
  const line = { mark: markOf(key), name, text: keyText(key) };
  return name === 'address' && isChainId(chain) ? { ...line, chain, address: line.text } : line;
}

const groupOf = (report: string): string => `scam:${report}`;

/** Notifies a case of a report of its own agency that names the same, without who reported. */
async function alertCase(
  tx: Transaction,
  { id: report, reference, category, at }: VerifiedReport,
  { id, agency, keys }: TouchedCase,
  now: Date,
): Promise<void> {
  const { name } = SCAM_CATEGORIES[category as ScamCategoryId];
  const isWeak = keys.every((key) => key.startsWith('cluster:'));
  await raiseAlert(tx, {
    agency,
    case: id,
    kind: scamReport,
    key: `scam:${report}:${id}`,
    group: groupOf(report),
    mark: isWeak ? 'inference' : 'claim',
    title: `Verified report of a scam: ${name}, ${nameKeys(keys).slice(0, 160)}`,
    summary: `${reference} names the same as this case${isWeak ? ', by the same cluster only' : ''}. A report is a claim.`,
    body: {
      movements: [],
      lines: keys.slice(0, 50).map(toLine),
      notes: [],
      facts: { report, reference },
    },
    place: null,
    happenedAt: at,
    origin: { id: 'scam-reports', name: 'Scam reports', words: reference },
    at: now,
  });
}

async function alertSome(tx: Transaction, now: Date): Promise<number> {
  const reports = await listReportsToAlert(tx, AT_ONCE);
  for (const report of reports) {
    const cases = report.keys.length === 0 ? [] : await listTouchedCases(tx, report.keys, report.agency);
    for (const one of cases) await alertCase(tx, report, one, now);
    await markAlerted(tx, report.id, now);
  }
  return reports.length;
}

const WHY = 'The report is no longer verified: a reviewer opened it again.';

async function retractSome(tx: Transaction, at: Date): Promise<number> {
  const reports = await listReportsToRetract(tx, AT_ONCE);
  for (const { id, agency } of reports) {
    await retractGroupAlerts(tx, { agency, kind: scamReport, group: groupOf(id), why: WHY, at });
    await markAlerted(tx, id, null);
  }
  return reports.length;
}

/** Notifies cases of verified reports that name the same, once each, and takes back what is verified no longer. */
export async function alertVerifiedReports(casework: CaseworkContext): Promise<void> {
  while ((await casework.store.transact(SYSTEM, (tx) => retractSome(tx, casework.now()))) === AT_ONCE);
  while ((await casework.store.transact(SYSTEM, (tx) => alertSome(tx, casework.now()))) === AT_ONCE);
}
