import type { ServerResponse } from 'node:http';
import { makeAuthority, serveAuthority } from '@trailmark/evidence/time-stamp/testing/stamp-authority';
import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeWith } from '../../../../../test/needs.ts';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { openAsker } from '../../testing/ask.ts';
import { writeCustodyRoots } from './custody-root.ts';
import { stampCustodyRoots } from './custody-stamp.ts';

import { makeBytes, openUploader, type Uploader } from './testing/uploader.ts';

let casework: TestCaseworkContext;
let app: Hono;
let admin: TestAccount;
let lead: Uploader;
let authority: ReturnType<typeof makeAuthority>;
let stranger: ReturnType<typeof makeAuthority>;
let place: Awaited<ReturnType<typeof serveAuthority>>;
let answer: (question: Buffer, response: ServerResponse) => void;

interface Custody {
  readonly isStamping: boolean;
  readonly root: { readonly root: string; readonly stamp: object | null };
}
const honest = (question: Buffer, response: ServerResponse) => void response.end(authority.reply(question));
const custody = () => lead.get<Custody>('/custody');
const run = (timeoutMs?: number) => stampCustodyRoots(casework, { signal: new AbortController().signal, timeoutMs });
async function set(body: object) {
  const asker = await openAsker(casework, admin, app);
  return asker.post('/sources/time-stamps/settings', body);
}
const turnOn = () => set({ isOn: true, endpoint: place.url, certificates: authority.root });
const requests = () =>
  casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ url: string; revealed: string; status: number | null; fault: string | null }>(
      sql`SELECT url, revealed, status, fault FROM outbound_request ORDER BY asked_at, id`,
    ),
  );

