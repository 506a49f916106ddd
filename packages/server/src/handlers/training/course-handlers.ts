import type { CourseMaterials } from '@trailmark/api/contract/training-wire';
import { AppError } from '@trailmark/core/errors';
import { COURSE_NAMES } from '@trailmark/core/training/level';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { toFile } from '../../http/text-file.ts';
import { describeKey, writeRevocations } from '../../training/certificates.ts';
import { readCourseFiles } from '../../training/course-files.ts';
import { readSchedule, toCalendar, toSessionView } from '../../training/schedule.ts';

type CourseHandlers = Pick<
  Handlers,
  | 'listCourses'
  | 'listTrainingSessions'
  | 'getTrainingCalendar'
  | 'getSessionCalendar'
  | 'getCertificateKey'
  | 'getRevocations'
  | 'getCourseMaterials'
>;

const CALENDAR = 'text/calendar; charset=utf-8';
/** A calendar keeps what has passed for a while, so that subscribers see it end rather than vanish. */
const KEPT_MS = 90 * 86_400_000;

function toDay(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return date;
  throw new AppError('invalid', `"${text}" is no day of the calendar.`);
}

function getMaterials(level: CourseMaterials['level']): CourseMaterials {
  const materials = readCourseFiles().materials.get(level);
  if (materials) return materials;
  throw new AppError('internal', `There are no handouts of the level ${level}.`);
}

/** What everybody may know of courses, dates and certificates. */
export function createCourseHandlers(casework: CaseworkContext): CourseHandlers {
  return {
    listCourses: async () => ({ courses: [...readCourseFiles().courses] }),
    listTrainingSessions: async ({ query }) => {
      const now = casework.now();
      const from = toDay(query.from) ?? now;
      const rows = await readSchedule(casework, { level: query.level, from, to: toDay(query.to) });
      return { sessions: rows.map(toSessionView), asOf: now.toISOString() };
    },
    getTrainingCalendar: async ({ query: { level } }) => {
      const rows = await readSchedule(casework, { level, from: new Date(casework.now().getTime() - KEPT_MS) });
      const name = level ? `Training: ${COURSE_NAMES[level]}` : 'Training';
      return toFile('training.ics', CALENDAR, toCalendar(casework, name, rows));
    },
    getSessionCalendar: async ({ params }) => {
      const rows = await readSchedule(casework, { id: params.session });
      const [row] = rows;
      if (!row) throw new AppError('not-found', 'There is no such session in the schedule.');
      return toFile('training-session.ics', CALENDAR, toCalendar(casework, COURSE_NAMES[row.level], rows));
    },
    getCertificateKey: async () => describeKey(casework),
    getRevocations: async () => toFile('revocations.json', 'application/json', await writeRevocations(casework)),
    getCourseMaterials: async ({ params }) => getMaterials(params.level),
  };
}
