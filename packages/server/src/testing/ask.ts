import type { Hono } from 'hono';
import { createCaseworkApp, openTestSession, type TestAccount, type TestCaseworkContext } from './accounts.ts';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Asks the application as an account would from its browser. */
export interface Asker {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  raw(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

async function toAnswer(response: Response): Promise<Answer> {
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A signed-in person over the real session gate. */
export async function openAsker(
  casework: TestCaseworkContext,
  account: TestAccount,
  app: Hono = createCaseworkApp(casework),
): Promise<Asker> {
  const { headers } = await openTestSession(casework, account);
  const ask = async (path: string, init: RequestInit) => app.request(`http://127.0.0.1${path}`, init);
  return {
    get: async (path) => toAnswer(await ask(`/api/v1${path}`, { headers: { cookie: headers.cookie ?? '' } })),
    post: async (path, body) =>
      toAnswer(await ask(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })),
    raw: (path, more = {}) => ask(path, { headers: { cookie: headers.cookie ?? '', ...more } }),
  };
}
