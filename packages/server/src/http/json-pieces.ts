/** Members of a list that are written at once. */
const PIECE = 500;
/** Levels of objects that are looked into for long lists. */
const DEPTH = 3;

function* writeList(list: readonly unknown[]): Generator<string> {
  for (let at = 0; at < list.length; at += PIECE) {
    const text = JSON.stringify(list.slice(at, at + PIECE));
    yield `${at === 0 ? '[' : ','}${text.slice(1, -1)}`;
  }
  yield ']';
}

/** What JSON.stringify writes of a value with long lists, piece by piece, so that others get their turn between them. */
export function* jsonPieces(value: unknown, depth = DEPTH): Generator<string> {
  if (Array.isArray(value) && value.length > PIECE) {
    yield* writeList(value);
    return;
  }
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield JSON.stringify(value);
    return;
  }
  let mark = '{';
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${mark}${JSON.stringify(key)}:`;
    mark = ',';
    yield* jsonPieces(part, depth - 1);
  }
  yield mark === '{' ? '{}' : '}';
}
