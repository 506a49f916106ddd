import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { toWireError } from './wire-error.ts';

test('a failure that has a sentence crosses with it', () => {
  const error = new AppError('unavailable', 'The node does not answer.', { cause: new Error('ECONNREFUSED') });
  expect(toWireError(error)).toEqual({ kind: 'unavailable', message: 'The node does not answer.' });
});

test('a fault of ours crosses as a sentence, stated once, never as a stack', () => {
  const fault = 'This is a fault in Trailmark. Please report it; NODE_DEBUG=trailmark prints where it happened.';
  const wire = toWireError(new TypeError('rows is not iterable\nsecond line'));
  expect(wire).toEqual({ kind: 'internal', message: `rows is not iterable. ${fault}` });
  // It crosses from the thread to the server, and from the server to the command.
  const again = toWireError(new AppError(wire.kind, wire.message));
  expect(again).toEqual(wire);
  expect(toWireError('nothing thrown').message).toBe(`nothing thrown. ${fault}`);
  expect(JSON.stringify([wire, again])).not.toMatch(/\bat .*:\d+/);
});
