import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

/** One place where two answers differ; null where one of them has nothing there. */
export interface AnswerDifference {
  readonly path: string;
  readonly pinned: string | null;
  readonly now: string | null;
}

/** What says of what an answer is, rather than what it says: it changes with every block and every new label. */
const FRAME = new Set([
  'asOf',
  'answeredAt',
  'coverage',
  'envelope',
  'provenance',
  'prices',
  'rules',
  'labels',
  'confirmations',
  'fetched',
  // The same in files.
  'made_at',
]);
/** Lines of a text file that say of what it is: they begin with a name of the frame. */
const FRAME_LINE =
  /^(?:as_of|answered_at|made_at|complete_to|coverage|coverage_complete|gap|software|labels|prices|rules),/;
const MAX_TEXT = 300;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A file as it is compared: JSON by its members, other text by its lines, everything else as a whole by its hash. */
export function toComparableFile(bytes: Buffer): unknown {
  if (!isUtf8(bytes) || bytes.includes(0)) return { file: createHash('sha256').update(bytes).digest('hex') };
  const text = bytes.toString('utf8');
  const parsed = parseJson(text);
  return isObject(parsed) ? parsed : { line: text.split('\n').filter((line) => !FRAME_LINE.test(line)) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function toText(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function* walk(path: string, pinned: unknown, now: unknown): Generator<AnswerDifference> {
  if (pinned === now) return;
  if (isObject(pinned) && isObject(now) && Array.isArray(pinned) === Array.isArray(now)) {
    const names = new Set([...Object.keys(pinned), ...Object.keys(now)]);
    for (const name of names) {
      if (FRAME.has(name)) continue;
      yield* walk(path === '' ? name : `${path}.${name}`, pinned[name], now[name]);
    }
    return;
  }
  yield { path, pinned: toText(pinned), now: toText(now) };
}

/** What differs between two answers of one tool, and how often; as-of, coverage and versions apart. */
export function compareAnswers(
  pinned: unknown,
  now: unknown,
  limit: number,
): { readonly differences: readonly AnswerDifference[]; readonly count: number } {
  const differences: AnswerDifference[] = [];
  let count = 0;
  for (const difference of walk('', pinned, now)) {
    count++;
    if (differences.length < limit) differences.push(difference);
  }
  return { differences, count };
}
