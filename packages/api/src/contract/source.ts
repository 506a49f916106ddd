import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, chainId, cursor, height, pageLimit, unixSeconds } from '../wire.ts';
import { fetchedCoverage } from './ledger-wire.ts';

const tag = 'Sources';
export const sourceId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);
/** The case a fetch is for. A source that is limited to cases is queried only with one that allows it. */
export const fetchCase = z.uuid().optional();
export const SOURCE_KINDS = ['blockscout', 'electrum', 'esplora', 'etherscan', 'trongrid'] as const;

/** An external data source, disabled until an administrator enables it. Its keys are never returned. */
export const sourceStatus = z.object({
  id: sourceId,
  kind: z.enum(SOURCE_KINDS),
  name: z.string(),
  chain: chainId,
  /** URL that is queried: what an administrator set, or the default. */
  endpoint: z.string(),
  /** Empty where there is none, and each agency names its own. */
  usualEndpoint: z.string(),
  isOn: z.boolean(),
  /** Queried only for a case that allows it. */
  onlyForCases: z.boolean(),
  needsKey: z.boolean(),
  hasKey: z.boolean(),
  /** SHA-256 of the certificate key that is expected, where one is pinned. */
  pin: z.string().nullable(),
  /** What whoever runs it learns from each request, in a sentence. */
  reveals: z.string(),
  /** What it provides, and what it does not. */
  covers: z.string(),
  requestCount: z.number().int(),
  lastAskedAt: unixSeconds.nullable(),
  lastFault: z.string().nullable(),
});
export type SourceStatus = z.output<typeof sourceStatus>;

export const listSources = defineRoute({
  method: 'GET',
  path: '/sources',
  tag,
  summary: 'Sources that can be used on demand, and which are on',
  access: 'allowed',
  audit: 'none',
  query: z.object({ chain: chainId.optional() }),
  output: z.object({ items: z.array(sourceStatus) }),
});

export const changeSource = defineRoute({
  method: 'POST',
  path: '/sources/:id',
  tag,
  summary: 'Turn a source on or off, and set where and how requests to it are made',
  access: 'platform',
  audit: 'act',
  stepUp: true,
  params: z.object({ id: sourceId }),
  body: z.strictObject({
    isOn: z.boolean().optional(),
    onlyForCases: z.boolean().optional(),
    endpoint: z.string().max(300).optional(),
    /** Empty text removes it. */
    key: z.string().max(200).optional(),
    /** 64 hex digits; empty text removes it. */
    pin: z.string().max(100).optional(),
  }),
  output: z.object({ source: sourceStatus }),
});

/** One request that left the building. */
export const listSourceRequests = defineRoute({
  method: 'GET',
  path: '/sources/requests',
  tag,
  summary: 'Every request that left the building: when, where to, for whom and what it revealed',
  access: 'admin',
  audit: 'view',
  query: z.object({ source: sourceId.optional(), cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        source: sourceId,
        chain: chainId.nullable(),
        askedAt: unixSeconds,
        /** Email of the person who requested it. */
        person: z.string().nullable(),
        /** The case it was for; null without one, and for readers who may not see the case. */
        case: z.object({ id: z.uuid(), number: z.string() }).nullable(),
        /** What was named in it: an address, a hash. */
        revealed: z.string(),
        url: z.string(),
        status: z.number().int().nullable(),
        bytes: z.number().int().nullable(),
        fault: z.string().nullable(),
      }),
    ),
    next: cursor.nullable(),
  }),
});

export const fetchAddress = defineRoute({
  method: 'POST',
  path: '/sources/:id/addresses',
  tag,
  summary: 'Fetch the history of one address from a source into the index',
  description:
    'Asks the source until it says there is no more, a limit is reached or the request is cancelled; what came is kept either way, and marked as whole or part.',
  access: 'allowed',
  audit: 'act',
  deadlineMs: 120_000,
  params: z.object({ id: sourceId }),
  body: z.strictObject({
    address: addressText,
    case: fetchCase,
    /** At most this many requests leave the building. */
    maxRequests: z.number().int().min(1).max(200).default(40),
  }),
  output: z.object({
    source: sourceStatus,
    fetched: fetchedCoverage,
    requests: z.number().int(),
    transactions: z.number().int().meta({ description: 'New to the index.' }),
    tip: height.nullable(),
  }),
});

export const sourceRoutes = { listSources, listSourceRequests, changeSource, fetchAddress };
