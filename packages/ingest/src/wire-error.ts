import { debuglog } from 'node:util';
import { AppError, describeFailure } from '@trailmark/core/errors';
import type { WireError } from './worker-protocol.ts';

const debug = debuglog('trailmark');

/** A failure as it crosses threads and is shown to people: a sentence, never a stack. */
export function toWireError(error: unknown): WireError {
  if (AppError.is(error) && error.kind !== 'internal') return { kind: error.kind, message: error.message };
  debug('%o', error);
  return { kind: 'internal', message: describeFailure(error) };
}
