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
  readonly makeOutputs: { readonly seed: Uint8Array; readonly keys: readonly string[] };
  readonly openBatch: Opening;
}

interface Result {
  readonly fillSet: Uint8Array;
  readonly sealFrame: { readonly text: string; readonly digest: Uint8Array };
  readonly openFrame: OpenedFrame;
  readonly publicKeyOf: Uint8Array;
  readonly blindBatch: BlindedBatch;
  readonly evaluateBatch: Evaluation;
  readonly makeOutputs: Uint8Array;
  readonly openBatch: Uint8Array;
}

const module = new URL('./partner-thread.ts', import.meta.url);

/** The arithmetic of frames and batches, in a thread of its own: one of 1,024 values takes half a second. */
export class PartnerWork {
  readonly #lane = new ThreadLane({ module, most: 16, mostEach: 4, what: 'exchanges with partners' });

  /** `owner` is the partner whose frame it is; null for one's own work, which is never refused. */
  async run<J extends keyof Given>(job: J, given: Given[J], owner: string | null = null): Promise<Result[J]> {
    return (await this.#lane.run({ job, given, moved: [], owner })) as Result[J];
  }
}
