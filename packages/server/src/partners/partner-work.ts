import { createHash } from 'node:crypto';
import { ThreadLane } from '../threads/thread-lane.ts';
import type { FillGiven } from './fill-set.ts';
import type { OpenedFrame, SealGiven } from './frame-jobs.ts';
import type { BlindedBatch, Evaluation, Opening } from './oprf/oprf-jobs.ts';

interface Given {
  readonly fillSet: FillGiven;
  readonly sealFrame: SealGiven;
  readonly openFrame: { readonly text: string; readonly seed: Uint8Array; readonly from: Uint8Array };
  readonly publicKeyOf: Uint8Array;
  readonly blindBatch: { readonly keys: readonly string[]; readonly size: number };
  readonly evaluateBatch: { readonly seed: Uint8Array; readonly blinded: Uint8Array };
  readonly makeTags: { readonly seed: Uint8Array; readonly keys: readonly string[] };
  readonly openBatch: Opening;
}

interface Result {
  readonly fillSet: Uint8Array;
  readonly sealFrame: { readonly text: string; readonly digest: Uint8Array };
  readonly openFrame: OpenedFrame;
  readonly publicKeyOf: Uint8Array;
  readonly blindBatch: BlindedBatch;
  readonly evaluateBatch: Evaluation;
  readonly makeTags: Uint8Array;
  readonly openBatch: Uint8Array;
}

const module = new URL('./partner-thread.ts', import.meta.url);

/** Sets that are kept, of a million tags and 16 MiB at most each. */
const MOST_SETS = 4;

/** The arithmetic of frames and batches, in a thread of its own: one of 1,024 values takes half a second. */
export class PartnerWork {
  /** By partner and epoch: the set, and what it was made of. */
  readonly #sets = new Map<string, { readonly made: string; readonly set: Promise<Buffer> }>();
  readonly #lane = new ThreadLane({ module, most: 16, mostEach: 4, what: 'exchanges with partners' });

  /** `owner` is the partner whose frame it is; null for one's own work, which is never refused. */
  async run<J extends keyof Given>(job: J, given: Given[J], owner: string | null = null): Promise<Result[J]> {
    return (await this.#lane.run({ job, given, moved: [], owner })) as Result[J];
  }

  /** The set of a partner and epoch, filled up and in order. It is made again only when its real tags are others. */
  fillSet(name: string, given: FillGiven): Promise<Buffer> {
    const made = `${given.count} ${createHash('sha256').update(given.real).digest('base64')}`;
    const kept = this.#sets.get(name);
    const set =
      kept?.made === made
        ? kept.set
        : this.run('fillSet', given).then((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    this.#sets.delete(name);
    this.#sets.set(name, { made, set });
    set.catch(() => this.#sets.delete(name));
    if (this.#sets.size > MOST_SETS) this.#sets.delete(this.#sets.keys().next().value ?? '');
    return set;
  }
}
