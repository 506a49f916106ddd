/** Keys next to each other on the usual keyboards, both ways. */
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm'];
const COLUMNS = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol', '0p'];
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890', ...ROWS, ...COLUMNS];

function listPairs(): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const line of SEQUENCES) {
    for (let i = 1; i < line.length; i += 1) {
      const [a, b] = [line[i - 1] ?? '', line[i] ?? ''];
      pairs.add(a + b).add(b + a);
    }
  }
  return pairs;
}

const NEIGHBOURS = listPairs();
/** The column of a key, to see two walks that are typed in turn. */
const COLUMN_HEADS = new Set(COLUMNS.map((column) => column[0]));

const MASKS: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };

/** A text with digits and signs that represent letters read as those, in each way that a 1 is meant. */
export function unmask(text: string): readonly string[] {
  const read = (one: string) => [...text].map((point) => (point === '1' ? one : (MASKS[point] ?? point))).join('');
  return [read('l'), read('i')];
}

/** One form for comparison: full-width and other compatibility letters, and letter case, are no difference. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/** Length of the shortest piece that makes the whole text when repeated; the text's own length without one. */
export function periodOf(text: string): number {
  const points = [...text];
  for (let period = 1; period <= points.length / 2; period += 1) {
    if (points.every((point, index) => point === points[index % period])) return period;
  }
  return points.length;
}

/** Whether a character continues the one before it: the same, or the next of an alphabet or a keyboard. */
export function isStep(before: string, after: string): boolean {
  return before === after || NEIGHBOURS.has(before + after);
}

/** How many characters do not follow from the one before: 1 for `abcdefgh`, 8 for eight of no pattern. */
export function countFreeCharacters(folded: string): number {
  const points = [...folded];
  let free = 0;
  points.forEach((point, index) => {
    const before = points[index - 1];
    const isColumnChange = before !== undefined && COLUMN_HEADS.has(point) && isStep(points[index - 4] ?? '', point);
    if (before === undefined || (!isStep(before, point) && !isColumnChange)) free += 1;
  });
  return free;
}
