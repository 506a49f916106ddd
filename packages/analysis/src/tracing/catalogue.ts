import { AppError } from '@trailmark/core/errors';
import type { z } from 'zod';
import { parseParams } from '../parse-params.ts';
import { ACCOUNT_PARAMS, orderOf, USUAL_ORDER } from './accounts/account-params.ts';
import { familiesOf, formatMethodId, type TraceFamily, type TraceMethod } from './method.ts';
import { exact } from './methods/exact.ts';
import { fifo } from './methods/fifo.ts';
import { haircut } from './methods/haircut.ts';
import { libr } from './methods/libr.ts';
import { lifo } from './methods/lifo.ts';
import { poison } from './methods/poison.ts';
import { proRata } from './methods/pro-rata.ts';
import { reach } from './methods/reach.ts';

/** Every tracing method, alphabetically. */
export const TRACE_METHODS: readonly TraceMethod[] = [exact, fifo, haircut, libr, lifo, poison, proRata, reach];

const FAMILY_NAMES: Readonly<Record<TraceFamily, string>> = {
  accounts: 'account chains',
  outputs: 'chains of the Bitcoin family',
};

function listIds(family: TraceFamily | undefined): string {
  return TRACE_METHODS.filter((method) => family === undefined || method[family] !== undefined)
    .map(formatMethodId)
    .join(', ');
}

/** The method a request names, `fifo/1`. Throws `invalid` for one that does not exist, or says nothing about the family. */
export function getTraceMethod(id: string, family?: TraceFamily): TraceMethod {
  const method = TRACE_METHODS.find((one) => formatMethodId(one) === id);
  if (!method) throw new AppError('invalid', `There is no tracing method "${id}"; there are ${listIds(family)}.`);
  if (family && !familiesOf(method).includes(family)) {
    const where = FAMILY_NAMES[family];
    throw new AppError('invalid', `The method ${id} does not work on ${where}; there are ${listIds(family)}.`);
  }
  return method;
}

/** What can be stated about a method on a family: its own parameters, and over account chains those of every method there. */
export function paramsOf(method: TraceMethod, family: TraceFamily): z.ZodObject {
  return family === 'accounts' ? method.params.extend(ACCOUNT_PARAMS.shape) : method.params;
}

/**
 * Parameters with their defaults. The usual order of moves is left out, so that a request from before it could be chosen is the
 * same request. Throws `invalid` for a name or value the method does not have on this family.
 */
export function parseTraceParams(
  method: TraceMethod,
  given: unknown,
  family: TraceFamily = 'outputs',
): Readonly<Record<string, unknown>> {
  const { order, ...own } = parseParams(formatMethodId(method), paramsOf(method, family), given);
  return order === undefined || orderOf({ order }) === USUAL_ORDER ? own : { ...own, order };
}
