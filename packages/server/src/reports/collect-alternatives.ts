import { TRACE_METHODS } from '@trailmark/analysis/tracing/catalogue';
import { formatMethodId } from '@trailmark/analysis/tracing/method';
import { AppError } from '@trailmark/core/errors';
import type { ReportAsker } from './report-asker.ts';
import type { FactAlternative, FactItem, FactTrace } from './report-facts.ts';
import { runAgain, toTrace } from './run-trace.ts';

/** Traces that are run by another method, too: the first of each of so many coin flows, none of more steps. */
const MOST_TRACES = 3;
const MOST_STEPS = 2_000;
/** What a trace is compared with: in proportion, or in the order of payment where it is in proportion itself. */
const [PROPORTIONAL, ORDERED] = ['haircut', 'fifo'] as const;

function findOther({ method }: FactTrace): string {
  const name = method.startsWith(`${PROPORTIONAL}/`) ? ORDERED : PROPORTIONAL;
  const found = TRACE_METHODS.find(({ id }) => id === name);
  return found ? formatMethodId(found) : method;
}

async function runOther(asker: ReportAsker, of: FactTrace): Promise<FactAlternative> {
  const method = findOther(of);
  if (of.steps.length > MOST_STEPS)
    return { of: of.id, method, trace: null, why: `it has more than ${MOST_STEPS} steps` };
  const request = { ...of.file.request, method, params: {} };
  try {
    const answer = await runAgain(asker, request);
    return { of: of.id, method, trace: toTrace(`${of.id}-${method.split('/')[0]}`, answer, answer.hash), why: null };
  } catch (cause) {
    if (!AppError.is(cause) || cause.kind === 'internal') throw cause;
    return { of: of.id, method, trace: null, why: `the run was refused (${cause.message.replace(/\.$/, '')})` };
  }
}

/** The first traces of the material, run again by one other method: what of their ends is a matter of the method. */
export async function collectAlternatives(
  asker: ReportAsker,
  items: readonly FactItem[],
): Promise<readonly FactAlternative[]> {
  const heads = items.flatMap(({ traces }) => traces.slice(0, 1));
  const found: FactAlternative[] = [];
  for (const [i, trace] of heads.entries())
    found.push(
      i < MOST_TRACES
        ? await runOther(asker, trace)
        : { of: trace.id, method: findOther(trace), trace: null, why: `only the first ${MOST_TRACES} are` },
    );
  return found;
}
