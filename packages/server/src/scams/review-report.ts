import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { AgencyLabel, ScamReport, ScamStatus } from '@trailmark/api/contract/scam-report';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { SCAM_CATEGORIES, type ScamCategoryId } from '@trailmark/core/scam-report';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  type AgencyLabelRow,
  confirmAgencyLabel,
  insertAgencyLabel,
  lockAgencyLabel,
  withdrawAgencyLabel,
  withdrawReportLabels,
} from '@trailmark/store/cases/scams/label-rows';
import {
  addReportStep,
  decideScamReport,
  findReportByReference,
  findReportBySecret,
  findSealedReport,
  listReportSteps,
  lockScamReport,
  type ScamReportRow,
  setSealed,
} from '@trailmark/store/cases/scams/report-rows';
import { enforceLimits } from '../accounts/registration-limits.ts';
import { limitSource } from '../accounts/throttle.ts';
import { toSeconds } from '../cases/case-view.ts';
import type { Caller } from '../casework/caller.ts';
import { act, actThenNotify } from '../casework/casework-context.ts';
import { ownAccount, ownAgencyScope } from '../casework/own-account.ts';
import { toCanonicalAddress } from './check-payment.ts';
import { findCaution, noReport, readReportIn, toAgencyLabel } from './read-reports.ts';
import type { ScamContext } from './receive-report.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { readStatus } from './report-view.ts';
import { hashSecret, openVictim, sealAppeal, type VictimPart } from './sealed-report.ts';

type Review = RouteInput<Contract['reviewScamReport']>['body'];
type Labelling = NonNullable<Review['label']>;

const SYSTEM = { kind: 'system' } as const;

interface Reviewing {
  readonly row: ScamReportRow;
  readonly by: string;
  readonly at: Date;
}

/** Labels that a reviewer makes of a report. Each says who stated it, and none changes a verdict on its own. */
async function makeLabels(context: ScamContext, tx: Transaction, { row, by, at }: Reviewing, label: Labelling) {
  const { label: category } = SCAM_CATEGORIES[row.category as ScamCategoryId];
  for (const { chain, address: text } of label.addresses) {
    const ledger = context.ledgers.find(chain);
    const address = ledger ? toCanonicalAddress(ledger, text) : text;
    if (address === undefined) {
      throw new AppError(
        'invalid',
        `“${text.slice(0, 100)}” is no address of this chain. Correct it or leave it out.`,
        {
          context: { field: 'addresses' },
        },
      );
    }
    const place = { id: randomUUID(), agency: row.agency, reportId: row.id, chain, address };
    const { text: words, confidence, source } = label;
    const caution = findCaution(context, chain, address);
    await insertAgencyLabel(tx, { ...place, text: words, category, confidence, source, caution, by, at });
  }
}

function refuseOwn({ accountId }: ScamReportRow, by: string): void {
  if (accountId !== by) return;
  throw new AppError('forbidden', 'You sent this report yourself. Somebody else of your agency decides about it.');
}

const isOpen = ({ state }: ScamReportRow): boolean => state === 'new' || state === 'appeal';

function refuseDecided(row: ScamReportRow): void {
  if (isOpen(row)) return;
  throw new AppError('conflict', `This report was decided before: it is ${row.state}. Open it again first.`);
}

async function merge(tx: Transaction, { row, by, at }: Reviewing, reference: string): Promise<void> {
  const into = await findReportByReference(tx, reference.toUpperCase());
  if (!into || into.id === row.id || into.mergedInto !== null) {
    throw new AppError('invalid', 'Name the reference of another report of your agency that is not merged itself.', {
      context: { field: 'into' },
    });
  }
  await decideScamReport(tx, row.id, { state: 'merged', by, at, reason: null, mergedInto: into.id });
  await addReportStep(tx, row, { at, kind: 'merged' });
}

function checkWhy({ act: what, why }: Review): void {
  if (why.length >= 3 || (what !== 'reject' && what !== 'reopen')) return;
  throw new AppError('invalid', 'Write why, in 3 to 500 characters.', { context: { field: 'why' } });
}

async function decide(context: ScamContext, tx: Transaction, reviewing: Reviewing, review: Review): Promise<void> {
  const { row, by, at } = reviewing;
  checkWhy(review);
  if (review.act === 'reopen') {
    if (row.state === 'new') throw new AppError('conflict', 'This report is open already.');
    await withdrawReportLabels(tx, row.id, { by, at, why: review.why });
    await decideScamReport(tx, row.id, { state: 'new', by: null, at: null, reason: null });
    return addReportStep(tx, row, { at, kind: 'reopened' });
  }
  refuseDecided(row);
  if (review.act === 'merge') return merge(tx, reviewing, review.into);
  if (review.act === 'reject') {
    await decideScamReport(tx, row.id, { state: 'rejected', by, at, reason: review.why });
    return addReportStep(tx, row, { at, kind: 'rejected', text: review.why });
  }
  if (review.label) await makeLabels(context, tx, reviewing, review.label);
  await decideScamReport(tx, row.id, { state: 'verified', by, at, reason: null });
  return addReportStep(tx, row, { at, kind: 'verified' });
}

/** Decides about a report. Who sent it does not; what was decided before is opened again first. */
export function reviewReport(context: ScamContext, caller: Caller, id: string, review: Review): Promise<ScamReport> {
  const by = ownAccount(caller).id;
  const entry = { action: `scam.${review.act}`, object: { kind: 'scam-report', id } };
  return act(
    context.casework,
    caller,
    entry,
    async (tx) => {
      const row = await lockScamReport(tx, id);
      if (!row) throw noReport();
      refuseOwn(row, by);
      await decide(context, tx, { row, by, at: context.casework.now() }, review);
      return readReportIn(context, tx, id, by);
    },
    ownAgencyScope(caller),
  );
}

