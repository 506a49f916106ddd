import type { Route } from '@trailmark/api/route';
import { parseChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { z } from 'zod';

type Place = 'path' | 'query' | 'body';

function describeIssue(place: Place, issue: z.core.$ZodIssue): string {
  const name = issue.path.map(String).join('.');
  const subject = name === '' ? `The ${place}` : `"${name}" in the ${place}`;
  if (issue.code === 'unrecognized_keys')
    return `${subject} has parts this route does not know: ${issue.keys.join(', ')}.`;
  if (issue.code === 'invalid_format' && 'pattern' in issue && name === 'txid')
    return 'A transaction id has 64 lower-case hexadecimal digits.';
  return `${subject} is not acceptable: ${issue.message}.`;
}

/** Checks one part of a request. Throws `invalid` with a sentence that names the first wrong thing. */
function checkPart(schema: z.ZodType, place: Place, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AppError('invalid', issue ? describeIssue(place, issue) : `The ${place} is not acceptable.`);
}

function knownKeys(schema: z.ZodType | undefined): readonly string[] {
  const shape = schema && 'shape' in schema.def ? schema.def.shape : {};
  return Object.keys(shape as object);
}

/** Reads the query into one value a key. Throws `invalid` on unknown or repeated keys, naming the known ones. */
function readQuery(known: readonly string[], search: URLSearchParams): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, value] of search) {
    if (!known.includes(key)) {
      const offer = known.length > 0 ? `It takes: ${known.join(', ')}.` : 'It takes none.';
      throw new AppError('invalid', `This route has no query parameter "${key.slice(0, 40)}". ${offer}`);
    }
    if (key in query) throw new AppError('invalid', `The query parameter "${key}" is given twice.`);
    query[key] = value;
  }
  return query;
}

export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly search: string;
  readonly readBody: () => Promise<unknown>;
}

export interface CheckedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Compiles a route's checks: raw path, query and body to decoded values. */
export function compileInput(route: Route): (raw: RawInput) => Promise<CheckedInput> {
  const known = knownKeys(route.query);
  return async ({ params, search, readBody }) => {
    if (params.chain !== undefined) parseChainId(params.chain);
    const query = readQuery(known, new URLSearchParams(search));
    return {
      params: route.params ? checkPart(route.params, 'path', params) : {},
      query: route.query ? checkPart(route.query, 'query', query) : {},
      body: route.body ? checkPart(route.body, 'body', await readBody()) : {},
    };
  };
}
