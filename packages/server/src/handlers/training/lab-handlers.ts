import type { ReadOptions } from '@trailmark/core/read-options';
import { listAttempts, listLabRecords } from '@trailmark/store/cases/training/lab-rows';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import { type Office, read as readStore } from '../../office/office.ts';
import { getLab, readCourseFiles } from '../../training/course-files.ts';
import { accountOf } from '../../training/enrol.ts';
import type { LabSource } from '../../training/lab-source.ts';
import { findObstacle, markLab, unitOf } from '../../training/mark-lab.ts';

type LabHandlers = Pick<Handlers, 'listLabs' | 'getLab' | 'submitLab'>;

const SHOWN_ATTEMPTS = 20;

/** What labs are marked with. */
export interface LabDeps {
  readonly office: Office;
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
}

/** Labs on the ledger that this server holds. */
export function createLabHandlers({ office, ledgers, knowledge }: LabDeps): LabHandlers {
  const toSource = (read: ReadOptions): LabSource => ({ ledger: ledgers.get('btc'), ledgers, knowledge, read });
  return {
    listLabs: async (_, { caller }) => {
      const records = await readStore(office, caller, (tx) => listLabRecords(tx, accountOf(caller).id));
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
    },
    getLab: async ({ params }, { caller, read }) => {
      const { order: _, questions, ...lab } = getLab(params.lab);
      const [attempts, unavailable] = await Promise.all([
        readStore(office, caller, (tx) => listAttempts(tx, accountOf(caller).id, lab.id, SHOWN_ATTEMPTS)),
        findObstacle(getLab(params.lab), toSource(read)),
      ]);
      return {
        ...lab,
        questions: questions.map((question) => {
          const { ask: _ask, of: _of, explain: _explain, ...shown } = question;
          return { ...shown, unit: unitOf(question, toSource(read)) };
        }),
        unavailable,
        attempts: attempts.map(({ at, points, ofPoints }) => ({ at: at.toISOString(), points, ofPoints })),
      };
    },
    submitLab: ({ params, body }, { caller, read }) =>
      markLab(office, caller, { lab: getLab(params.lab), answers: body.answers }, toSource(read)),
  };
}
