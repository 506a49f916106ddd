import type { TraceStep } from '@trailmark/core/trace/trace';

/** Traced money on one side of a step. */
export interface StepPart {
  /** `txid:vout` of the output it is, or on account chains the address. */
  readonly place: string;
  readonly address: string | null;
  readonly asset: string;
  /** The traced part, in the smallest unit. */
  readonly amount: bigint;
}

/** Where the traced money of a step came from, or went to: the same terms on every chain. */
export function listStepParts(step: TraceStep, side: 'from' | 'to'): readonly StepPart[] {
  if (step.family === 'outputs') {
    const parts = side === 'from' ? step.inputs : step.outputs;
    return parts.flatMap(({ ref, address, tainted: amount }) =>
      amount > 0n ? { place: ref, address, asset: '', amount } : [],
    );
  }
  return step.transfers.flatMap(({ from, to, asset, tainted: amount }) => {
    const address = side === 'from' ? from : to;
    return amount > 0n ? { place: address ?? 'nobody', address, asset, amount } : [];
  });
}