/** Appeals that were written before they were sealed. */
async function listPlainAppeals(tx: Transaction, id: string): Promise<VictimPart['appeals']> {
  const steps = await listReportSteps(tx, id);
  return steps.flatMap(({ at, kind, text }) => (kind === 'appeal' && text !== '' ? [{ at: toSeconds(at), text }] : []));
}

/** Opens what a report states about the victim. The log has who, when and why. */
export function readVictim(context: ScamContext, caller: Caller, id: string, why: string): Promise<VictimPart> {
  const entry = { action: 'scam.open', object: { kind: 'scam-report', id }, details: { why } };
  return act(
    context.casework,
    caller,
    entry,
    async (tx) => {
      const row = await lockScamReport(tx, id);
      if (!row) throw noReport();
      const sealed = await findSealedReport(tx, id);
      if (!sealed) throw new AppError('conflict', 'The reporter withdrew consent, and what they told was erased.');
      const part = openVictim(context.casework, id, sealed);
      return { ...part, appeals: [...(await listPlainAppeals(tx, id)), ...part.appeals] };
    },
    ownAgencyScope(caller),
  );
}

interface LabelDecision {
  readonly id: string;
  readonly by: string;
  readonly at: Date;
  readonly why: string;
}

async function withdrawLabel(tx: Transaction, decision: LabelDecision): Promise<void> {
  if (decision.why.length < 3) {
    throw new AppError('invalid', 'Write why, in 3 to 500 characters.', { context: { field: 'why' } });
  }
  await withdrawAgencyLabel(tx, decision);
}

async function confirmLabel(tx: Transaction, decision: LabelDecision, label: AgencyLabelRow): Promise<void> {
  if (label.state !== 'waiting') throw new AppError('conflict', 'This label needs no second reviewer.');
  if (label.madeById === decision.by) {
    throw new AppError('forbidden', 'You made this label. A second reviewer confirms it.');
  }
  await confirmAgencyLabel(tx, decision);
}

/** Confirms a label as a second reviewer, or withdraws one with a reason. */
export function decideLabel(
  context: ScamContext,
  caller: Caller,
  id: string,
  { act: what, why }: RouteInput<Contract['decideAgencyLabel']>['body'],
): Promise<AgencyLabel> {
  const decision = { id, by: ownAccount(caller).id, at: context.casework.now(), why };
  const entry = { action: `scam.label.${what}`, object: { kind: 'agency-label', id } };
  return act(
    context.casework,
    caller,
    entry,
    async (tx) => {
      const label = await lockAgencyLabel(tx, id);
      if (!label) throw new AppError('not-found', 'There is no such label.');
      if (label.state === 'withdrawn') throw new AppError('conflict', 'This label was withdrawn before.');
      if (what === 'withdraw') await withdrawLabel(tx, decision);
      else await confirmLabel(tx, decision, label);
      return toAgencyLabel((await lockAgencyLabel(tx, id)) ?? label, decision.by);
    },
    ownAgencyScope(caller),
  );
}

type Opened = RouteInput<Contract['getScamStatus']>['body'];

/** One sentence for a wrong reference and a wrong code: nobody learns which references there are. */
const noStatus = () =>
  new AppError(
    'not-found',
    'No report has this reference and code. Copy both from the receipt, or use its status link.',
  );

async function findOpened(tx: Transaction, { reference, secret }: Opened) {
  const found = await findReportBySecret(tx, reference.toUpperCase(), hashSecret(secret));
  if (!found) throw noStatus();
  return found;
}

/** What became of a report, for who has both its reference and its code. */
export async function openStatus(context: ScamContext, caller: Caller, opened: Opened): Promise<ScamStatus> {
  await enforceLimits(context.casework, caller, 'scam.status', limitSource('scam-status', caller.source));
  return context.casework.store.transact(SYSTEM, async (tx) => readStatus(tx, await findOpened(tx, opened)));
}

/** An appeal, in the words of the reporter and sealed with the others, or the withdrawal of consent, which erases them. */
export async function answerStatus(
  context: ScamContext,
  caller: Caller,
  { act: what, text, ...opened }: RouteInput<Contract['answerScamStatus']>['body'],
): Promise<ScamStatus> {
  await enforceLimits(context.casework, caller, 'scam.status', limitSource('scam-status', caller.source));
  if (what === 'appeal') refuseSecrets([text], 'text');
  const at = context.casework.now();
  const { status } = await actThenNotify(
    context.casework,
    caller,
    async (tx) => {
      const row = await findOpened(tx, opened);
      await lockScamReport(tx, row.id);
      if (what === 'withdraw') {
        await setSealed(tx, row.id, null);
        await addReportStep(tx, row, { at, kind: 'withdrawn' });
      } else {
        if (row.state !== 'rejected' && row.state !== 'merged') {
          throw new AppError('conflict', 'An appeal is about a report that was rejected or merged.');
        }
        await decideScamReport(tx, row.id, { state: 'appeal', by: null, at: null, reason: row.reason });
        const sealed = await findSealedReport(tx, row.id);
        await setSealed(tx, row.id, sealAppeal(context.casework, row.id, sealed, { at: toSeconds(at), text }));
        await addReportStep(tx, row, { at, kind: 'appeal' });
      }
      return { id: row.id, status: await readStatus(tx, await findOpened(tx, opened)) };
    },
    ({ id }) => ({ action: `scam.${what}`, object: { kind: 'scam-report', id } }),
    SYSTEM,
  );
  return status;
}
