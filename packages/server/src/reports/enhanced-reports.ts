import { randomUUID } from 'node:crypto';
import type {
  EnhancedReport,
  EnhancedReportHead,
  ReportClaimRow,
  ReportPreview,
} from '@trailmark/api/contract/enhanced-report';
import { rightsOf } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import type { ReportDraft } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { writeClaim } from '@trailmark/evidence/bundle/claim-text';
import { type CaseDetailRow, touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { listItems } from '@trailmark/store/cases/agency-cases/item-rows';
import { listColleagues } from '@trailmark/store/cases/agency-cases/member-rows';
import {
  decideReportVersion,
  insertReport,
  insertReportVersion,
  listReportFiles,
  listReports,
  listReportVersions,
  type ReportRow,
  updateReportDraft,
} from '@trailmark/store/cases/agency-cases/report-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { openCaseKey } from '../cases/case-key.ts';
import { actOnCase, checkVersion, openCase, readCases } from '../cases/case-scope.ts';
import { toSeconds } from '../cases/case-view.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { BUNDLE_KEY, type BuiltVersion, buildVersion } from './build-version.ts';
import { openCertificateSigner } from './certificate-signature.ts';
import { collectFacts } from './collect-facts.ts';
import { compareClaims } from './compare-claims.ts';
import { type ComposedReport, composeReport } from './compose-report.ts';
import { toMoment } from './moment.ts';
import type { ReportAsker } from './report-asker.ts';
import { checkReport } from './report-checks.ts';
import { addReviewer, CONTENT, getReportRow, type ReportPlace, readContent, storeFiles } from './report-files.ts';
import { checkReviewer, findSigners, nameReviewer } from './report-signers.ts';
import { stampVersion } from './stamp-version.ts';

const MOST_SHOWN = 500;
/** Kinds of pinned results that a new report begins with. */
const USUAL_KINDS = ['flow-version', 'statement', 'screening'];

function toHead({
  id,
  caseId,
  caseNumber,
  caseTitle,
  title,
  state,
  lastNumber,
  changedAt,
  changedBy,
}: ReportRow): EnhancedReportHead {
  return {
    id,
    case: caseId,
    caseNumber,
    caseTitle,
    title,
    state,
    versions: lastNumber,
    changedAt: toSeconds(changedAt),
    changedBy,
  };
}

/** Reports of the cases that the caller sees. */
export function readReports(casework: CaseworkContext, caller: Caller, caseId: string | undefined) {
  return readCases(casework, caller, async (tx) => {
    if (caseId !== undefined) await openCase(tx, caseId, 'read');
    return { items: (await listReports(tx, caseId, MOST_SHOWN)).map(toHead) };
  });
}

async function toReport(
  tx: Transaction,
  place: ReportPlace,
  agency: string,
  role: CaseDetailRow['role'],
): Promise<EnhancedReport> {
  const row = await getReportRow(tx, place);
  const list = [];
  for (const {
    number,
    state,
    coreDigest,
    claims,
    madeAt,
    madeBy,
    decidedAt,
    decidedBy,
    why,
  } of await listReportVersions(tx, place.report)) {
    const files = (await listReportFiles(tx, place.report, number)).filter(({ name }) => name !== CONTENT);
    const decided = decidedAt && { at: toSeconds(decidedAt), by: decidedBy ?? 'Former account', why: why ?? '' };
    list.push({ number, state, coreDigest, claims, madeAt: toSeconds(madeAt), madeBy, decided, files });
  }
  const colleagues = (await listColleagues(tx, agency)).map(({ account: id, name }) => ({ id, name }));
  return {
    ...toHead(row),
    draft: row.draft as EnhancedReport['draft'],
    version: row.version,
    list,
    colleagues,
    rights: [...rightsOf(role)],
  };
}

export function readReport(casework: CaseworkContext, caller: Caller, place: ReportPlace): Promise<EnhancedReport> {
  return readCases(casework, caller, async (tx) => {
    const { role } = await openCase(tx, place.case, 'read');
    return toReport(tx, place, ownAccount(caller).agency, role);
  });
}

function startDraft(title: string, items: readonly string[], examiner: string): ReportDraft {
  return {
    ...{ title, items, instructions: '', opinion: '', classification: 'Restricted', hides: [] },
    questions: [
      { kind: 'where', text: 'Where did the money go?' },
      { kind: 'stop', text: 'Can any of it be stopped today?' },
      { kind: 'who', text: 'Who controls the addresses?' },
    ],
    ...({ audience: 'court', jurisdiction: 'none', language: 'en' } as const),
    examiner: { name: examiner, qualifications: '' },
    reviewer: { account: '', name: '', qualifications: '' },
  };
}

export function createReport(
  casework: CaseworkContext,
  caller: Caller,
  caseId: string,
  title: string,
): Promise<EnhancedReport> {
  const own = ownAccount(caller);
  const id = randomUUID();
  const details = () => ({ report: id, title });
  return actOnCase(
    casework,
    caller,
    { id: caseId, right: 'write', action: 'report.create', details },
    async (tx, { role }) => {
      const pinned = (await listItems(tx, caseId, { kinds: USUAL_KINDS }, 100)).filter(
        ({ withdrawnAt }) => withdrawnAt === null,
      );
      const colleague = (await listColleagues(tx, own.agency)).find(({ account }) => account === own.id);
      const draft = startDraft(
        title,
        pinned.toReversed().map((row) => row.id),
        colleague?.name ?? '',
      );
      await insertReport(tx, { id, caseId, agency: own.agency, title, draft, by: own.id, at: casework.now() });
      await touchCase(tx, caseId, casework.now());
      return toReport(tx, { case: caseId, report: id }, own.agency, role);
    },
  );
}

/** Saves a draft. Throws `conflict` where somebody saved another in the meantime: the writer keeps theirs. */
export function saveReport(
  casework: CaseworkContext,
  caller: Caller,
  place: ReportPlace,
  { version, draft }: { readonly version: number; readonly draft: ReportDraft },
): Promise<EnhancedReport> {
  const own = ownAccount(caller);
  const details = () => ({ report: place.report, version: version + 1 });
  return actOnCase(
    casework,
    caller,
    { id: place.case, right: 'write', action: 'report.save', details },
    async (tx, { role }) => {
      await getReportRow(tx, place);
      const named = await nameReviewer(tx, own.agency, draft);
      const row = { id: place.report, title: draft.title, draft: named, by: own.id, at: casework.now() };
      if (!(await updateReportDraft(tx, row, version))) checkVersion(0, version);
      return toReport(tx, place, own.agency, role);
    },
  );
}

const toClaimRows = (claims: readonly Claim[]): ReportClaimRow[] =>
  claims.map((claim) => ({ id: claim.id, mark: claim.mark, rule: claim.rule, sentence: writeClaim(claim) }));

async function composeDraft(
  asker: ReportAsker,
  place: ReportPlace,
  draft: ReportDraft,
  { number, isPreview = false }: { readonly number: number; readonly isPreview?: boolean },
) {
  const facts = await collectFacts(asker, place.case, draft, { isPreview });
  return { facts, report: composeReport(facts, draft, number) };
}

/** Claims that name something of a pinned result. */
function countClaims(
  { claims }: ComposedReport,
  {
    number,
    traces,
  }: { readonly number: string; readonly traces: readonly { readonly id: string; readonly chain: string }[] },
): number {
  const names = new Set([`items/${number}.json`, ...traces.map(({ id }) => `traces/${id}.json`)]);
  return claims.filter(({ inputs }) => names.has(String(inputs.item)) || names.has(String(inputs.trace))).length;
}

/** The draft as it was saved, and who would sign a version of it that the caller makes. */
function readDraft(casework: CaseworkContext, caller: Caller, place: ReportPlace, right: 'read' | 'write') {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, place.case, right);
    const row = await getReportRow(tx, place);
    const draft = row.draft as ReportDraft;
    return { row, draft, signers: await findSigners(tx, ownAccount(caller), draft) };
  });
}

