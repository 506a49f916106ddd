import type { StatementResult } from '@trailmark/analysis/statement/statement-book';
import type { StatementAnswer } from '@trailmark/api/contract/statement';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { StatementLine, StatementRequest } from '@trailmark/core/statement/statement';
import { hashPlain } from '../answers/content-hash.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { type OpenStatement, openStatement } from './run-statement.ts';
import { createLineHash, toStatementAnswer } from './statement-answer.ts';

/** Lines kept of one statement, and of all of them: pages beyond are read again. */
const MOST_LINES = 50_000;
const MOST_LINES_TOGETHER = 150_000;
const MOST_STATEMENTS = 20;

/** What a statement rests on, without the means to read its lines. */
export type StatementBasis = Omit<OpenStatement, 'lines' | 'assetOf'>;

export interface KeptStatement {
  readonly answer: StatementAnswer;
  /** The answer in terms of core, as files are written from it. */
  readonly result: StatementResult;
  readonly basis: StatementBasis;
  /** SHA-256 over all lines. */
  readonly linesHash: string;
  /** Seconds; undefined where there is no line. */
  readonly firstTime: number | undefined;
  /** The first lines. */
  readonly lines: readonly StatementLine[];
}

/** Lines of one batch, where they are kept: what is made of so few is gone before the collector of garbage comes by. */
const BATCH = 100;

export function hasAllLines({ lines, answer }: KeptStatement): boolean {
  return lines.length === answer.lineCount;
}

export async function* readKeptLines({ lines }: KeptStatement): AsyncGenerator<readonly StatementLine[]> {
  for (let at = 0; at < lines.length; at += BATCH) yield lines.slice(at, at + BATCH);
}

export interface OpenedLines {
  readonly open: OpenStatement;
  /** Hash of everything that the statement is a function of. */
  readonly key: string;
  readonly kept: KeptStatement | undefined;
}

/** Reads lines to their end, keeping the first of them. */
async function finish(open: OpenStatement): Promise<KeptStatement> {
  const lines: StatementLine[] = [];
  const hash = createLineHash();
  const stream = open.lines();
  for (;;) {
    const next = await stream.next();
    if (next.done) {
      const linesHash = hash.digest();
      const answer = toStatementAnswer(open, next.value, linesHash);
      const { lines: _, assetOf: __, ...basis } = open;
      return { answer, result: next.value, basis, linesHash, firstTime: lines[0]?.time, lines };
    }
    hash.add(next.value);
    if (lines.length < MOST_LINES) lines.push(...next.value);
  }
}

/**
 * Recently requested statements. A statement is a pure function of what its key is a hash of, so that everybody may get the
 * kept one, and a new block, label or price gives another key.
 */
export class KeptStatements {
  readonly #deps: TraceDeps;
  readonly #kept = new Map<string, KeptStatement>();

  constructor(deps: TraceDeps) {
    this.#deps = deps;
  }

  async get(request: StatementRequest, read: ReadOptions): Promise<KeptStatement> {
    const open = await openStatement(this.#deps, request, { read, keepsSums: true });
    const key = this.#keyOf(open);
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const found = known ?? (await finish(open));
    this.#kept.set(key, found);
    this.#makeRoom();
    return found;
  }

  /** Opens a statement for its lines alone, with its key and, where it was read lately, what is kept of it. */
  async open(request: StatementRequest, read: ReadOptions): Promise<OpenedLines> {
    const open = await openStatement(this.#deps, request, { read, keepsSums: false });
    const key = this.#keyOf(open);
    return { open, key, kept: this.#kept.get(key) };
  }

  #keyOf({ request: spelled, asOf, rules, transactionCount }: OpenStatement): string {
    const tips = asOf.map(({ chain }) => this.#deps.ledgers.get(chain).transfers.tip());
    return hashPlain({ spelled, asOf, rules, transactionCount, tips });
  }

  #makeRoom(): void {
    let total = [...this.#kept.values()].reduce((sum, { lines }) => sum + lines.length, 0);
    for (const [key, { lines }] of this.#kept) {
      if (this.#kept.size === 1 || (this.#kept.size <= MOST_STATEMENTS && total <= MOST_LINES_TOGETHER)) return;
      this.#kept.delete(key);
      total -= lines.length;
    }
  }
}
