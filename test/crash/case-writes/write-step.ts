import type { RouteName } from '../../../packages/api/src/contract.ts';
import { AGENCY_CASES } from '../../access/calls/case-calls.ts';
import { REPORTS } from '../../access/calls/report-calls.ts';
import type { Ids } from '../../access/planted.ts';

// Every kind of write in a case, as steps that follow one another. `case-writes.test.ts` fails for a route that is in none of them.

export type Json = Readonly<Record<string, unknown>>;
// What the server answers and lists is read by name here: its schemas are tested elsewhere.
// biome-ignore lint/suspicious/noExplicitAny: rows of twenty tables and answers of fifty routes.
export type Loose = any;

const CALLS = { ...AGENCY_CASES, ...REPORTS };

export type Person = 'lead' | 'second' | 'head';
export type WriteName = keyof typeof CALLS & RouteName;

/** What the steps of one thing remember for those that follow: ids in their paths, and its version. */
export interface Memory extends Record<string, unknown> {
  version: number;
  /** Another number each time: for names. */
  readonly turn: number;
}

/** What the server shows of the case after a restart. */
export interface Found {
  /** Rows of the exported file, by table. */
  readonly tables: Readonly<Record<string, readonly Loose[]>>;
  /** Lines of the log by action. */
  readonly log: Readonly<Record<string, number>>;
  readonly head: Loose;
  readonly people: Loose;
  readonly members: Loose;
  readonly retention: Loose;
  readonly custody: Loose;
  readonly exhibit: Loose;
  readonly contacts: Loose;
  readonly emergencies: Loose;
  readonly keys: Loose;
  readonly packages: Loose;
  readonly records: Loose;
  readonly reports: Loose;
}

export interface Step {
  readonly route: WriteName;
  readonly as?: Person;
  /** What differs from the call in the access tests. */
  readonly params?: (memory: Memory) => Json;
  readonly body?: (memory: Memory) => Json;
  readonly skips?: (memory: Memory) => boolean;
  /** The status of an answer that keeps something; 200 unless given. */
  readonly status?: number;
  /** Reads from the answer what later steps need. */
  readonly keep?: (answer: Loose, memory: Memory) => void;
  /** Its line in the log of the case; without one, it is no act in a case. */
  readonly action?: string;
  /** How often it shows that this was done; left out where the line in the log is all that is written. */
  readonly shown?: (found: Found) => number;
}

export interface Story {
  /** What is there already, as the lists show it: an earlier attempt may have come to its end half way. */
  readonly begin: (read: (path: string, as?: Person) => Promise<Loose>, memory: Memory) => Promise<void> | void;
  readonly steps: readonly Step[];
}

/** The call of a step: the one of the access tests, with what the step says otherwise. */
export function toCall({ route, params, body }: Step, memory: Memory): { readonly params: Json; readonly body: Json } {
  const call = CALLS[route](memory as unknown as Ids) as { readonly params?: Json; readonly body?: Json };
  return { params: { ...call.params, ...params?.(memory) }, body: { ...call.body, ...body?.(memory) } };
}
