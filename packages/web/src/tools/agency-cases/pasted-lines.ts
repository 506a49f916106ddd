import type { Answer } from '../../api.ts';

type Outcome = Answer<'addCasePeople'>;
type Refused = Outcome['refused'][number];

const LONGEST = 120;

const linesOf = (text: string, { line, lines }: Refused) => text.split('\n').slice(line - 1, line - 1 + lines);

/** The text of a refused line, as a list shows it. */
export function showLine(text: string, refused: Refused): string {
  const line = linesOf(text, refused).join(' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** The text without what was added: the line that names the columns, and those that were refused. */
export function keepRefused(text: string, { hasHeader, refused }: Pick<Outcome, 'hasHeader' | 'refused'>): string {
  const lines = text.split('\n');
  const header = hasHeader ? lines.slice(0, lines.findIndex((line) => line.trim() !== '') + 1) : [];
  return [...header, ...refused.flatMap((one) => linesOf(text, one))].join('\n');
}
