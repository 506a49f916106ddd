import { captureNodeAside } from './runtime.mjs';

/**
 * Checks the types of the whole tree. Two checkers: each one builds the types it needs for itself, so four, the compiler's
 * own choice, cost 37 % more types and 300 MB more, and two cores run no more than two at once.
 */
export const TYPE_CHECK = ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '2'];

/**
 * How many types the whole tree may cost. The count depends on the source alone, not on the machine. Whoever exceeds it
 * looks first for what was instantiated (`npx tsc --noEmit --checkers 1 --generateTrace <folder>`): often a comparison with
 * a large generic type, such as `z.ZodType` where `z.core.$ZodType` says enough.
 */
const TYPES_BUDGET = 1_000_000;

/**
 * Holds the compiler's report to the budget.
 * @param {string} report
 * @param {number} [budget]
 * @returns {{ ok: boolean, output: string }}
 */
export function checkTypesBudget(report, budget = TYPES_BUDGET) {
  const found = /^Types:\s+(\d+)$/m.exec(report);
  if (!found) return { ok: false, output: 'The compiler did not report how many types it built.' };
  const [count, limit] = [Number(found[1]), budget].map((number) => number.toLocaleString('en'));
  return { ok: Number(found[1]) <= budget, output: `The tree costs ${count} types; the budget is ${limit}.` };
}

/** The stage of `npm test`: no type error, and no more types than the budget allows. */
export async function checkTypes() {
  const { ok, output } = await captureNodeAside([...TYPE_CHECK, '--extendedDiagnostics']);
  return ok ? checkTypesBudget(output) : { ok, output };
}
