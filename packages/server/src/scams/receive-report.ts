import { createHash, randomUUID } from 'node:crypto';
import { stripHidden } from '@trailmark/analysis/scam-text/find-text-items';
import type { Contract } from '@trailmark/api/contract';
import type { ScamReceipt } from '@trailmark/api/contract/scam-report';
import type { RouteInput } from '@trailmark/api/route';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import { trustOf } from '@trailmark/core/scam-report';
import type { Scope, Transaction } from '@trailmark/store/cases/casework';
import {
  addReportStep,
  findIntakeBySlug,
  findReportByKey,
  insertScamReport,
  putReportKeys,
} from '@trailmark/store/cases/scams/report-rows';
import { enforceLimits } from '../accounts/registration-limits.ts';
import { networkOf } from '../accounts/throttle.ts';
import { toSeconds } from '../cases/case-view.ts';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount, ownAgencyScope } from '../casework/own-account.ts';
import { checkPayment, listPayers, type ScamParts } from './check-payment.ts';
import { checkWork, createChallenge, WORK_BITS } from './proof-of-work.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { toReportKeys } from './report-keys.ts';
import { type CheckedPayment, countOnChain, readPortal, toDrafts, toParts } from './report-view.ts';
import { drawReference, hashAnswer, hashSecret, makeSecret, sealVictim, tagSource } from './sealed-report.ts';

export type Submission = RouteInput<Contract['submitScamReport']>['body'];
type PublicSubmission = RouteInput<Contract['submitPublicScamReport']>['body'];

const HOUR_MS = 3_600_000;
const SYSTEM = { kind: 'system' } as const;
const STORY_TITLES = {
  contact: 'First contact',
  communications: 'Communications',
  exchanges: 'Services used',
  timeline: 'Timeline',
} as const;

export interface ScamContext extends ScamParts {
  readonly casework: CaseworkContext;
}

function checkText({ story, suspects, victim, evidence }: Submission): void {
  const texts = [...Object.values(story), ...suspects.map(({ value }) => value), ...Object.values(victim ?? {})];
  refuseSecrets([...texts, ...evidence.map(({ name }) => name)], 'story');
}

function checkContent({ payments, suspects, story }: Submission): void {
  const hasStory = Object.values(story).some((text) => text.trim() !== '');
  if (payments.length > 0 || suspects.length > 0 || hasStory) return;
  throw new AppError('invalid', 'The report is empty. Name a payment, an address, a website, or what happened.', {
    context: { field: 'payments' },
  });
}

function cleanSubmission(submission: Submission): Submission {
  const clean = (text: string): string => stripHidden(text).text.trim();
  const cleanOrNull = (text: string | null): string | null => (text === null ? null : clean(text) || null);
  return {
    ...submission,
    payments: submission.payments.map((payment) => ({
      ...payment,
      txid: cleanOrNull(payment.txid),
      address: cleanOrNull(payment.address),
    })),
    suspects: submission.suspects
      .map((suspect) => ({ ...suspect, value: clean(suspect.value) }))
      .filter(({ value }) => value !== ''),
  };
}

interface Sender {
  readonly channel: 'member' | 'public';
  readonly agency: string;
  readonly agencyName: string;
  readonly accountId: string | null;
  readonly caller: Caller;
  readonly scope: Scope;
}

const sentTwice = () =>
  new AppError(
    'conflict',
    'A report of other content was received from this form. Send it as it was to get its receipt again, or start a new one.',
    { context: { reason: 'sent-twice' } },
  );

/** SHA-256 over everything that was sent. */
function hashContent({ category, reporter, payments, suspects, loss, story, victim, evidence }: Submission): string {
  return createHash('sha256')
    .update(toCanonicalJson({ category, reporter, payments, suspects, loss, story, victim, evidence }))
    .digest('hex');
}

/** The report that the same submission became before, where its answer was lost on the way. */
async function findSentBefore(
  { casework }: ScamContext,
  { channel, caller, scope }: Sender,
  { key }: Submission,
  receiptHash: string,
) {
  const known = await casework.store.transact(scope, (tx) => findReportByKey(tx, key));
  if (!known) return undefined;
  const secret = makeSecret(casework, known.id);
  if (known.receiptHash !== receiptHash || known.secretHash !== hashSecret(secret)) throw sentTwice();
  const entry = { action: 'scam.receipt', object: { kind: 'scam-report', id: known.id }, details: { channel } };
  return act(casework, caller, entry, async () => ({ ...known, secret }), scope);
}

