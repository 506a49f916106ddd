import { addToFlow, expandFlow, linkFlow } from '@trailmark/api/contract/flow-graph';
import type { flowLogEntry } from '@trailmark/api/contract/flow-wire';
import { runTrace } from '@trailmark/api/contract/trace';
import { CHAIN_IDS, type ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { z } from 'zod';

type LogEntry = z.output<typeof flowLogEntry>;

/** What an act of a log gives when it is done again. */
export interface Replayed {
  readonly hash: string;
  readonly graph: { readonly nodes: readonly unknown[]; readonly edges: readonly unknown[] };
}

/** Does one kind of act again. The body is as the act's route checks it. */
export interface Replayers {
  trace(body: z.output<typeof runTrace.body>): Promise<Replayed>;
  expand(body: z.output<typeof expandFlow.body>): Promise<Replayed>;
  add(body: z.output<typeof addToFlow.body>): Promise<Replayed>;
  links(body: z.output<typeof linkFlow.body>): Promise<Replayed>;
}

export interface ReplayedEntry {
  readonly number: number;
  /** Undefined where the act could not be read. */
  readonly chain: ChainId | undefined;
  readonly outcome: 'same' | 'differs' | 'failed' | 'not-replayed';
  readonly resultHash: string | null;
  readonly sentence: string;
  /** Ids of nodes and edges that came now and not then, or then and not now, where the log says which they were. */
  readonly added: string[];
  readonly removed: string[];
}

function parseBody<Body extends z.core.$ZodType>(schema: Body, { number, request }: LogEntry): z.output<Body> {
  let given: unknown;
  try {
    given = JSON.parse(request);
  } catch {
    throw new AppError('invalid', `Entry ${number} of the log holds no JSON.`);
  }
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(
    'invalid',
    `Entry ${number} of the log is not understood at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message ?? 'unknown'}.`,
  );
}

async function runEntry(entry: LogEntry, replayers: Replayers): Promise<Replayed | undefined> {
  if (entry.action === 'trace') return replayers.trace(parseBody(runTrace.body, entry));
  if (entry.action === 'expand') return replayers.expand(parseBody(expandFlow.body, entry));
  if (entry.action === 'add') return replayers.add(parseBody(addToFlow.body, entry));
  if (entry.action === 'links') return replayers.links(parseBody(linkFlow.body, entry));
  return undefined;
}

function describeDifference({ nodes, edges, asOf }: LogEntry, { graph }: Replayed): string {
  const counts = `then ${nodes} nodes and ${edges} payments, now ${graph.nodes.length} and ${graph.edges.length}`;
  return `The answer differs: ${counts}. The log was written as of ${asOf}; compare the tip and the versions.`;
}

/** The chain a request is about, as far as its text states it. */
function findChain({ request }: LogEntry): ChainId | undefined {
  const chain = /"chain":"([a-z-]{2,20})"/.exec(request)?.[1];
  return CHAIN_IDS.find((id) => id === chain);
}

async function replayEntry(entry: LogEntry, replayers: Replayers): Promise<ReplayedEntry> {
  const head = { number: entry.number, chain: findChain(entry), added: [], removed: [] };
  try {
    const replayed = await runEntry(entry, replayers);
    if (!replayed) {
      const sentence = `An act of the kind "${entry.action}" is not done again: its hash is over what the file or search said.`;
      return { ...head, outcome: 'not-replayed', resultHash: null, sentence };
    }
    const isSame = replayed.hash === entry.resultHash;
    const sentence = isSame ? 'The answer is the same to the byte.' : describeDifference(entry, replayed);
    return { ...head, outcome: isSame ? 'same' : 'differs', resultHash: replayed.hash, sentence };
  } catch (error) {
    if (!AppError.is(error) || error.kind === 'unavailable') throw error;
    return { ...head, outcome: 'failed', resultHash: null, sentence: error.message };
  }
}

/** Does the acts of a log again, one after the other, and reports for each whether its answer is the same today. */
export async function replayLog(log: readonly LogEntry[], replayers: Replayers): Promise<ReplayedEntry[]> {
  const entries: ReplayedEntry[] = [];
  for (const entry of log) entries.push(await replayEntry(entry, replayers));
  return entries;
}