/** The report as its saved draft says it today. */
export async function previewReport(asker: ReportAsker, place: ReportPlace): Promise<ReportPreview> {
  const { caller, deps } = asker;
  const { row, draft, signers } = await readDraft(deps.casework, caller, place, 'read');
  const { facts, report } = await composeDraft(asker, place, draft, { number: row.lastNumber + 1, isPreview: true });
  return {
    document: report.document,
    claims: toClaimRows(report.claims),
    checks: checkReport(draft, facts, report, signers).map((check) => ({ ...check })),
    perItem: facts.items.map((item) => ({ item: item.id, claims: countClaims(report, item) })),
  };
}

/** Makes a version: composes the report from what is true now, writes its files, and signs them for the examiner. */
export async function freezeReport(asker: ReportAsker, place: ReportPlace, version: number): Promise<EnhancedReport> {
  const { caller, deps } = asker;
  const { casework } = deps;
  const own = ownAccount(caller);
  const { row, draft, signers } = await readDraft(casework, caller, place, 'write');
  checkVersion(row.version, version);
  const number = row.lastNumber + 1;
  const certify = openCertificateSigner(casework.settings, casework.now());
  const { facts, report } = await composeDraft(asker, place, draft, { number });
  const [stop] = checkReport(draft, facts, report, signers).filter(({ state }) => state === 'stops');
  if (stop) throw new AppError('invalid', stop.sentence, { context: { field: stop.step ?? 'draft' } });
  const details = () => ({ report: place.report, number, claims: report.claims.length });
  let bundle: Uint8Array = new Uint8Array();
  const made = await actOnCase(
    casework,
    caller,
    { id: place.case, right: 'write', action: 'report.freeze', details },
    async (tx, row) => {
      const present = await getReportRow(tx, place);
      checkVersion(present.version, version);
      checkVersion(present.lastNumber + 1, number);
      const caseKey = openCaseKey(casework.keys, row);
      const built: BuiltVersion = buildVersion({
        facts,
        draft,
        report,
        id: place.report,
        number,
        caseKey,
        pair: casework.keys.signingKey(BUNDLE_KEY),
        certify,
      });
      bundle = built.files.get('bundle.evb') ?? bundle;
      const at = new Date(facts.at * 1000);
      await insertReportVersion(tx, {
        report: place.report,
        caseId: place.case,
        agency: own.agency,
        number,
        draft,
        coreDigest: built.coreDigest,
        claims: report.claims.length,
        by: own.id,
        at,
      });
      const content = new TextEncoder().encode(JSON.stringify({ document: built.document, claims: report.claims }));
      await storeFiles(
        tx,
        caseKey,
        { report: place.report, number, caseId: place.case, agency: own.agency },
        new Map(built.files).set(CONTENT, content),
      );
      await touchCase(tx, place.case, at);
      return toReport(tx, place, own.agency, row.role);
    },
  );
  const isStamped = await stampVersion(casework, caller, { ...place, number }, bundle, { signal: asker.read.signal });
  return isStamped ? readReport(casework, caller, place) : made;
}

