import type { FailureEntry } from '../http/problem.ts';
import { toLogLine } from './log-line.ts';

const MOST_FRAMES = 3;
const MOST_CAUSES = 4;

function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < MOST_CAUSES; at = at.cause) causes.push(at);
  return causes;
}

/** "TypeError", "AppError unavailable", "Error ECONNREFUSED": what an error is, without its message. */
function nameError(error: Error): string {
  const { kind, code } = error as { kind?: unknown; code?: unknown };
  const detail = [kind, code].find((value) => /^[\w-]{1,40}$/.test(String(value ?? '')));
  return detail === undefined ? error.name : `${error.name} ${String(detail)}`;
}

/** Places in our own and our libraries' code where an error was made, innermost first. */
function listFrames({ stack = '', message }: Error): string[] {
  const start = message === '' ? 0 : stack.indexOf(message) + message.length;
  const frames = stack.slice(start).matchAll(/^\s+at .*?((?:packages|node_modules)\/[^\s():]+:\d+)/gm);
  return [...frames].slice(0, MOST_FRAMES).map(([, place]) => place ?? '');
}

/**
 * One line of the log about one failure: when, its reference and kind, the pattern of the route, what was thrown and
 * where. Messages and requests stay out of it: they may name what somebody was looking for.
 */
export function formatFailure({ reference, kind, route, error }: FailureEntry, now: Date): string {
  const causes = listCauses(error);
  const thrown = causes.length > 0 ? causes.map(nameError) : [typeof error];
  const at = causes.length > 0 ? listFrames(causes.at(-1) as Error) : [];
  return toLogLine(JSON.stringify({ time: now.toISOString(), reference, kind, route, thrown, at }));
}
