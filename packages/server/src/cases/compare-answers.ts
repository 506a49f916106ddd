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
]);
const MAX_TEXT = 300;

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