export async function readReportVersion(
  casework: CaseworkContext,
  caller: Caller,
  place: ReportPlace & { readonly number: number },
) {
  const { document, claims } = await readContent(casework, caller, place);
  return { document, claims: toClaimRows(claims) };
}

/** What differs from another version, or from what the ledger and the labels say today with the same draft. */
export async function compareReport(
  asker: ReportAsker,
  place: ReportPlace & { readonly number: number },
  other: 'today' | number,
) {
  const { caller, deps } = asker;
  const { claims, document } = await readContent(deps.casework, caller, place);
  if (other !== 'today') {
    const older = await readContent(deps.casework, caller, { ...place, number: other });
    return { ...compareClaims(older.claims, claims), asOf: [...older.document.asOf] };
  }
  const draft = await readCases(deps.casework, caller, async (tx) => {
    const rows = await listReportVersions(tx, place.report);
    return rows.find(({ number }) => number === place.number)?.draft as ReportDraft;
  });
  // Readers of a case compare, and a reader causes no request to a node or a source.
  const today = await composeDraft(asker, place, draft, { number: document.version, isPreview: true });
  return { ...compareClaims(claims, today.report.claims), asOf: [...today.report.document.asOf] };
}

/** Signs a version as its reviewer, or returns it. Nobody signs what they made. */
export function decideReport(
  casework: CaseworkContext,
  caller: Caller,
  place: ReportPlace & { readonly number: number },
  { decision, why }: { readonly decision: 'sign' | 'return'; readonly why: string },
): Promise<EnhancedReport> {
  const own = ownAccount(caller);
  const at = casework.now();
  if (decision === 'return' && why.length < 3)
    throw new AppError('invalid', 'Say why the version is returned.', { context: { field: 'why' } });
  const state = decision === 'sign' ? 'signed' : 'returned';
  const details = () => ({ report: place.report, number: place.number, state });
  return actOnCase(
    casework,
    caller,
    { id: place.case, right: 'review', action: 'report.decide', details },
    async (tx, row) => {
      await getReportRow(tx, place);
      const version = (await listReportVersions(tx, place.report)).find(({ number }) => number === place.number);
      if (!version) throw new AppError('not-found', 'This report has no such version.');
      const draft = version.draft as ReportDraft;
      if (version.makerId === own.id)
        throw new AppError('conflict', 'You made this version: a second person reviews it.');
      checkReviewer(draft, own);
      if (
        !(await decideReportVersion(
          tx,
          { report: place.report, number: place.number },
          { state, by: own.id, at, why: why === '' ? null : why },
        ))
      )
        throw new AppError('conflict', 'This version was decided before.');
      if (state === 'signed')
        await addReviewer(casework, tx, row, place, { name: draft.reviewer.name, at: toMoment(toSeconds(at)) });
      await touchCase(tx, place.case, at);
      return toReport(tx, place, own.agency, row.role);
    },
  );
}
