import type { OutputStep, Trace, TracePart } from '@trailmark/core/trace/trace';

/**
 * Whether a part of a step was cut: at its transaction something was, and the trail neither continues from it nor ends at it.
 * Cut parts are drawn as one gap.
 */
export function createCutTest(trace: Trace): (part: TracePart) => boolean {
  const places = new Set(trace.cuts.map(({ at }) => at));
  if (places.size === 0) return () => false;
  const isForward = trace.request.direction === 'forward';
  const steps = trace.steps.filter((step): step is OutputStep => step.family === 'outputs');
  const nearer = (step: OutputStep): readonly TracePart[] =>
    (isForward ? step.inputs : step.outputs).filter(({ tainted }) => tainted > 0n);
  const further = (step: OutputStep): readonly TracePart[] => (isForward ? step.outputs : step.inputs);
  const followed = new Set([...trace.leaves, ...trace.seeds, ...steps.flatMap(nearer)].map(({ ref }) => ref));
  const parts = steps.filter(({ txid }) => places.has(txid)).flatMap(further);
  const cut = new Set(parts.flatMap(({ ref }) => (followed.has(ref) ? [] : [ref])));
  return ({ ref }) => cut.has(ref);
}
