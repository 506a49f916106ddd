import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { signInTo } from '../demo-session.ts';
import { runTrailmark, startServer, startTrailmark } from './trailmark-process.ts';

const EMAIL = 'administrator@desk.example';
const PASSWORD = 'seventeen quiet herons at dusk';

const folder = mkdtempSync(join(tmpdir(), 'trailmark-recovery-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('brings a locked-out administrator back: through the server that runs, or without one', async () => {
  const dataDir = join(folder, 'data');
  const recover = () => runTrailmark(['account', 'recover', '--email', EMAIL, '--data-dir', dataDir]);
  const server = await startServer(dataDir);
  const { code, output } = await recover();
  expect(code).toBe(0);
  // The port was free at the start and known to nobody before; the link names it.
  const [, token = ''] = new RegExp(`${server.url}/reset-password#([\\w-]{43})`).exec(output) ?? [];
  const reset = await fetch(`${server.url}/api/v1/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await visit(server.url)) },
    body: JSON.stringify({ token, password: PASSWORD }),
  });
  expect(reset.status).toBe(200);
  await signInTo(server.url, EMAIL, PASSWORD);
  expect(server.output()).not.toContain(token);
  await server.stop();
  expect((await recover()).output).toContain('http://localhost:3000/reset-password#');
  const list = await runTrailmark(['account', 'list', '--data-dir', dataDir]);
  expect(list).toMatchObject({ code: 0, output: expect.stringContaining(`${EMAIL} `) });
  expect(await runTrailmark(['account', 'recover', '--email', 'nobody@desk.example', '--data-dir', dataDir])).toEqual({
    code: 1,
    output: 'No account has this email address. See "trailmark account list".\n',
  });
});

it('does not start over a folder of pages that is not there', async () => {
  const absent = join(folder, 'absent');
  const command = startTrailmark(['serve', '--data-dir', join(folder, 'other')], { TRAILMARK_WEB_DIR: absent });
  expect(await command.ended()).toBe(2);
  expect(command.output()).toContain(`TRAILMARK_WEB_DIR names ${absent}, which holds no built web pages`);
});

/** What a browser that never signed in sends with a change. */
async function visit(url: string): Promise<Record<string, string>> {
  const cookie = (await fetch(`${url}/api/v1/me`)).headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const token = cookie.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { cookie: cookie.join('; '), 'x-xsrf-token': token };
}
