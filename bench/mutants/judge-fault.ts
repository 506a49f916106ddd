/** How tests ended; `stopped` is by the time limit. */
export type Ending = 'failed' | 'stopped' | 'passed';

/**
 * What became of a fault. `caught`: a test failed. `endless`: tests never ended, and the same tests end without the fault. `refused`: no
 * test noticed, and the compiler does. `stopped`: the limit came too early to say anything. `passed`: nothing noticed.
 */
export type Verdict = 'caught' | 'endless' | 'refused' | 'stopped' | 'passed';

/** Verdicts that count as caught: `npm test` runs the compiler too, and does not end where a test does not. */
export const CAUGHT: readonly Verdict[] = ['caught', 'endless', 'refused'];

export interface Bench<Stage> {
  /** Runs tests for at most so long. */
  readonly run: (stage: Stage, timeoutMs: number) => Promise<Ending>;
  /** Whether the compiler accepts the tree. */
  readonly compiles: () => Promise<boolean>;
  /** Takes the fault out of its file. */
  readonly putBack: () => void;
}

/** Share of the limit within which tests end without the fault, for those of it to be without end. */
const SURELY = 3;

/** Runs stages of tests until one notices the fault that is planted; what none notices is shown to the compiler. */
export async function judgeFault<Stage>(
  stages: readonly Stage[],
  timeoutMs: number,
  { run, compiles, putBack }: Bench<Stage>,
): Promise<Verdict> {
  for (const stage of stages) {
    const ending = await run(stage, timeoutMs);
    if (ending === 'failed') return 'caught';
    if (ending === 'stopped') {
      putBack();
      return (await run(stage, timeoutMs / SURELY)) === 'passed' ? 'endless' : 'stopped';
    }
  }
  return (await compiles()) ? 'passed' : 'refused';
}
