import { AppError } from '@trailmark/core/errors';
import { type ConstructorOptions, type Db, PgBoss } from 'pg-boss';
import type { Sql } from '../sql.ts';
import { QUEUE_SCHEMA } from './queue-schema.ts';

/** The two lines of the queue: jobs that people start, and what the server does at intervals. */
const WORK = 'work';
const SCHEDULES = 'schedules';

/** How often a worker says that it still works; without a word for 15 seconds it loses its ticket. */
export const HEARTBEAT_MS = 5_000;

/** The transaction that a command becomes part of. */
interface Inside {
  list(statement: Sql): Promise<object[]>;
}

/** The right to work on one job, once: a later claim of the same job makes it void. */
export interface Ticket {
  readonly id: string;
  /** How often it was claimed before. */
  readonly retryCount: number;
  /** Whether a failure now is tried again. */
  readonly hasRetry: boolean;
}

export interface NewTicket {
  readonly id: string;
  /** Lower ones first; among equals the older. */
  readonly turn: number;
  /** Whose share it counts in. */
  readonly group: string;
  /** Key of the share in `groupLimits`. */
  readonly kind: string;
  readonly retry: { readonly limit: number; readonly firstSeconds: number; readonly longestSeconds: number };
}

/** What may not be claimed now. */
export interface ClaimLimits {
  /** How many of one group run at once, by kind. */
  readonly groupLimits: Readonly<Record<string, number>>;
  /** Groups that have to wait for another reason. */
  readonly closedGroups: readonly string[];
}

/**
 * Tickets of jobs in PostgreSQL, by pg-boss. Statements run in the caller's transaction, so that a ticket and what it is for
 * are kept together or not at all.
 */
export interface JobQueue {
  put(tx: Inside, ticket: NewTicket): Promise<void>;
  claim(tx: Inside, limits: ClaimLimits): Promise<Ticket | undefined>;
  /** Puts it back for a later try, by its backoff. False where the ticket is void. */
  postpone(tx: Inside, ticket: Ticket, reason: string): Promise<boolean>;
  /** Takes it out of the queue, claimed or not: the job has ended. */
  remove(tx: Inside, id: string): Promise<void>;
  /** Marks these as still in progress. Returns those that are. */
  touch(tickets: readonly Ticket[]): Promise<readonly string[]>;
  /** Makes sure that a schedule has its ticket; with `now` a waiting one becomes due at once. */
  schedule(id: string, now?: boolean): Promise<void>;
  claimSchedule(): Promise<(Ticket & { readonly schedule: string }) | undefined>;
  /** Ends a run of a schedule and makes its next one due after these seconds. False where the ticket is void. */
  finishSchedule(tx: Inside, ticket: Ticket & { readonly schedule: string }, seconds: number): Promise<boolean>;
  touchSchedule(ticket: Ticket): Promise<boolean>;
  /** Forgets a schedule that nobody knows any more. */
  dropSchedule(ticket: Ticket): Promise<void>;
  /** Takes tickets from workers that are gone, and forgets old ones. */
  supervise(): Promise<void>;
  close(): Promise<void>;
}

const OPTIONS: ConstructorOptions = {
  schema: QUEUE_SCHEMA,
  // Made by our own migrations: the application's role owns nothing.
  migrate: false,
  createSchema: false,
  // Called by the one loop of the server's jobs, so that nothing runs that nobody closes.
  supervise: false,
  schedule: false,
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  registerInstance: false,
  reindex: false,
  monitorVacuum: false,
  openTelemetry: { enabled: false },
};

function inside(tx: Inside): { readonly db: Db } {
  return { db: { executeSql: async (text, values = []) => ({ rows: await tx.list({ text, values }) }) } };
}

/** How many rows a command of the queue touched; its types leave it out. */
function countOf(response: object): number {
  return Number((response as { readonly affected?: number }).affected ?? 0);
}

function toTicket({
  id,
  retryCount,
  retryLimit,
}: Pick<Ticket, 'id' | 'retryCount'> & { readonly retryLimit: number }): Ticket {
  return { id, retryCount, hasRetry: retryCount < retryLimit };
}

