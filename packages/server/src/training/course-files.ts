import { readdirSync, readFileSync } from 'node:fs';
import { ANSWER_KINDS, type Course, type CourseMaterials, course, level } from '@trailmark/api/contract/training-wire';
import { AppError } from '@trailmark/core/errors';
import { COURSE_LEVELS, type CourseLevel } from '@trailmark/core/training/level';
import { z } from 'zod';
import { LAB_QUESTIONS } from './lab-questions.ts';

const FOLDER = new URL('../../../../data/training/', import.meta.url);

const courseFile = z.strictObject({
  course: course.strict(),
  handouts: z.array(
    z.strictObject({ module: z.string(), paragraphs: z.array(z.string()), remember: z.array(z.string()) }),
  ),
});

/** A question as its file has it: it has what to compute, never the answer. */
const questionFile = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,60}$/),
  prompt: z.string(),
  kind: z.enum(ANSWER_KINDS),
  choices: z.array(z.strictObject({ id: z.string(), text: z.string() })).default([]),
  link: z
    .strictObject({ text: z.string(), href: z.string().regex(/^\/[^/]/) })
    .nullable()
    .default(null),
  hint: z.string(),
  /** Unit of a requested amount, where it is not the coin of the ledger. */
  unit: z
    .strictObject({ symbol: z.string(), decimals: z.number().int().min(0).max(36) })
    .nullable()
    .default(null),
  /** Which of the ledger's facts answers it. */
  ask: z.string(),
  of: z.record(z.string(), z.union([z.string(), z.number()])),
  explain: z.string(),
});
export type QuestionFile = z.output<typeof questionFile>;

const labFile = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,60}$/),
  order: z.number().int(),
  level,
  title: z.string(),
  summary: z.string(),
  minutes: z.number().int(),
  background: z.array(z.string()),
  questions: z.array(questionFile).min(1),
});
export type LabFile = z.output<typeof labFile>;

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}

function readChecked<S extends z.core.$ZodType>(name: string, schema: S): z.output<S> {
  const read = z.safeParse(schema, readJson(name));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AppError('internal', `data/training/${name}: "${issue?.path.join('.')}" is not as it should be.`);
}

function readLab(name: string): LabFile {
  const file = readChecked(`labs/${name}`, labFile);
  const unknown = file.questions.find(({ ask }) => !Object.hasOwn(LAB_QUESTIONS, ask));
  if (unknown) throw new AppError('internal', `data/training/labs/${name}: nothing answers "${unknown.ask}".`);
  return file;
}

interface CourseFiles {
  readonly courses: readonly Course[];
  readonly materials: ReadonlyMap<CourseLevel, CourseMaterials>;
  readonly labs: readonly LabFile[];
}

let opened: CourseFiles | undefined;

/** The courses, handouts and labs that come with this software, read once. Throws `internal` for a damaged file. */
export function readCourseFiles(): CourseFiles {
  if (opened) return opened;
  const files = COURSE_LEVELS.map((each) => readChecked(`${each}.json`, courseFile));
  const names = readdirSync(new URL('labs/', FOLDER)).filter((name) => name.endsWith('.json'));
  opened = {
    courses: files.map((file) => file.course),
    materials: new Map(files.map(({ course: { level: of }, handouts }) => [of, { level: of, handouts }])),
    labs: names.map(readLab).sort((a, b) => a.order - b.order),
  };
  return opened;
}

/** The course of a level. */
export function getCourse(of: CourseLevel): Course {
  const found = readCourseFiles().courses.find((each) => each.level === of);
  if (found) return found;
  throw new AppError('internal', `There is no course of the level ${of}.`);
}

/** Throws `not-found`. */
export function getLab(id: string): LabFile {
  const found = readCourseFiles().labs.find((each) => each.id === id);
  if (found) return found;
  throw new AppError('not-found', 'There is no such lab. The labs are listed on the training page.');
}
