import type { LabMarking } from '@trailmark/api/contract/training-wire';
import { evmForm } from '@trailmark/chains/network/evm-address';
import { formatUnits, parseUnits } from '@trailmark/core/amount';
import { isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { countAttemptsSince, insertAttempt, listAttempts } from '@trailmark/store/cases/training/lab-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext, read } from '../casework/casework-context.ts';
import type { LabFile, QuestionFile } from './course-files.ts';
import { accountOf } from './enrol.ts';
import { LAB_QUESTIONS } from './lab-questions.ts';
import type { LabSource } from './lab-source.ts';

const HOUR = 3_600_000;
const ATTEMPTS_AN_HOUR = 30;
/** From this attempt on what the ledger says is shown whatever was answered. */
const TELLS_FROM = 3;

/** Computes the right answer of a question from the ledger as it is now. */
export function answerQuestion({ ask, of }: QuestionFile, source: LabSource): Promise<string> {
  const answer = LAB_QUESTIONS[ask];
  if (answer) return answer(of, source);
  throw new AppError('internal', `Nothing answers the question "${ask}".`);
}

/** An address of the Ethereum family in any letter case is spelled with its checksum; every other text stays. */
function readAddress(text: string): string {
  const form = evmForm(text);
  return form.ok ? form.address : text;
}

/** Brings what somebody typed into the form of the computed answer; text that has none stays as it is. */
export function readAnswer(kind: QuestionFile['kind'], typed: string, decimals: number): string {
  const text = typed.trim();
  if (kind === 'count' || kind === 'height') return /^[\d\s,.']+$/.test(text) ? text.replace(/\D/g, '') : text;
  if (kind === 'txid') return text.toLowerCase().replace(/^0x/, '');
  if (kind === 'address') return readAddress(text);
  if (kind !== 'amount') return text;
  const number = text.replace(/\s*[A-Za-z]{3,5}$/, '').replaceAll(/[\s,']/g, '');
  try {
    return parseUnits(number, decimals).toString();
  } catch {
    return text;
  }
}

/** Unit of a requested amount: the coin of the ledger, unless the question names a token. */
export function unitOf({ unit }: QuestionFile, { ledger }: LabSource): { symbol: string; decimals: number } {
  return unit ?? { symbol: ledger.chain.symbol, decimals: ledger.chain.decimals };
}

function showAnswer(question: QuestionFile, answer: string, source: LabSource): string {
  const { kind, choices } = question;
  const { decimals, symbol } = unitOf(question, source);
  if (kind === 'amount') return `${formatUnits(BigInt(answer), decimals)} ${symbol}`;
  return choices.find(({ id }) => id === answer)?.text ?? answer;
}

/** The tips, and the versions of rules and labels, that answers are computed at. */
export function describeSource({ questions }: LabFile, { ledger, ledgers, knowledge }: LabSource): string {
  const tip = ledger.reader.tip();
  const rules = knowledge.clusters(ledger.id)?.rulesVersion ?? 'none';
  const chains = [...new Set(questions.map(({ of }) => String(of.chain ?? '')))].filter(isChainId);
  const tips = chains.map((id) => `; ${id} height ${ledgers.find(id)?.reader.tip()?.height ?? 'none'}`).join('');
  return `${ledger.id} height ${tip?.height ?? 'none'}${tips}; rules ${rules}; labels ${knowledge.labels().version}`;
}

/** Why a lab cannot be marked on this server; null where it can. */
export async function findObstacle(lab: LabFile, source: LabSource): Promise<string | null> {
  try {
    await Promise.all(lab.questions.map((question) => answerQuestion(question, source)));
    return null;
  } catch (error) {
    if (AppError.is(error, 'not-found') || AppError.is(error, 'unavailable')) return error.message;
    throw error;
  }
}

function assertAnswers(lab: LabFile, answers: Readonly<Record<string, string>>): void {
  const known = new Set(lab.questions.map(({ id }) => id));
  const unknown = Object.keys(answers).find((id) => !known.has(id));
  if (unknown !== undefined) throw new AppError('invalid', `This lab has no question "${unknown.slice(0, 60)}".`);
}

/** Marks answers against what the ledger says now and keeps the attempt. */
export async function markLab(
  casework: CaseworkContext,
  caller: Caller,
  { lab, answers }: { readonly lab: LabFile; readonly answers: Readonly<Record<string, string>> },
  source: LabSource,
): Promise<LabMarking> {
  assertAnswers(lab, answers);
  const account = accountOf(caller);
  const now = casework.now();
  const before = await read(casework, caller, async (tx) => {
    const recent = await countAttemptsSince(tx, account.id, new Date(now.getTime() - HOUR));
    if (recent >= ATTEMPTS_AN_HOUR)
      throw new AppError(
        'conflict',
        `You have tried ${recent} times within an hour. Read the hints and come back later.`,
      );
    return listAttempts(tx, account.id, lab.id, TELLS_FROM);
  });
  const tells = before.length + 1 >= TELLS_FROM;
  const marks = await Promise.all(
    lab.questions.map(async (question) => {
      const right = await answerQuestion(question, source);
      const typed = answers[question.id] ?? '';
      const isRight = readAnswer(question.kind, typed, unitOf(question, source).decimals) === right;
      const feedback = isRight || tells ? question.explain : question.hint;
      const answer = isRight || tells ? showAnswer(question, right, source) : null;
      return { question: question.id, typed, isRight, feedback, answer };
    }),
  );
  const points = marks.filter(({ isRight }) => isRight).length;
  const markedAsOf = describeSource(lab, source).slice(0, 500);
  await actThenNotify(
    casework,
    caller,
    (tx) =>
      insertAttempt(tx, {
        lab: lab.id,
        accountId: account.id,
        agencyId: account.agency,
        at: now,
        points,
        ofPoints: marks.length,
        marks: marks.map(({ question, typed, isRight }) => ({ question, answer: typed, isRight })),
        markedAsOf,
      }),
    (id) => ({
      action: 'training.attempt-lab',
      object: { kind: 'training-attempt', id },
      details: { lab: lab.id, points, of: marks.length },
    }),
  );
  return { points, ofPoints: marks.length, markedAsOf, marks: marks.map(({ typed: _, ...mark }) => mark) };
}
