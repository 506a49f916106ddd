import { API_BASE } from '@trailmark/api/contract';
import type { LoginAnswer, Me } from '@trailmark/api/contract/session';
import type { Hono } from 'hono';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { XSRF_COOKIE, XSRF_HEADER } from '../casework/xsrf.ts';
import { createCaseworkApp, type TestSession } from './accounts.ts';

/** What a browser does with cookies and the XSRF pair, at the server's API, without a socket. */
export interface TestBrowser {
  get(path: string): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
  login(email: string, password: string, factor?: Readonly<Record<string, unknown>>): Promise<LoginAnswer>;
  me(): Promise<Me>;
  readonly cookies: Map<string, string>;
}

const apps = new WeakMap<CaseworkContext, Hono>();

function getApp(casework: CaseworkContext): Hono {
  const app = apps.get(casework) ?? createCaseworkApp(casework);
  apps.set(casework, app);
  return app;
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = cookie.split('; ');
    const at = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** A browser at an address, signed in by `session` where one is given. It asks for its XSRF cookie before its first change. */
export function createBrowser(casework: CaseworkContext, address = '192.0.2.7', session?: TestSession): TestBrowser {
  const app = getApp(casework);
  const cookies = new Map<string, string>();
  for (const pair of session?.headers.cookie?.split('; ') ?? []) {
    const at = pair.indexOf('=');
    cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('sec-fetch-site', 'same-origin');
    const jar = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    if (jar !== '') headers.set('cookie', jar);
    // The host of the application's own address, which its guard knows.
    const url = path.startsWith('/api/') ? `http://127.0.0.1:3000${path}` : `http://127.0.0.1:3000${API_BASE}${path}`;
    const response = await app.request(url, { ...init, headers }, { incoming: { socket: { remoteAddress: address } } });
    keepCookies(cookies, response);
    return response;
  };
  const get = (path: string) => send(path, {});
  const post = async (path: string, body: unknown): Promise<Response> => {
    if (!cookies.has(XSRF_COOKIE)) await get('/me');
    const headers = { 'content-type': 'application/json', [XSRF_HEADER]: cookies.get(XSRF_COOKIE) ?? '' };
    return send(path, { method: 'POST', body: JSON.stringify(body), headers });
  };
  return {
    cookies,
    get,
    post,
    login: async (email, password, factor = {}) => {
      const response = await post('/login', { email, password, ...factor });
      return (await response.json()) as LoginAnswer;
    },
    me: async () => (await (await get('/me')).json()) as Me,
  };
}
