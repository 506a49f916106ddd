import { createOpenApi } from '@trailmark/api/open-api';
import { AppError } from '@trailmark/core/errors';
import { Hono } from 'hono';
import { AuditLog } from '../audit/audit-log.ts';
import { createEvidenceService, type EvidenceService } from '../cases/evidence/evidence-service.ts';
import { mountUploads } from '../cases/evidence/tus-routes.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { Gate } from '../casework/gate.ts';
import { renderApiPage } from '../docs/api-page.ts';
import { mountEsplora } from '../esplora/mount-esplora.ts';
import { mountGraphsense } from '../graphsense/mount-graphsense.ts';
import { createHandlers } from '../handlers/create-handlers.ts';
import { Capacity } from '../http/capacity.ts';
import { DEFAULT_LIMITS, type Limits } from '../http/limits.ts';
import { shedLoad } from '../http/load-shedding.ts';
import { type Handlers, mountContract } from '../http/mount.ts';
import { type FailureLog, problemResponse } from '../http/problem.ts';
import { createRequestGuard } from '../http/request-guard.ts';
import { createSecurityHeaders } from '../http/security-headers.ts';
import { createWebFiles } from '../http/web-files.ts';
import { type Knowledge, NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers, type LedgerSources } from '../ledger/ledgers.ts';
import type { SourceHost } from '../sources/source-host.ts';
import { mountVendors } from '../vendors/mount-vendors.ts';

export interface AppDeps extends LedgerSources {
  /** Folder of the built web pages; without it only the API is served. */
  readonly webRoot?: string | undefined;
  /** Labels, prices and clusters; without them the server answers that it has none. */
  readonly knowledge?: Partial<Knowledge> | undefined;
  /** Decides who a request is from and keeps the audit log. */
  readonly gate: Gate;
  /** Accounts, agencies and casework. */
  readonly casework: CaseworkContext;
  /** The audit log as a signed tree; without it one that keeps its checkpoints in the database alone. */
  readonly auditLog?: AuditLog | undefined;
  /** Where data of on-demand sources go; without it they are only listed and set. */
  readonly sources?: SourceHost | undefined;
  /** Aborts when the server stops: streams end with it. */
  readonly stopping?: AbortSignal | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Host names in addition to the loopback ones under which the server answers. */
  readonly hosts?: readonly string[] | undefined;
  /** Gets every failure that is the server's own, with the reference its answer carries. */
  readonly log?: FailureLog | undefined;
  /** How late the event loop runs, milliseconds; without it only the number of running requests is watched. */
  readonly delay?: (() => number) | undefined;
}

const DOCUMENT_CACHE = 'no-cache';

/** The contract as a document and as a page. */
function writeDocuments(software: string): { readonly json: string; readonly page: string } {
  const document = createOpenApi({ software });
  return { json: JSON.stringify(document), page: renderApiPage(document) };
}

/** The documents are written when somebody first reads one: that is a sixth of a start, and most starts need none. */
function mountDocuments(app: Hono, software: string): void {
  let written: ReturnType<typeof writeDocuments> | undefined;
  const getDocuments = () => {
    written ??= writeDocuments(software);
    return written;
  };
  app.get('/api/v1/openapi.json', () => {
    const headers = { 'content-type': 'application/json', 'cache-control': DOCUMENT_CACHE };
    return new Response(getDocuments().json, { headers });
  });
  app.get('/api/docs', () => {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': DOCUMENT_CACHE };
    return new Response(getDocuments().page, { headers });
  });
}

function mountEnds(app: Hono, webRoot: string | undefined, log: FailureLog): void {
  app.get(
    '/healthz',
    () => new Response('ok', { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } }),
  );
  app.all('/api/*', (c) => {
    const message = `There is no ${c.req.method} ${c.req.path.slice(0, 200)}. The routes are listed at /api/docs.`;
    return problemResponse(new AppError('not-found', message), { log, route: '/api/*' });
  });
  if (webRoot !== undefined) app.get('*', createWebFiles(webRoot, log));
  app.notFound((c) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const error = isRead
      ? new AppError('not-found', 'There is nothing at this address.')
      : new AppError('invalid', `Pages are only read: ${c.req.method} is not taken here.`, {
          context: { reason: 'method-not-allowed' },
        });
    return problemResponse(error, { log, route: '*' });
  });
  app.onError((error, c) => problemResponse(error, { log, route: `${c.req.method} *` }));
}

/** The whole HTTP surface over the given readers: API, Esplora adapter, documents and web pages, with what answers behind it. */
export function openApp(deps: AppDeps): {
  readonly app: Hono;
  readonly handlers: Handlers;
  readonly evidence: EvidenceService;
} {
  const limits: Limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const log: FailureLog = deps.log ?? (() => {});
  const ledgers = createLedgers(deps);
  const knowledge: Knowledge = { ...NO_KNOWLEDGE, ...deps.knowledge };
  const app = new Hono();
  app.use(createSecurityHeaders(deps.casework.origin.startsWith('https:')));
  app.use(createRequestGuard(limits, deps.hosts ?? [], log));
  const shed = shedLoad(new Capacity(deps.delay ?? (() => 0)), log);
  app.use('/api/*', shed);
  for (const paths of ['/graphsense/*', '/chainalysis/*', '/trm/*', '/elliptic/*']) app.use(paths, shed);
  const auditLog = deps.auditLog ?? new AuditLog(deps.casework);
  const options = { limits, log, gate: deps.gate };
  const { casework, sources, stopping } = deps;
  const evidence = createEvidenceService(casework, deps.software);
  const handlers = createHandlers({ ledgers, limits, knowledge, casework, evidence, auditLog, sources, stopping });
  mountContract(app, handlers, options);
  mountUploads(app, evidence, options);
  mountDocuments(app, deps.software);
  mountEsplora(app, ledgers, options);
  mountGraphsense(app, { ledgers, knowledge }, options);
  mountVendors(app, { ledgers, knowledge, casework }, options);
  mountEnds(app, deps.webRoot, log);
  return { app, handlers, evidence };
}

export function createApp(deps: AppDeps): Hono {
  return openApp(deps).app;
}
