import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Label } from '@trailmark/core/label';
import { decodeLabel, encodeLabel, sortKey } from './pack-codec.ts';

interface Row {
  readonly key: string;
  readonly line: string;
}

/** Labels kept in memory before they go to disk: what a run costs is a few dozen milliseconds and a few megabytes. */
const RUN_LENGTH = 20_000;

function isBefore(a: Row, b: Row): boolean {
  return a.key < b.key || (a.key === b.key && a.line < b.line);
}

async function* readRun(path: string): AsyncGenerator<Row> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield { key: sortKey(decodeLabel(line)), line };
  }
}

/** Sorts any number of labels in bounded memory: sorted runs on disk, merged when read. Exact duplicates are dropped. */
export class LabelSorter {
  private rows: Row[] = [];
  private readonly runs: string[] = [];
  private directory: string | undefined;
  private readonly parent: string;
  private readonly runLength: number;

  /** `parent` is the folder in which runs are put while they are needed. */
  constructor(parent: string, runLength = RUN_LENGTH) {
    this.parent = parent;
    this.runLength = runLength;
  }

  add(label: Label): void {
    this.rows.push({ key: sortKey(label), line: encodeLabel(label) });
    if (this.rows.length >= this.runLength) this.spill();
  }

  private sortRows(): Row[] {
    const rows = this.rows.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
    this.rows = [];
    return rows;
  }

  private spill(): void {
    this.directory ??= mkdtempSync(join(this.parent, '.sorting-'));
    const path = join(this.directory, `${this.runs.length}.jsonl`);
    writeFileSync(
      path,
      `${this.sortRows()
        .map((row) => row.line)
        .join('\n')}\n`,
    );
    this.runs.push(path);
  }

  /** Lines of the labels in the order of a pack. */
  async *sorted(): AsyncGenerator<string> {
    let previous = '';
    for await (const { line } of this.merged()) {
      if (line !== previous) yield line;
      previous = line;
    }
  }

  private async *merged(): AsyncGenerator<Row> {
    const last = this.sortRows();
    if (this.runs.length === 0) {
      yield* last;
      return;
    }
    yield* mergeRuns([...this.runs.map(readRun), last[Symbol.iterator]()]);
  }

  close(): void {
    if (this.directory !== undefined) rmSync(this.directory, { recursive: true, force: true });
    this.directory = undefined;
  }
}

type Run = AsyncIterator<Row> | Iterator<Row>;

interface Head {
  row: Row;
  readonly run: Run;
}

/** Moves the first head of a heap down to its place. */
function sink(heap: Head[]): void {
  let at = 0;
  for (;;) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && isBefore((heap[child] as Head).row, (heap[least] as Head).row)) least = child;
    }
    if (least === at) return;
    [heap[at], heap[least]] = [heap[least] as Head, heap[at] as Head];
    at = least;
  }
}

async function* mergeRuns(runs: readonly Run[]): AsyncGenerator<Row> {
  const heap: Head[] = [];
  for (const run of runs) {
    const first = await run.next();
    if (first.done !== true) heap.push({ row: first.value, run });
  }
  heap.sort((a, b) => (isBefore(a.row, b.row) ? -1 : 1));
  for (let head = heap[0]; head !== undefined; head = heap[0]) {
    yield head.row;
    const next = await head.run.next();
    if (next.done !== true) head.row = next.value;
    else {
      const tail = heap.pop();
      if (tail !== undefined && tail !== head) heap[0] = tail;
    }
    sink(heap);
  }
}
