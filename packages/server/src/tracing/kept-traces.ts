import { randomBytes } from 'node:crypto';
import type { TraceSession } from '@trailmark/analysis/tracing/trace-session';
import type { TraceAsOf } from './trace-as-of.ts';

const KEPT_MS = 10 * 60_000;
const MOST = 20;
/** Of one account: whoever begins many traces pushes out their own. */
const MOST_EACH = 3;
/** Transactions that all kept traces hold together: what they read stays in memory. */
const MOST_TRANSACTIONS = 300_000;

/** A partial trace as it waits to be continued. */
export interface KeptTrace {
  readonly owner: string;
  readonly key: string;
  /** The same for the request as the answer states it, with the asset it found. */
  readonly statedKey?: string;
  readonly asOf: TraceAsOf;
  /** The highest indexed block then, whole or not: a trace reads fragments too. */
  readonly tip: string;
  readonly session: TraceSession;
  /** Transactions its runs were allowed so far. */
  readonly spent: number;
  /** A run was broken off since the last answer, and may have read more than was allowed. */
  readonly hasFailed?: boolean;
  /** Transactions it has read. */
  readonly size: number;
}

interface Held {
  readonly kept: KeptTrace;
  readonly until: number;
}

/** Partial traces, oldest first, each until it is continued, grows old, or makes room. */
export class KeptTraces {
  readonly #held = new Map<string, Held>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  #dropOld(): void {
    for (const [token, { until }] of this.#held) if (until <= this.#now()) this.#held.delete(token);
  }

  #makeRoom(size: number, owner: string): void {
    const own = [...this.#held].filter(([, { kept }]) => kept.owner === owner).map(([token]) => token);
    for (const token of own.slice(0, Math.max(0, own.length + 1 - MOST_EACH))) this.#held.delete(token);
    let total = size;
    for (const { kept } of this.#held.values()) total += kept.size;
    for (const [token, { kept }] of this.#held) {
      if (this.#held.size < MOST && total <= MOST_TRANSACTIONS) return;
      this.#held.delete(token);
      total -= kept.size;
    }
  }

  /** Keeps a trace. Returns the token by which its owner, and nobody else, continues it. */
  keep(kept: KeptTrace): string {
    const token = randomBytes(16).toString('hex');
    this.putBack(token, kept);
    return token;
  }

  /** Keeps a trace under the token it had. */
  putBack(token: string, kept: KeptTrace): void {
    this.#dropOld();
    this.#makeRoom(kept.size, kept.owner);
    this.#held.set(token, { kept, until: this.#now() + KEPT_MS });
  }

  /** Takes a kept trace out: two runs of one would count twice. Another's, another request's and an unknown token are alike. */
  take(token: string, owner: string, key: string): KeptTrace | undefined {
    this.#dropOld();
    const kept = this.#held.get(token)?.kept;
    if (!kept || kept.owner !== owner || (kept.key !== key && kept.statedKey !== key)) return undefined;
    this.#held.delete(token);
    return kept;
  }
}
