import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { createSessionFetch, type SessionFetchPorts } from './session-fetch.ts';

const refusal = (status: number, reason: string) => Response.json({ kind: 'forbidden', reason }, { status });

/** A browser whose cookie jar is filled by /me, before a server that answers as instructed. */
function openBrowser(answers: readonly (() => Response)[], over: Partial<SessionFetchPorts> = {}) {
  const sent: { url: string; headers: Headers }[] = [];
  const asked: string[] = [];
  const ended: string[] = [];
  let cookies = '';
  let tokens = 0;
  const queue = [...answers];
  const fetcher = createSessionFetch({
    fetch: async (url, init) => {
      sent.push({ url, headers: new Headers(init.headers) });
      if (url !== '/api/v1/me') return queue.shift()?.() ?? new Response('{}');
      tokens += 1;
      cookies = `other=1; XSRF-TOKEN=nonce.${tokens}`;
      return new Response('{}');
    },
    readCookies: () => cookies,
    isAttended: () => true,
    ask: async (kind) => {
      asked.push(kind);
      return true;
    },
    onSessionOver: (reason) => ended.push(reason),
    onServerTime: () => undefined,
    ...over,
  });
  return { fetcher, sent, asked, ended };
}

const POST: RequestInit = { method: 'POST', body: '{}', headers: { accept: 'application/json' } };

describe('the fetcher of a session', () => {
  test('asks for a token once and sends it with every change, and with nothing else', async () => {
    const { fetcher, sent } = openBrowser([]);
    await fetcher('/api/v1/a', POST);
    await fetcher('/api/v1/b', POST);
    await fetcher('/api/v1/c', { method: 'GET' });
    expect(sent.map(({ url }) => url)).toEqual(['/api/v1/me', '/api/v1/a', '/api/v1/b', '/api/v1/c']);
    expect(sent.map(({ headers }) => headers.get('x-xsrf-token'))).toEqual([null, 'nonce.1', 'nonce.1', null]);
    expect(sent[1]?.headers.get('accept')).toBe('application/json');
  });

  test('repeats a call with a new token once, and no more', async () => {
    const { fetcher, sent } = openBrowser([() => refusal(403, 'xsrf'), () => refusal(403, 'xsrf')]);
    expect((await fetcher('/api/v1/a', POST)).status).toBe(403);
    expect(sent.filter(({ url }) => url === '/api/v1/a').map(({ headers }) => headers.get('x-xsrf-token'))).toEqual([
      'nonce.1',
      'nonce.2',
    ]);
  });

  test('asks for a proof and repeats the call when it is given', async () => {
    const { fetcher, sent, asked } = openBrowser([() => refusal(401, 'step-up'), () => Response.json({ done: true })]);
    expect(await (await fetcher('/api/v1/a', POST)).json()).toEqual({ done: true });
    expect(asked).toEqual(['step-up']);
    expect(sent.filter(({ url }) => url === '/api/v1/a')).toHaveLength(2);
  });

  test('gives the refusal back when the proof is not given', async () => {
    const { fetcher } = openBrowser([() => refusal(401, 'step-up')], { ask: async () => false });
    const response = await fetcher('/api/v1/a', POST);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ reason: 'step-up' });
  });

  test('waits at the lock and continues, also where a fresh proof is required afterwards', async () => {
    const { fetcher, asked } = openBrowser([
      () => refusal(401, 'locked'),
      () => refusal(401, 'step-up'),
      () => new Response('{}'),
    ]);
    expect((await fetcher('/api/v1/a', POST)).status).toBe(200);
    expect(asked).toEqual(['locked', 'step-up']);
  });

  test('says that the session is over, and repeats nothing', async () => {
    const { fetcher, sent, ended } = openBrowser([() => refusal(401, 'sign-in')]);
    expect((await fetcher('/api/v1/a', { method: 'GET' })).status).toBe(401);
    expect(ended).toEqual(['sign-in']);
    expect(sent).toHaveLength(1);
  });

  test('marks what the page requests automatically', async () => {
    const { fetcher, sent } = openBrowser([], { isAttended: () => false });
    await fetcher('/api/v1/a', { method: 'GET' });
    expect(sent[0]?.headers.get('x-background')).toBe('1');
  });

  test('gives up after its time and says so, but leaves the abort of the caller an abort', async () => {
    const hang: SessionFetchPorts['fetch'] = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const { fetcher } = openBrowser([], { fetch: hang, giveUpMs: 20 });
    await expect(fetcher('/api/v1/a', { method: 'GET' })).rejects.toThrow('did not answer within 0.02 seconds');
    const own = new AbortController();
    const asked = fetcher('/api/v1/a', { method: 'GET', signal: own.signal });
    own.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('calls a refused connection unavailable', async () => {
    const { fetcher } = openBrowser([], {
      fetch: async () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const failure = await fetcher('/api/v1/a', { method: 'GET' }).catch((error: unknown) => error);
    expect(AppError.is(failure, 'unavailable')).toBe(true);
  });
});
