import type { StoredDraft } from '@trailmark/store/cases/flows/branch-rows';
import { ThreadLane, type ThreadTask } from '../threads/thread-lane.ts';
import { FLOW_JOBS, toBuffer } from './flow-jobs.ts';

type Jobs = typeof FLOW_JOBS;
export type FlowJob = keyof Jobs;
type Given<J extends FlowJob> = Parameters<Jobs[J]>[0];
type Result<J extends FlowJob> = Awaited<ReturnType<Jobs[J]>>;

/** Bytes up to which a document is dealt with where it came in: sooner done than handed over. */
const SMALL_BYTES = 131_072;
/** The same for compressed documents. */
const SMALL_PACKED = 8_192;

const module = new URL('./flow-thread.ts', import.meta.url);

/** Jobs that keep what people made: they wait for no export, and run to their end also when the client has left. */
const KEEPING: ReadonlySet<FlowJob> = new Set(['begin', 'save', 'repack', 'hash']);

export interface FlowTask {
  readonly owner: ThreadTask['owner'];
  readonly signal?: AbortSignal | undefined;
}

function listBytes(given: object): Uint8Array[] {
  return Object.values(given).flatMap((part: unknown) => {
    if (part instanceof Uint8Array) return [part];
    return typeof part === 'object' && part !== null && 'packed' in part ? [part.packed as Uint8Array] : [];
  });
}

function isSmall(given: object): boolean {
  const isPacked = !('body' in given || 'held' in given);
  const size = listBytes(given).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return size <= (isPacked ? SMALL_PACKED : SMALL_BYTES);
}

/** Buffers that hold nothing else, so that they can move. */
function listMovable(given: object): ArrayBuffer[] {
  const own = listBytes(given).filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
  return own.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}

/** Buffers of Node's own sort, which the store takes, out of what a thread passed on. */
export function asStored(draft: StoredDraft): StoredDraft {
  const { document, history, digest } = draft;
  return { ...draft, document: toBuffer(document), history: toBuffer(history), digest: toBuffer(digest) };
}

/** Work on whole documents, in threads of its own where they are large. */
export class FlowWork {
  readonly #keeping = new ThreadLane({ module, most: 32, mostEach: 4, what: 'saves of large coin flows' });
  readonly #files = new ThreadLane({
    module,
    most: 8,
    mostEach: 2,
    what: 'exports, imports or comparisons of large coin flows',
  });

  /** Does a job. The bytes given are gone afterwards. Rejects with `unavailable` when too much waits. */
  async run<J extends FlowJob>(job: J, given: Given<J>, { owner, signal }: FlowTask): Promise<Result<J>> {
    if (isSmall(given)) return FLOW_JOBS[job](given as never) as Promise<Result<J>>;
    const lane = KEEPING.has(job) ? this.#keeping : this.#files;
    const task = { job, given, moved: listMovable(given), owner };
    return (await lane.run(KEEPING.has(job) ? task : { ...task, signal })) as Result<J>;
  }
}
