import type { TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import type { AccountPort } from './account-port.ts';
import type { AccountSource } from './account-source.ts';

/** Contracts queried at once, and those of which the answers are written at once. */
const ASKED_AT_ONCE = 50;
const WRITTEN_AT_ONCE = 500;
/** Contracts waiting at most; those beyond are queried when they are met again. */
const MOST_WAITING = 200_000;

export interface TokenLearnerOptions {
  readonly source: Pick<AccountSource, 'tokens'>;
  readonly port: Pick<AccountPort, 'unknownTokens' | 'putTokens'>;
  /** Milliseconds one request may take. */
  readonly askMs?: number | undefined;
  /** Milliseconds before a contract that could not be queried is queried again. */
  readonly pauseMs?: number | undefined;
}

/**
 * Queries token contracts for their names, in parallel with the reading of blocks: a contract that hangs or fails delays no
 * block, and is queried once an hour. Their answers are claims of strangers.
 */
export class TokenLearner {
  private readonly options: TokenLearnerOptions;
  private readonly stop = new AbortController();
  private readonly askMs: number;
  private readonly pauseMs: number;
  /** Contracts met and settled in this run. */
  private readonly seen = new Set<string>();
  private readonly waiting = new Set<string>();
  /** Contracts that could not be queried, oldest first, and when. */
  private readonly failed = new Map<string, number>();
  private answers: TokenMetadata[] = [];
  private work: Promise<void> | undefined;

  constructor(options: TokenLearnerOptions) {
    this.options = options;
    this.askMs = options.askMs ?? 10_000;
    this.pauseMs = options.pauseMs ?? 3_600_000;
  }

  /** Notes contracts that blocks speak of, and those that are due again. Returns at once. */
  meet(contracts: Iterable<string>): void {
    if (!this.options.source.tokens || this.stop.signal.aborted) return;
    const due = performance.now() - this.pauseMs;
    for (const [contract, at] of this.failed) {
      if (at > due) break;
      this.failed.delete(contract);
      this.waiting.add(contract);
    }
    for (const contract of contracts) {
      if (this.waiting.size >= MOST_WAITING) break;
      if (!this.seen.has(contract) && !this.failed.has(contract)) this.waiting.add(contract);
    }
    if (this.waiting.size > 0) this.work ??= this.askAll().finally(() => (this.work = undefined));
  }

  /** Waits until all that were met were queried, at most so long. */
  async settle(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (!this.work || signal?.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    await Promise.race([this.work, promise]);
    clearTimeout(timer);
  }

  /** Asks no more. */
  close(): void {
    this.stop.abort();
  }

  private async askAll(): Promise<void> {
    while (this.waiting.size > 0 && !this.stop.signal.aborted) {
      await this.learn(this.takeWaiting());
      if (this.waiting.size === 0 || this.answers.length >= WRITTEN_AT_ONCE) await this.write();
    }
  }

  private takeWaiting(): string[] {
    const part: string[] = [];
    for (const contract of this.waiting) {
      if (part.length === ASKED_AT_ONCE) break;
      part.push(contract);
      this.waiting.delete(contract);
    }
    return part;
  }

  private async learn(part: readonly string[]): Promise<void> {
    try {
      const unknown = await this.options.port.unknownTokens(part);
      for (const contract of part) this.seen.add(contract);
      await this.ask(unknown);
    } catch {
      this.fail(part);
    }
  }

  /** One bad contract spoils the answer for all that were queried with it: the rest is queried in halves. */
  private async ask(contracts: readonly string[]): Promise<void> {
    if (contracts.length === 0 || this.stop.signal.aborted) return;
    try {
      this.answers.push(...(await this.askOnce(contracts)));
    } catch {
      if (contracts.length === 1) return this.fail(contracts);
      const half = contracts.length >> 1;
      await this.ask(contracts.slice(0, half));
      await this.ask(contracts.slice(half));
    }
  }

  private async askOnce(contracts: readonly string[]): Promise<TokenMetadata[]> {
    const signal = AbortSignal.any([this.stop.signal, AbortSignal.timeout(this.askMs)]);
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new AppError('unavailable', 'No answer in time.')), { once: true });
    // The race alone decides: a source may not heed the signal.
    return Promise.race([this.options.source.tokens?.(contracts, signal) ?? [], promise]);
  }

  private async write(): Promise<void> {
    const { answers } = this;
    this.answers = [];
    if (answers.length === 0) return;
    await this.options.port.putTokens(answers).catch(() => this.fail(answers.map(({ contract }) => contract)));
  }

  private fail(contracts: readonly string[]): void {
    const now = performance.now();
    for (const contract of contracts) {
      this.seen.delete(contract);
      this.failed.delete(contract);
      if (this.failed.size < MOST_WAITING) this.failed.set(contract, now);
    }
  }
}
