import type { Label, LabelPackPreview } from '@trailmark/core/label';
import { decodeLabel, sortKey } from './pack-codec.ts';
import { iterateLabelLines, type PackRead } from './pack-file.ts';

/** Reads a pack line by line, a batch at a time. */
class LineReader {
  line: string | undefined;
  read: PackRead | undefined;
  private batch: readonly string[] = [];
  private at = 0;
  private readonly batches: AsyncGenerator<readonly string[], PackRead> | undefined;

  constructor(path: string | undefined) {
    this.batches = path === undefined ? undefined : iterateLabelLines(path);
  }

  /** Takes the next line at once where the batch in hand has one; returns whether it did. */
  step(): boolean {
    this.line = this.batch[this.at];
    this.at += 1;
    return this.line !== undefined;
  }

  async advance(): Promise<void> {
    while (!this.step() && this.batches && !this.read) {
      const next = await this.batches.next();
      if (next.done === true) this.read = next.value;
      else [this.batch, this.at] = [next.value, 0];
    }
  }

  async close(): Promise<void> {
    await this.batches?.return(undefined as never);
  }
}

/** Below 0: `a` comes first in the order of packs. */
function compareLines(a: string, b: string): number {
  const [keyA, keyB] = [sortKey(decodeLabel(a)), sortKey(decodeLabel(b))];
  if (keyA !== keyB) return keyA < keyB ? -1 : 1;
  return a < b ? -1 : 1;
}

type Difference = Pick<LabelPackPreview, 'counts' | 'added' | 'removed' | 'refused'>;

/** How two lines compare; a reader that is at its end comes after everything. */
function orderOf(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  return b === undefined ? -1 : compareLines(a, b);
}

/** Counts lines and keeps the first ones. */
class Tally {
  count = 0;
  readonly labels: Label[] = [];
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  add(line: string | undefined): void {
    this.count += 1;
    if (line !== undefined && this.labels.length < this.limit) this.labels.push(decodeLabel(line));
  }
}

/** What the second pack has and the first has not, and the other way round: one pass over both, in bounded memory. */
export async function comparePacks(before: string | undefined, after: string, limit: number): Promise<Difference> {
  const [old, next] = [new LineReader(before), new LineReader(after)];
  const [added, removed, same] = [new Tally(limit), new Tally(limit), new Tally(0)];
  try {
    await Promise.all([old.advance(), next.advance()]);
    while (old.line !== undefined || next.line !== undefined) {
      const order = orderOf(old.line, next.line);
      if (order === 0) same.add(next.line);
      else if (order > 0) added.add(next.line);
      else removed.add(old.line);
      if (order <= 0 && !old.step()) await old.advance();
      if (order >= 0 && !next.step()) await next.advance();
    }
    const counts = { added: added.count, removed: removed.count, same: same.count };
    const refused = next.read?.foot.refusedRows.slice(0, limit) ?? [];
    return { counts, added: added.labels, removed: removed.labels, refused };
  } finally {
    await Promise.all([old.close(), next.close()]);
  }
}
