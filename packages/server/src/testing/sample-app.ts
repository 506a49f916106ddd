import { type ApiClient, createApiClient } from '@trailmark/api/client';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { loadTokenLists } from '@trailmark/ingest/tokens/token-list';
import type { Hono } from 'hono';
import { type AppDeps, createApp } from '../serving/app.ts';
import { createClosedCasework, createOpenGate } from './open-gate.ts';
import { createSampleReader } from './sample-ledger.ts';
import { SAMPLE_PRICES } from './sample-prices.ts';

/** When the sample application answers, milliseconds since 1970 UTC: noon of 21 November 2026. */
export const SAMPLE_NOW = Date.UTC(2026, 10, 21, 12);

/** The lists of the software, read once for all applications of a process. */
const TOKENS = loadTokenLists();

export interface SampleApp {
  readonly app: Hono;
  readonly client: ApiClient;
  /** A raw request under the server's own name. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
}

/** The application over the sample ledger, or over another reader of Bitcoin, and the given readers, with the sample's prices. */
export function createSampleApp(deps: Partial<AppDeps> & { readonly reader?: OutputLedger } = {}): SampleApp {
  const { reader = createSampleReader(), readers = new Map(), knowledge, ...rest } = deps;
  const app = createApp({
    readers: new Map([['btc', reader], ...readers]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
    now: () => SAMPLE_NOW,
    gate: createOpenGate(),
    casework: createClosedCasework(),
    knowledge: { prices: () => SAMPLE_PRICES, tokens: TOKENS, ...knowledge },
    ...rest,
  });
  const request = async (path: string, init?: RequestInit) => app.request(`http://127.0.0.1${path}`, init);
  return { app, client: createApiClient(request), request };
}
