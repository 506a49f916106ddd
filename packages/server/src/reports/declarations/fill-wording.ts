import { AppError } from '@trailmark/core/errors';
import type { ReportWording } from '@trailmark/core/report/report-document';

/** What a wording may name in braces. */
export const PLACEHOLDERS = {
  agency: 'The agency',
  case: 'The number of the case',
  date: 'The day on which the version is made, in UTC',
  examiner: 'The name of the examiner',
  report: 'The title of the report',
  reviewer: 'The name of the reviewer',
  version: 'The number of the version of the report',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

const NAMES = Object.keys(PLACEHOLDERS)
  .map((name) => `{${name}}`)
  .join(', ');

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name);
}

/** Throws `invalid`, with the place, for braces that name nothing of a report or are not closed. */
export function checkWording({ title, paragraphs }: ReportWording): void {
  [title, ...paragraphs].forEach((text, i) => {
    const place = i === 0 ? 'The title' : `Paragraph ${i}`;
    const field = i === 0 ? 'title' : 'paragraphs';
    const rest = text.replace(/\{([^{}]*)\}/g, (braces, name: string) => {
      if (isPlaceholder(name)) return '';
      throw new AppError('invalid', `${place} names ${braces}, which no report has. It may name ${NAMES}.`, {
        context: { field },
      });
    });
    if (/[{}]/.test(rest))
      throw new AppError('invalid', `${place} has a brace without its partner. Braces stand around ${NAMES}.`, {
        context: { field },
      });
  });
}

/** A checked wording with the values of its placeholders. What is put in is not read again for braces. */
export function fillWording(
  { title, paragraphs }: ReportWording,
  values: Readonly<Record<Placeholder, string>>,
): ReportWording {
  const fill = (text: string) =>
    text.replace(/\{([a-z]+)\}/g, (braces, name: string) => (isPlaceholder(name) ? values[name] : braces));
  return { title: fill(title), paragraphs: paragraphs.map(fill) };
}
