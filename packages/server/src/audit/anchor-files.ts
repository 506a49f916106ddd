import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { splitNotes } from '@trailmark/evidence/audit/checkpoint';

const TAIL_BYTES = 8_192;

function readTail(path: string): string {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** A file that every checkpoint is appended to, outside the database: it shows what the database had before. */
export class AnchorFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The checkpoint that was appended last; undefined before the first. */
  lastNote(): string | undefined {
    return splitNotes(readTail(this.path)).at(-1);
  }

  /** Number of events of the last checkpoint; 0 before the first. */
  lastSize(): number {
    return Number(this.lastNote()?.split('\n')[1] ?? 0);
  }

  listNotes(): readonly string[] {
    return existsSync(this.path) ? splitNotes(readFileSync(this.path, 'utf8')) : [];
  }

  /** Appends notes and waits until the disk has them. A line that a crash tore is closed first. */
  append(notes: readonly string[]): void {
    if (notes.length === 0) return;
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const tail = readTail(this.path);
    const gap = tail === '' || tail.endsWith('\n') ? '' : '\n\n';
    appendFileSync(this.path, `${gap}${notes.join('')}`, { mode: 0o600, flush: true });
  }
}
