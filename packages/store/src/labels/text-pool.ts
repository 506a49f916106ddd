/** Strings searched at once: joined, they are scanned far faster than one by one. */
const GROUP = 2_048;

interface Group {
  /** Lower-case words of the strings, one per line. */
  readonly text: string;
  /** Where each string's line begins. */
  readonly starts: Uint32Array;
}

/** Keeps each distinct string once, under a number, and finds the numbers of those that contain a word. */
export class TextPool {
  private readonly texts: string[] = [];
  private numbers: Map<string, number> | undefined = new Map();
  private readonly groups: Group[] = [];
  private pending: string[] = [];

  get size(): number {
    return this.texts.length;
  }

  /** The number of a string. `words` is what a search sees of it, unless it is the string itself. */
  add(text: string, words: (text: string) => string = (same) => same): number {
    const known = this.numbers?.get(text);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.texts.push(text);
    this.numbers?.set(text, number);
    this.pending.push(words(text).toLowerCase().replaceAll('\n', ' '));
    if (this.pending.length === GROUP) this.closeGroup();
    return number;
  }

  private closeGroup(): void {
    const starts = new Uint32Array(this.pending.length);
    let start = 0;
    for (const [i, line] of this.pending.entries()) {
      starts[i] = start;
      start += line.length + 1;
    }
    this.groups.push({ text: `${this.pending.join('\n')}\n`, starts });
    this.pending = [];
  }

  /** No more strings: forgets what only adding needs. */
  seal(): void {
    if (this.pending.length > 0) this.closeGroup();
    this.numbers = undefined;
  }

  text(number: number): string {
    return this.texts[number] ?? '';
  }

  /** One byte a string, 1 where it contains the lower-case word; undefined where none does. */
  containing(word: string): Uint8Array | undefined {
    let found: Uint8Array | undefined;
    for (const [index, group] of this.groups.entries()) {
      for (let at = group.text.indexOf(word); at >= 0; ) {
        const line = lineAt(group.starts, at);
        found ??= new Uint8Array(this.texts.length);
        found[index * GROUP + line] = 1;
        const next = group.starts[line + 1];
        at = next === undefined ? -1 : group.text.indexOf(word, next);
      }
    }
    return found;
  }
}

/** The last line that begins at or before a place. */
function lineAt(starts: Uint32Array, place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
