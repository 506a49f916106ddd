import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { listAttempts, listLabRecords } from '@trailmark/store/cases/training/lab-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { getLab, readCourseFiles } from './course-files.ts';
import { accountOf } from './enrol.ts';
import type { LabSource } from './lab-source.ts';
import { findObstacle, unitOf } from './mark-lab.ts';

const SHOWN_ATTEMPTS = 20;

/** Every lab, with what the caller made of it. */
export async function listLabs(casework: CaseworkContext, caller: Caller): Promise<RouteOutput<Contract['listLabs']>> {
  const records = await read(casework, caller, (tx) => listLabRecords(tx, accountOf(caller).id));
  const labs = readCourseFiles().labs.map(({ id, level, title, summary, minutes, questions }) => {
    const record = records.find(({ lab }) => lab === id);
    return {
      id,
      level,
      title,
      summary,
      minutes,
      questions: questions.length,
      record: {
        attempts: record?.attempts ?? 0,
        bestPoints: record?.bestPoints ?? 0,
        ofPoints: questions.length,
        lastAt: record?.lastAt.toISOString() ?? null,
        completedAt: record?.completedAt?.toISOString() ?? null,
      },
    };
  });
  return { labs };
}

/** One lab without its answers, the caller's attempts, and why it cannot be marked here, if so. */
export async function readLab(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  source: LabSource,
): Promise<RouteOutput<Contract['getLab']>> {
  const { order: _, questions, ...lab } = getLab(id);
  const [attempts, unavailable] = await Promise.all([
    read(casework, caller, (tx) => listAttempts(tx, accountOf(caller).id, lab.id, SHOWN_ATTEMPTS)),
    findObstacle(getLab(id), source),
  ]);
  return {
    ...lab,
    questions: questions.map((question) => {
      const { ask: _ask, of: _of, explain: _explain, ...shown } = question;
      return { ...shown, unit: unitOf(question, source) };
    }),
    unavailable,
    attempts: attempts.map(({ at, points, ofPoints }) => ({ at: at.toISOString(), points, ofPoints })),
  };
}