/** Stores a report, with each payment checked and what it states about the victim sealed. */
async function storeReport(
  context: ScamContext,
  { channel, agency, accountId, caller, scope }: Sender,
  submission: Submission,
  receiptHash: string,
  read: ReadOptions,
) {
  const { casework } = context;
  const payments: CheckedPayment[] = [];
  for (const payment of submission.payments) {
    const check = await checkPayment(context, payment, read);
    payments.push({ ...payment, check, payers: await listPayers(context, payment, read) });
  }
  const [id, at] = [randomUUID(), casework.now()];
  const { category, reporter, suspects, loss, evidence, key } = submission;
  const secret = makeSecret(casework, id);
  const row = {
    ...{ id, agency, channel, accountId, reporter, category, payments, suspects, loss, key, receiptHash },
    reference: drawReference(at),
    trust: trustOf(channel, reporter),
    sourceTag: channel === 'public' ? tagSource(casework, caller.source.address) : null,
    evidence: evidence.map(({ name: _, ...file }) => file),
    secretHash: hashSecret(secret),
    sealed: sealVictim(casework, id, submission),
    receivedAt: at,
  };
  // The log has counts and no word of what was sent.
  const details = { channel, reporter, category, payments: payments.length, evidence: evidence.length };
  const entry = { action: 'scam.receive', object: { kind: 'scam-report', id }, details };
  const keep = async (tx: Transaction) => {
    if (!(await insertScamReport(tx, row))) throw sentTwice();
    await putReportKeys(tx, row, toReportKeys(context, { payments, suspects }));
    await addReportStep(tx, row, { at, kind: 'received' });
  };
  await act(casework, caller, entry, keep, scope);
  return { ...row, secret };
}

/** Keeps a report, once, and gives its receipt: again where the same was sent before. */
async function keepReport(
  context: ScamContext,
  sender: Sender,
  given: Submission,
  read: ReadOptions,
): Promise<ScamReceipt> {
  checkText(given);
  const submission = cleanSubmission(given);
  checkContent(submission);
  const receiptHash = hashContent(submission);
  const { agency, agencyName, scope } = sender;
  const known = await findSentBefore(context, sender, submission, receiptHash);
  const row = known
    ? { ...known, ...toParts(known) }
    : await storeReport(context, sender, submission, receiptHash, read);
  const { loss, story: stated } = submission;
  const story = Object.entries(STORY_TITLES).map(([part, title]) => ({
    title,
    text: stated[part as keyof typeof stated],
  }));
  const portal = await context.casework.store.transact(scope, (tx) => readPortal(tx, agency));
  return {
    id: row.id,
    reference: row.reference,
    secret: row.secret,
    receivedAt: toSeconds(row.receivedAt),
    receiptHash,
    payments: row.payments.length,
    onChain: countOnChain(row.payments),
    drafts: toDrafts(row, row, { agency: agencyName, portal, story, loss: loss ?? undefined }),
  };
}

/** A report of a member to the own agency. */
export async function receiveMemberReport(
  context: ScamContext,
  caller: Caller,
  body: Submission,
  read: ReadOptions,
): Promise<ScamReceipt> {
  const { id: accountId, agency } = ownAccount(caller);
  await enforceLimits(context.casework, caller, 'scam.receive', [
    { key: `scam:account:${accountId}`, max: 60, withinMs: HOUR_MS },
  ]);
  const sender = { channel: 'member', agency, agencyName: 'our agency', accountId, caller } as const;
  const scope = ownAgencyScope(caller);
  return keepReport(context, { ...sender, scope }, { ...body, key: `member:${accountId}:${body.key}` }, read);
}

async function getIntake({ casework }: ScamContext, slug: string) {
  const intake = await casework.store.transact(SYSTEM, (tx) => findIntakeBySlug(tx, slug));
  if (!intake) throw new AppError('not-found', 'No agency takes reports of the public here.');
  return intake;
}

/** What the public form needs: no word of the agency beyond its name and question. */
export async function openPublicForm(context: ScamContext, slug: string) {
  const { agencyName: agency, question } = await getIntake(context, slug);
  return { agency, question, work: { challenge: createChallenge(context.casework, slug), bits: WORK_BITS } };
}

/** A report of the public: limits by address and network, work of the browser, and the agency's question. */
export async function receivePublicReport(
  context: ScamContext,
  caller: Caller,
  slug: string,
  { answer, work, ...submission }: PublicSubmission,
  read: ReadOptions,
): Promise<ScamReceipt> {
  const intake = await getIntake(context, slug);
  const { address } = caller.source;
  await enforceLimits(context.casework, caller, 'scam.receive', [
    { key: `scam:address:${address}`, max: 10, withinMs: HOUR_MS },
    { key: `scam:network:${networkOf(address)}`, max: 50, withinMs: HOUR_MS },
  ]);
  if (intake.answerHash !== null && hashAnswer(context.casework, answer) !== intake.answerHash) {
    throw new AppError('invalid', 'This is not the answer to the question. Nothing you wrote is lost.', {
      context: { field: 'answer' },
    });
  }
  checkWork(context.casework, slug, work);
  const { agency, agencyName } = intake;
  const sender = { channel: 'public', agency, agencyName, accountId: null, caller, scope: SYSTEM } as const;
  return keepReport(context, sender, { ...submission, key: `public:${work.challenge}` }, read);
}
