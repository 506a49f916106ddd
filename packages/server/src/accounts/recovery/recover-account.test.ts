import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT_QUESTION, answerAccountQuestion, readAccountQuestion } from '../../cli/account-command.ts';
import { openControlSocket } from '../../cli/control-socket.ts';
import { handOverQuestion } from '../../cli/hand-over.ts';
import type { LedgerHost } from '../../ledger/ledger-host.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  TEST_PASSWORD,
  type TestAccount,
  type TestCaseworkContext,
  withCasework,
} from '../../testing/accounts.ts';
import { createBrowser } from '../../testing/browser.ts';
import { listOutbox } from '../../testing/outbox.ts';
import { recoverAccount } from './recover-account.ts';

const PASSWORD = 'a new and much longer sentence';

let casework: TestCaseworkContext;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(() => casework.clear());

const run = (statement: ReturnType<typeof sql>) =>
  casework.store.transact({ kind: 'system' }, (tx) => tx.run(statement));

const addAdministrator = () =>
  addAccount(casework, { role: 'platform-admin', email: 'administrator@north.example', name: 'Administrator' });

async function addAuthenticator({ id, agency }: TestAccount): Promise<void> {
  await run(sql`
    INSERT INTO totp_factor (account_id, agency_id, secret, confirmed_at)
    VALUES (${id}, ${agency}, 'lost', ${casework.now()})`);
}

/** Sets the password with a link and gives how signing in with it goes. */
async function useLink(at: TestCaseworkContext, link: string, email: string): Promise<[number, string]> {
  const browser = createBrowser(at, '198.51.100.4');
  const { status } = await browser.post('/reset-password', { token: link.split('#')[1], password: PASSWORD });
  return [status, (await browser.login(email, PASSWORD)).flag];
}

describe('recovering an account', () => {
  test.each(['standard', 'cjis'] as const)(
    'lets a sole administrator in who lost the factor, is locked and was closed, under %s',
    async (profile) => {
      const at = withCasework(casework, { profile });
      const account = await addAdministrator();
      await addAuthenticator(account);
      const session = await openTestSession(at, account);
      for (let i = 0; i < 11; i += 1) await createBrowser(at).login(account.email, 'wrong horse battery staple');
      await run(sql`UPDATE account SET status = 'inactive'`);
      await run(sql`UPDATE agency SET status = 'suspended'`);
      const link = await recoverAccount(at, ' Administrator@North.Example');
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/reset-password#[\w-]{43}$/);
      expect((await createBrowser(at, '192.0.2.7', session).me()).account).toBeNull();
      // The old password alone opens nothing, now that the factor is gone.
      expect((await createBrowser(at, '198.51.100.9').login(account.email, TEST_PASSWORD)).flag).toBe('failed');
      expect(await useLink(at, link, account.email)).toEqual([200, 'success']);
      expect((await useLink(at, link, account.email))[0]).not.toBe(200);
    },
  );

  test('is logged as done by the installation, without the link, and the owner is notified', async () => {
    const account = await addAdministrator();
    const link = await recoverAccount(casework, account.email);
    const events = await listTestEvents(casework);
    expect(events.at(-1)).toMatchObject({
      action: 'account.recover',
      actor: { account: null, role: 'installation' },
      agency: account.agency,
      object: { kind: 'account', id: account.id },
      source: { address: 'command line' },
    });
    const mails = await listOutbox(casework);
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [account.email, 'Your account was opened again at the server'],
    ]);
    expect(JSON.stringify([events, mails])).not.toContain(link.split('#')[1]);
  });

  test.each(['registered', 'awaiting-approval', 'denied'] as const)(
    'does not replace approval: a member who is %s stays so',
    async (status) => {
      const account = await addAccount(casework, { status });
      await expect(recoverAccount(casework, account.email)).rejects.toMatchObject({ kind: 'conflict' });
    },
  );

  test('refuses an address without an account', async () => {
    await expect(recoverAccount(casework, 'nobody@north.example')).rejects.toMatchObject({ kind: 'not-found' });
  });
});

test('a running server answers at its control socket, and takes nothing else there', async () => {
  const account = await addAdministrator();
  const questions = new Map([
    [ACCOUNT_QUESTION, (asked: unknown) => answerAccountQuestion(casework, readAccountQuestion(asked))],
  ]);
  const controlSocket = await openControlSocket({} as LedgerHost, new Map(), questions);
  const ask = (asked: unknown) => handOverQuestion(controlSocket.control, ACCOUNT_QUESTION, asked);
  try {
    const list = (await ask({ action: 'list' })).split('\n');
    expect(list).toHaveLength(2);
    expect(list[1]).toMatch(/^administrator@north\.example +platform-admin +active +0 +never +North District Police$/);
    expect(await ask({ action: 'recover', email: account.email })).toContain('/reset-password#');
    await expect(ask({ action: 'recover', email: 'nobody@north.example' })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(ask({ action: 'remove', email: account.email })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(handOverQuestion(controlSocket.control, 'other', {})).rejects.toMatchObject({ kind: 'unavailable' });
    const stranger = { ...controlSocket.control, token: 'x'.repeat(64) };
    await expect(handOverQuestion(stranger, ACCOUNT_QUESTION, { action: 'list' })).rejects.toMatchObject({
      kind: 'unavailable',
    });
  } finally {
    controlSocket.close();
  }
});
