import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import type { Route } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import type { Context, Hono } from 'hono';
import type { Caller, CallerAccount } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { SignedRequest } from '../casework/gate.ts';
import { ownAccount } from '../casework/own-account.ts';
import { admit, toLookUpEntry } from '../http/admit.ts';
import { settleCaller } from '../http/connection-owner.ts';
import { placeOf } from '../http/load-shedding.ts';
import type { MountOptions } from '../http/mount.ts';
import { reportFailure, toProblem } from '../http/problem.ts';
import { parseJsonBytes, readJsonBytes } from '../http/request-body.ts';
import { runScoped } from '../http/request-scope.ts';
import { readSource } from '../http/request-source.ts';
import type { RuleSetInForce } from '../screening/default-rules.ts';
import { type ScreeningRun, screen } from '../screening/screen.ts';
import { toGatedCall } from '../tracing/gated-call.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { TraceGate } from '../tracing/trace-gate.ts';

/** As long as the route of a screening has. */
const DEADLINE_MS = 120_000;

export interface VendorDeps extends TraceDeps {
  readonly casework: CaseworkContext;
  readonly gate: TraceGate;
  readonly rulesOf: (caller: Caller) => Promise<RuleSetInForce>;
}

/** What a handler works with: the body where one is sent, and a way to screen for the caller. */
export interface VendorRequest {
  readonly account: CallerAccount;
  /** The server's clock. */
  readonly at: Date;
  readonly body: unknown;
  readonly param: (name: string) => string;
  readonly rules: RuleSetInForce;
  readonly screen: (subject: Pick<ScreeningRequest, 'chain'> & { readonly address: string }) => Promise<ScreeningRun>;
}

export interface VendorAnswer {
  readonly body: unknown;
  /** Hashes of the screenings in it: the answer itself has only the vendor's fields. */
  readonly hashes: readonly string[];
}

export interface VendorRoute {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** How a program signs in: its token from the header that clients of the vendor send, or what they signed over the body. */
  readonly signIn:
    | { readonly kind: 'token'; readonly read: (headers: Headers) => string | undefined }
    | { readonly kind: 'signature'; readonly read: (request: Request, body: string) => SignedRequest | undefined };
  readonly answer: (request: VendorRequest) => Promise<VendorAnswer>;
  /** A failure in the vendor's envelope. */
  readonly fail: (
    failure: { readonly status: number; readonly message: string; readonly reference: string },
    path: string,
  ) => object | string;
}

/** The same request with nothing but the token: a cookie never signs a program in. */
function withToken(request: Request, token: string | undefined): Request {
  return new Request(request.url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
}

function json(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

/** Who a request is from, with its body where that is part of what was signed. */
async function enter(
  c: Context,
  {
    route,
    gate,
    readBytes,
  }: {
    readonly route: VendorRoute;
    readonly gate: MountOptions['gate'];
    readonly readBytes: (c: Context) => Promise<Buffer | undefined>;
  },
): Promise<{ readonly caller: Caller; readonly bytes?: Buffer | undefined }> {
  const source = readSource(c);
  const visitor = () => gate.identify(withToken(c.req.raw, undefined), source);
  if (route.signIn.kind === 'token') {
    return { caller: await gate.identify(withToken(c.req.raw, route.signIn.read(c.req.raw.headers)), source) };
  }
  // Nothing of a body is read for somebody who did not even try to sign it.
  if (!route.signIn.read(c.req.raw, '')) return { caller: await visitor() };
  const bytes = await readBytes(c);
  const signed = route.signIn.read(c.req.raw, bytes?.toString('utf8') ?? '');
  return { caller: signed ? await gate.identifySigned(signed, source) : await visitor(), bytes };
}

/** Mounts one route: signed in by token, in the audit log with the request, in turn with other screenings. */
export function mountVendorRoute(app: Hono, deps: VendorDeps, route: VendorRoute, options: MountOptions): void {
  const { gate, limits, log } = options;
  const policy: Route = {
    access: 'allowed',
    audit: 'look-up',
    tag: 'Screening for programs',
    method: route.method,
    path: route.path,
    summary: '',
  };
  const bodyLimits = { bytes: limits.bodyBytes, ms: limits.bodyMs };
  const readBytes = (c: Context) =>
    route.method === 'GET'
      ? Promise.resolve(undefined)
      : placeOf(c).whileSending(() => readJsonBytes(c.req.raw, bodyLimits));
  const work = async (c: Context): Promise<VendorAnswer> => {
    const { caller, bytes: early } = await enter(c, { route, gate, readBytes });
    settleCaller(c, caller);
    await admit(route.name, policy, caller, gate);
    return runScoped(c.req.raw.signal, DEADLINE_MS, async ({ read, limitTo }) => {
      const bytes = early ?? (await readBytes(c));
      const body = bytes && parseJsonBytes(bytes);
      const params = c.req.param();
      await gate.record(caller, toLookUpEntry(route.name, policy, { path: c.req.path, search: '', params, body }));
      const rules = await deps.rulesOf(caller);
      const { owner, turn } = toGatedCall({ caller, read, limitTo });
      return route.answer({
        account: ownAccount(caller),
        at: deps.casework.now(),
        body,
        rules,
        param: (name) => c.req.param(name) ?? '',
        screen: ({ chain, address }) => {
          const request = screeningRequest.parse({ chain, subject: { kind: 'address', text: address } });
          return deps.gate.run(owner, () => screen(deps, request as ScreeningRequest, rules, read), turn);
        },
      });
    });
  };
  app.on(route.method, route.path, async (c: Context) => {
    try {
      const { body, hashes } = await work(c);
      return json(body, 200, { 'x-screening-hash': hashes.join(',') });
    } catch (error) {
      const problem = toProblem(error);
      reportFailure(error, problem, { log, route: `${route.method} ${route.path}` });
      const { detail: message, reference } = problem;
      // Clients of these formats wait and ask again after 429; 503 is to them an outage.
      const status = problem.reason === 'overloaded' ? 429 : problem.status;
      const wait = status === 429 || status === 503 ? { 'retry-after': '2' } : undefined;
      return json(route.fail({ status, message, reference }, c.req.path), status, wait);
    }
  });
}

/** Text of a field of a body. Throws `invalid` with the field's name. */
export function readField(value: unknown, name: string): string {
  const text = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  if (typeof text === 'string' && text.trim() !== '' && text.length <= 200) return text.trim();
  throw new AppError('invalid', `The field "${name}" is missing, or is no text of 1 to 200 characters.`);
}
