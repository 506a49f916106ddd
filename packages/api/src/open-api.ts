import { ERROR_KINDS } from '@trailmark/core/errors';
import { z } from 'zod';
import { API_BASE, listRoutes } from './contract.ts';
import { type Route, type Schema, zodOf } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document; parts are plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Json;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
  readonly example?: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Who may call it, as the contract says. */
  readonly 'x-access': Route['access'];
  readonly 'x-audit': Route['audit'];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

const PROBLEM = { $ref: '#/components/schemas/Problem' };

/** Counts up with every field, route or filter that is added; docs/guide/api-versions.md says what each brought. */
export const API_VERSION = '1.2';

const FRESH = 'Asks for a factor proven within the last five minutes.';

/** Failures every route can have, and what they mean. */
const FAILURES: Readonly<Record<string, string>> = {
  400: 'Something in the request is wrong; `detail` names it.',
  401: 'No session, a locked one, or one that owes a proof; `reason` says which.',
  403: 'Refused: the account may not do this, or the request came from another site or without its security token.',
  404: 'Not indexed; `detail` states what is indexed.',
  413: 'The body is larger than the route takes.',
  500: 'The server failed; `reference` names the failure in its log.',
  503: 'Not now: the time limit of 15 seconds was reached or the store is busy. May be tried again.',
};

/** Values that make working calls on an index that holds the first blocks of Bitcoin, by parameter name. */
const EXAMPLES: Readonly<Record<string, string>> = {
  chain: 'btc',
  address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  other: '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3',
  txid: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  block: '170',
  q: '1Q2TWH…Jvm3',
};

/** Bodies that make working calls, by route. */
const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  bulkAddresses: { addresses: [EXAMPLES.address, EXAMPLES.other] },
  deriveKey: {
    key: 'wpkh(0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798)',
    from: 0,
    count: 1,
  },
  discoverWallet: { chain: 'btc', key: `addr(${EXAMPLES.other})` },
  checkWalletAddresses: { chains: [{ chain: 'btc', addresses: [EXAMPLES.address, EXAMPLES.other] }] },
  scanText: { text: `The money went to ${EXAMPLES.other}.` },
};

/**
 * JSON Schema of what travels: the text side of codecs, for requests and answers alike. A document that core types and no schema
 * describes is any value.
 */
function toSchema(schema: Schema): Json {
  const options = { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' } as const;
  const { $schema: _, ...rest } = z.toJSONSchema(zodOf(schema), options);
  return rest;
}

function toParameters(route: Route, place: 'path' | 'query'): Parameter[] {
  const schema = place === 'path' ? route.params : route.query;
  if (!schema) return [];
  const { properties, required } = toSchema(schema) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required ?? []).includes(name),
    schema: property,
    ...(typeof property.description === 'string' ? { description: property.description } : {}),
    ...(EXAMPLES[name] === undefined ? {} : { example: EXAMPLES[name] }),
  }));
}

function toAnswer(route: Route): Json {
  if (route.output)
    return { description: 'The answer.', content: { 'application/json': { schema: toSchema(route.output) } } };
  const types = (route.mediaTypes ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
  return { description: 'A file, streamed.', content: Object.fromEntries(types) };
}

function toResponses(route: Route): Record<string, Json> {
  const failures = Object.entries(FAILURES)
    .filter(([status]) => status !== '413' || route.body !== undefined)
    .map(([status, description]) => [
      status,
      { description, content: { 'application/problem+json': { schema: PROBLEM } } },
    ]);
  return { 200: toAnswer(route), ...(Object.fromEntries(failures) as Record<string, Json>) };
}

/** Other paths of the same call: those of earlier versions, and those that the pages of old clients name. */
function toOtherAddresses({ alsoAt = [] }: Route): string | undefined {
  if (alsoAt.length === 0) return undefined;
  const paths = alsoAt.map((other) => (typeof other === 'string' ? other : other.path).replace(/:(\w+)/g, '{$1}'));
  return `Also answered at ${paths.map((path) => `\`${path}\``).join(', ')}.`;
}

function toOperation(name: string, route: Route): Operation {
  const media = route.body && { schema: toSchema(route.body), example: BODY_EXAMPLES[name] };
  const description = [route.description, toOtherAddresses(route), route.stepUp ? FRESH : undefined]
    .filter(Boolean)
    .join(' ');
  const body = media && { required: true, content: { 'application/json': media } };
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(description === '' ? {} : { description }),
    'x-access': route.access,
    'x-audit': route.audit,
    parameters: [...toParameters(route, 'path'), ...toParameters(route, 'query')],
    ...(body ? { requestBody: body } : {}),
    responses: toResponses(route),
  };
}

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().meta({ description: 'What went wrong, as a sentence for people.' }),
  kind: z.enum(ERROR_KINDS).meta({ description: 'What went wrong, for programs.' }),
  reference: z.string().meta({ description: 'Names this failure in the log of the server.' }),
});

/** The contract as an OpenAPI 3.1 document. */
export function createOpenApi({ software }: { readonly software: string }): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, route] of listRoutes()) {
    const path = `${API_BASE}${route.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trailmark API',
      version: API_VERSION,
      description:
        `Read access to the chains this server indexes. Served by ${software}. Every answer says as of which block it is ` +
        'true (`asOf`) and what is not indexed (`coverage`); null means not known, never zero.',
    },
    paths,
    components: { schemas: { Problem: toSchema(problemSchema) } },
  };
}
