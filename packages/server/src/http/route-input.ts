import { type Route, type Schema, zodOf } from '@trailmark/api/route';
import { parseAccountChainId, parseChainId, parseOutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { z } from 'zod';

type Place = 'path' | 'query' | 'body';

/** What texts of a fixed form look like, by the name of the parameter: a pattern is no sentence. */
const FORMS: Readonly<Record<string, string>> = {
  asset: '2 to 10 capital letters and digits, such as BTC',
  block: 'a height, or a hash of 64 hexadecimal digits',
  currency: 'three capital letters, such as EUR',
  deposits: 'a transaction id, a colon and the number of an output',
  fromDay: 'a day such as 2026-08-20',
  jurisdiction: 'a country code of two letters, such as MT',
  maxAmount: 'a whole number of the smallest unit, such as 5000',
  minAmount: 'a whole number of the smallest unit, such as 5000',
  hash: '64 lower-case hexadecimal digits',
  pack: 'lower-case letters, digits and hyphens, at most 64',
  toDay: 'a day such as 2026-08-20',
  version: '16 lower-case hexadecimal digits',
  withoutTransactions: '64 lower-case hexadecimal digits',
};

const MAX_NAME = 800;

function describeIssue(place: Place, issue: z.core.$ZodIssue): string {
  // Keys of a document are as long as who sent it made them.
  const name = issue.path.map(String).join('.').slice(0, MAX_NAME);
  const subject = name === '' ? `The ${place}` : `"${name}" in the ${place}`;
  if (issue.code === 'unrecognized_keys')
    return `${subject} has parts this route does not know: ${issue.keys.join(', ')}.`;
  if (issue.code === 'invalid_format' && 'pattern' in issue && name === 'txid')
    return 'A transaction id has 64 lower-case hexadecimal digits.';
  const form = issue.code === 'invalid_format' ? FORMS[String(issue.path[0])] : undefined;
  if (form !== undefined) return `${subject} is not acceptable: it takes ${form}.`;
  return `${subject} is not acceptable: ${issue.message}.`;
}

/** Checks one part of a request. Throws `invalid` with a sentence that names the first wrong thing. */
function checkPart(schema: Schema, place: Place, value: unknown): unknown {
  const result = z.safeParse(zodOf(schema), value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AppError('invalid', issue ? describeIssue(place, issue) : `The ${place} is not acceptable.`);
}

/** The schema of each member of an object; none where the schema describes something else. */
export function shapeOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  return schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {};
}

function knownKeys(schema: Schema | undefined): readonly string[] {
  return Object.keys(shapeOf(schema));
}

/** Whether a query parameter is read as a number, whatever surrounds it. */
function isNumeric(schema: Schema): boolean {
  const { def } = zodOf(schema)._zod;
  return def.type === 'number' || ('innerType' in def && isNumeric(def.innerType as Schema));
}

function numericKeys(schema: Schema | undefined): readonly string[] {
  const shape = shapeOf(schema);
  return Object.keys(shape).filter((key) => shape[key] !== undefined && isNumeric(shape[key]));
}

/** Refuses what would be read as a number and is none to people: nothing at all, white space, `0x10`, `1e3`. */
function checkNumbers(numeric: readonly string[], query: Readonly<Record<string, string>>): void {
  const wrong = numeric.find((key) => query[key] !== undefined && !/^-?\d{1,15}$/.test(query[key]));
  if (wrong === undefined) return;
  throw new AppError('invalid', `"${wrong}" in the query is not acceptable: it takes a whole number in digits.`);
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

/** Refuses members that the body's schema does not name: what the server decides itself is never taken from a request. */
function checkMembers(known: readonly string[], body: unknown): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const unknown = isObject ? Object.keys(body).find((key) => !known.includes(key)) : undefined;
  if (unknown === undefined) return body;
  throw new AppError('invalid', `The body has a part this route does not know: "${unknown.slice(0, 40)}".`);
}

/** What names the chains a route takes, where its path has one: those of one family, or of both. */
function chainParser({ params }: Route): ((text: string) => unknown) | undefined {
  const { chain } = shapeOf(params);
  if (!chain) return undefined;
  const [takesBitcoin, takesAccounts] = ['btc', 'eth'].map((id) => z.safeParse(zodOf(chain), id).success);
  if (takesBitcoin && takesAccounts) return parseChainId;
  return takesAccounts ? parseAccountChainId : parseOutputChainId;
}

/** Compiles the check of a route's body: what its JSON says to the decoded value. */
export function compileBody({ body }: Route): (value: unknown) => unknown {
  const members = knownKeys(body);
  return (value) => (body ? checkPart(body, 'body', checkMembers(members, value)) : {});
}

/** Compiles a route's checks: raw path, query and body to decoded values. Bulky bodies pass unread. */
export function compileInput(route: Route): (raw: RawInput) => Promise<CheckedInput> {
  const known = knownKeys(route.query);
  const numeric = numericKeys(route.query);
  const checkBody = route.hasBulkyBody ? (bytes: unknown) => bytes : compileBody(route);
  const parseChain = chainParser(route);
  return async ({ params, search, readBody }) => {
    if (params.chain !== undefined) parseChain?.(params.chain);
    const query = readQuery(known, new URLSearchParams(search));
    checkNumbers(numeric, query);
    return {
      params: route.params ? checkPart(route.params, 'path', params) : {},
      query: route.query ? checkPart(route.query, 'query', query) : {},
      body: route.body ? checkBody(await readBody()) : {},
    };
  };
}