class BossQueue implements JobQueue {
  readonly #db: Db;
  #boss: Promise<PgBoss> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Started at its first use: most of what opens a database starts no job. */
  #open(): Promise<PgBoss> {
    this.#boss ??= (async () => {
      const boss = new PgBoss({ ...OPTIONS, db: this.#db });
      // Of its background reads; each command rejects separately.
      boss.on('error', () => undefined);
      await boss.start();
      return boss;
    })();
    this.#boss.catch(() => {
      this.#boss = undefined;
    });
    return this.#boss;
  }

  async put(tx: Inside, { id, turn, group, kind, retry }: NewTicket): Promise<void> {
    const boss = await this.#open();
    const made = await boss.send(WORK, null, {
      id,
      priority: -turn,
      group: { id: group, tier: kind },
      retryBackoff: true,
      retryLimit: retry.limit,
      retryDelay: retry.firstSeconds,
      retryDelayMax: retry.longestSeconds,
      ...inside(tx),
    });
    if (made === null) throw new AppError('conflict', 'The job is in the queue already.');
  }

  async claim(tx: Inside, { groupLimits, closedGroups }: ClaimLimits): Promise<Ticket | undefined> {
    const boss = await this.#open();
    const [job] = await boss.fetch(WORK, {
      includeMetadata: true,
      groupConcurrency: { default: 1, tiers: { ...groupLimits } },
      ignoreGroups: [...closedGroups],
      ...inside(tx),
    });
    return job && toTicket(job);
  }

  async postpone(tx: Inside, ticket: Ticket, reason: string): Promise<boolean> {
    const boss = await this.#open();
    return countOf(await boss.fail(WORK, ticket, { reason }, inside(tx))) > 0;
  }

  async remove(tx: Inside, id: string): Promise<void> {
    const boss = await this.#open();
    await boss.deleteJob(WORK, id, inside(tx));
  }

  async touch(tickets: readonly Ticket[]): Promise<readonly string[]> {
    if (tickets.length === 0) return [];
    const boss = await this.#open();
    const kept = await Promise.all(
      tickets.map(async (ticket) => (countOf(await boss.touch(WORK, ticket)) > 0 ? [ticket.id] : [])),
    );
    return kept.flat();
  }

  async schedule(id: string, now = false): Promise<void> {
    const boss = await this.#open();
    const made = await boss.send(SCHEDULES, { id }, { singletonKey: id });
    if (made === null && now) await boss.update(SCHEDULES, undefined, { singletonKey: id, startAfter: new Date(0) });
  }

  async claimSchedule(): Promise<(Ticket & { readonly schedule: string }) | undefined> {
    const boss = await this.#open();
    const [job] = await boss.fetch(SCHEDULES, { includeMetadata: true });
    return job && { ...toTicket(job), schedule: job.singletonKey ?? '' };
  }

  async finishSchedule(tx: Inside, ticket: Ticket & { readonly schedule: string }, seconds: number): Promise<boolean> {
    const boss = await this.#open();
    const isOurs = countOf(await boss.complete(SCHEDULES, ticket, null, inside(tx))) > 0;
    const { schedule: id } = ticket;
    if (isOurs) await boss.send(SCHEDULES, { id }, { singletonKey: id, startAfter: seconds, ...inside(tx) });
    return isOurs;
  }

  async touchSchedule(ticket: Ticket): Promise<boolean> {
    const boss = await this.#open();
    return countOf(await boss.touch(SCHEDULES, ticket)) > 0;
  }

  async dropSchedule(ticket: Ticket): Promise<void> {
    const boss = await this.#open();
    await boss.deleteJob(SCHEDULES, ticket);
  }

  async supervise(): Promise<void> {
    const boss = await this.#open();
    await boss.supervise();
  }

  async close(): Promise<void> {
    const boss = await this.#boss?.catch(() => undefined);
    await boss?.stop({ graceful: false, close: false });
  }
}

/** Opens the queue over statements that run by themselves, under the application's role. */
export function createJobQueue(executeSql: Db['executeSql']): JobQueue {
  return new BossQueue({ executeSql });
}
