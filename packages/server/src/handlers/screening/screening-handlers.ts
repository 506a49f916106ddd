import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import type { RuleSetInForce } from '../../screening/default-rules.ts';
import { screen } from '../../screening/screen.ts';
import { keepScreening } from '../../screening/stored-screenings.ts';
import { testSensitivity } from '../../screening/test-sensitivity.ts';
import { toGatedCall } from '../../tracing/gated-call.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';
import type { TraceGate } from '../../tracing/trace-gate.ts';

export interface ScreeningDeps extends TraceDeps {
  readonly gate: TraceGate;
  /** The rules in force for a caller's agency. */
  readonly rulesOf: (caller: Caller) => Promise<RuleSetInForce>;
}

/** Screening one subject: each call waits for its turn, as traces do. */
export function createScreeningHandlers(
  casework: CaseworkContext,
  { gate, rulesOf, ...deps }: ScreeningDeps,
): Pick<Handlers, 'runScreening' | 'testScreening'> {
  return {
    async runScreening({ body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      const rules = await rulesOf(scope.caller);
      const { keep, ...request } = body;
      const run = await gate.run(owner, () => screen(deps, request, rules, read), turn);
      return { ...run, id: keep ? await keepScreening(casework, scope.caller, run) : null };
    },
    async testScreening({ body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      const rules = await rulesOf(scope.caller);
      return gate.run(owner, () => testSensitivity(deps, body, rules, read), turn);
    },
  };
}