describeWith('openssl', () => {
  beforeAll(async () => {
    authority = makeAuthority('Example Stamps');
    stranger = makeAuthority('Other Stamps');
    place = await serveAuthority((question, response) => answer(question, response));
    casework = await createTestCaseworkContext();
    app = createCaseworkApp(casework);
  });
  afterAll(async () => {
    place.close();
    authority.close();
    stranger.close();
    await casework.close();
  });
  beforeEach(async () => {
    await casework.clear();
    // openssl stamps with the clock of the machine.
    casework.advance(Date.now() - casework.now().getTime());
    answer = honest;
    place.asked.length = 0;
    admin = await addAccount(casework, { role: 'platform-admin' });
    const account = await addAccount(casework, { name: 'Lead investigator' });
    const asker = await openAsker(casework, account, app);
    const { body } = await asker.post('/cases', { template: 'ransomware', title: 'Harbour', policy: 'sealed' });
    lead = await openUploader(casework, { app, account, id: (body as { id: string }).id });
    await lead.send(makeBytes(100));
    await writeCustodyRoots(casework);
  });

  describe('the daily root', () => {
    test('is sent to nobody where no authority is set or it is off, and the case says so', async () => {
      expect(await run()).toBe(0);
      expect(await custody()).toMatchObject({ isStamping: false, root: { stamp: null } });
      await set({ isOn: false, endpoint: place.url, certificates: authority.root });
      expect(await run()).toBe(0);
      expect(place.asked).toEqual([]);
      expect(await requests()).toEqual([]);
    });

    test('is stamped once, by its hash alone, and the stamp verifies here and with openssl', async () => {
      expect((await turnOn()).status).toBe(200);
      expect(await run()).toBe(1);
      expect(await run()).toBe(0);
      expect(place.asked).toEqual(['POST /stamp application/timestamp-query']);
      const { root, isStamping } = await custody();
      expect(isStamping).toBe(true);
      expect(root.stamp).toMatchObject({ authority: 'Example Stamps', fault: null });
      expect(await requests()).toMatchObject([
        { url: place.url, revealed: `hash of a daily custody root: ${root.root}`, status: 200, fault: null },
      ]);
      const file = (await (await lead.ask('GET', '/custody/export')).json()) as {
        ledgers: { roots: { root: string; timeStamp: string }[] }[];
      };
      const [exported] = file.ledgers[0]?.roots ?? [];
      expect(authority.verify(root.root, Buffer.from(exported?.timeStamp ?? '', 'base64'))).toContain(
        'Verification: OK',
      );
      const events = (await listTestEvents(casework)).filter(({ action }) => action === 'custody.stamp');
      expect(events).toMatchObject([{ details: { root: root.root, authority: 'Example Stamps' } }]);
    });

    test.each<[string, typeof answer, RegExp]>([
      [
        'another signer',
        (question, response) => void response.end(stranger.reply(question)),
        /does not lead to a certificate/,
      ],
      ['garbage', (_, response) => void response.end('<html>'), /is not a time stamp: its envelope/],
      ['an empty answer', (_, response) => void response.end(), /is not a time stamp: its envelope/],
      [
        'another hash',
        (question, response) => {
          const other = Buffer.from(question);
          const at = other.indexOf(Buffer.from('0420', 'hex')) + 2;
          other[at] = (other[at] ?? 0) ^ 1;
          response.end(authority.reply(other));
        },
        /another hash/,
      ],
      [
        'another question',
        (question, response) => {
          const other = Buffer.from(question);
          const at = other.lastIndexOf(Buffer.from('0208', 'hex')) + 9;
          other[at] = (other[at] ?? 0) ^ 1;
          response.end(authority.reply(other));
        },
        /another question/,
      ],
      [
        'a signature that was changed',
        (question, response) => {
          const reply = authority.reply(question);
          reply[reply.length - 1] = (reply.at(-1) ?? 0) ^ 1;
          response.end(reply);
        },
        /signature of the time stamp is wrong|cannot be read/,
      ],
      [
        'a redirection to an internal address',
        (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/inside' }).end(),
        /answered 307/,
      ],
      ['an error', (_, response) => void response.writeHead(500).end('no'), /answered 500/],
    ])('is not stamped by %s, and the log says why', async (_, given, why) => {
      await turnOn();
      answer = given;
      expect(await run()).toBe(0);
      expect((await custody()).root.stamp).toBeNull();
      expect((await requests()).map(({ fault }) => fault)).toEqual([expect.stringMatching(why)]);
      answer = honest;
      expect(await run()).toBe(1);
    });

    test.each([
      [3_600_000, /^The clock of the authority is 60 minutes behind/],
      [-3_600_000, /^The clock of the authority is 60 minutes ahead of/],
    ])('is not stamped by a clock that is %i ms away from ours', async (ms, why) => {
      casework.advance(ms);
      admin = await addAccount(casework, { role: 'platform-admin' });
      await turnOn();
      expect(await run()).toBe(0);
      expect((await requests()).map(({ fault }) => fault)).toEqual([expect.stringMatching(why)]);
    });

    test('waits for no authority that is silent', async () => {
      await turnOn();
      answer = () => undefined;
      expect(await run(50)).toBe(0);
      expect((await requests()).map(({ fault }) => fault)).toEqual([expect.stringContaining('did not answer within')]);
    });

    test('whose stamp is of another root says that it does not verify', async () => {
      await turnOn();
      await run();
      await casework.store.asOwner(`UPDATE custody_root SET root = '${'ab'.repeat(32)}'`);
      expect((await custody()).root.stamp).toMatchObject({ fault: expect.stringContaining('another hash') });
    });
  });

  describe('the settings of an authority', () => {
    test.each<[object, string]>([
      [{ isOn: true }, 'endpoint'],
      [{ isOn: true, endpoint: 'https://stamps.example' }, 'certificates'],
      [{ isOn: true, endpoint: 'ftp://stamps.example', certificates: '' }, 'endpoint'],
      [{ isOn: true, endpoint: 'http://169.254.169.254/', certificates: '' }, 'endpoint'],
      [{ isOn: false, certificates: 'no certificate' }, 'certificates'],
      [{ isOn: false, certificates: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, 'certificates'],
    ])('%o are refused with the field that is wrong', async (body, field) => {
      const { status, body: problem } = await set(body);
      expect([status, JSON.stringify(problem)]).toEqual([400, expect.stringContaining(field)]);
    });

    test('show names and fingerprints of certificates, and are in the audit log', async () => {
      const { body } = await turnOn();
      expect(body).toMatchObject({ isOn: true, endpoint: place.url, certificates: [{ name: 'Example Stamps Root' }] });
      expect((await listTestEvents(casework)).filter(({ action }) => action === 'source.change')).toMatchObject([
        { object: { id: 'time-stamps' }, details: { isOn: true, endpoint: place.url } },
      ]);
    });
  });
});
