import { captureNodeAside } from './runtime.mjs';

/**
 * Checks the types of the whole tree, with one checker: each one builds the types it needs for itself, so two cost 28 % more types
 * and 450 MB more, and are no faster where lint and the builds run in parallel on two cores.
 */
export const TYPE_CHECK = ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'];

/**
 * How many types the whole tree may cost. The count depends on the source alone, not on the machine. Whoever exceeds it
 * looks first for what was instantiated (`npx tsc --noEmit --checkers 1 --generateTrace <folder>`): often a comparison with
 * a large generic type, such as `z.ZodType` where `z.core.$ZodType` says enough, or a list of schemas or routes, of which each is
 * compared with every other (`listRoutes` is a list of one type), or a table of rows as literals (`test.each([['a', { x: 1 }], …])`):
 * each row is a tuple of its own, with all members of an array; a function that makes the rows gives them one type.
 */
const TYPES_BUDGET = 900_000;

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
