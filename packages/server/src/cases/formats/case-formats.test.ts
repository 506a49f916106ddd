import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { FILLED_ADDRESS, fillCase, ok } from '../testing/fill-case.ts';

let casework: TestCaseworkContext;
let legal: TestAccount;
let other: TestAccount;
let lead: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  legal = await addAccount(casework, { name: 'Legal adviser' });
  other = await addAccount(casework, { name: 'Second analyst' });
});

const fill = () => fillCase({ casework, lead, legal });

/** Files of a zip archive, by its central directory (APPNOTE 6.3). */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  while (files.size < bytes.readUInt16LE(end + 10)) {
    const [packed, nameLength, place] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const start = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    files.set(name, inflateRawSync(bytes.subarray(start, start + packed)).toString('utf8'));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

async function download(id: string, format: string, asker = lead): Promise<Buffer> {
  const response = await asker.raw(`/api/v1/cases/${id}/file?format=${format}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('a case as CSV', () => {
  test('is one table per kind, each with what it is of and the hash of its rows', async () => {
    const { id, number } = await fill();
    ok(
      await lead.post(`/cases/${id}/reported-events`, {
        title: 'Files were locked',
        starts: 1_772_409_600,
        ends: null,
      }),
    );
    ok(await lead.post(`/cases/${id}/reported-events`, { title: 'First contact', starts: null, ends: null }));
    const files = unzip(await download(id, 'csv'));
    expect([...files.keys()]).toEqual(
      ['addresses', 'people', 'links', 'timeline', 'tasks', 'evidence', 'requests', 'results', 'money', 'comments'].map(
        (name) => `${name}.csv`,
      ),
    );
    const addresses = files.get('addresses.csv') ?? '';
    expect(addresses).toContain(`export,Case ${number}: addresses\r\n`);
    expect(addresses).toMatch(/^as_of,\d{4}-\d\d-\d\dT/m);
    expect(addresses).toContain(`btc,${FILLED_ADDRESS},A-1,`);
    expect(addresses).toContain('Demand (inference)');
    expect(files.get('people.csv')).toContain('P-1,suspect,Suspect A,');
    expect(files.get('links.csv')).toContain(`P-1,btc,${FILLED_ADDRESS},,Controls the key,seized-device,fact,certain`);
    expect(files.get('timeline.csv')).toContain('reported,E-2,,,not known,First contact,claim,');
    expect(files.get('timeline.csv')).toContain('2026-03-02T00:00:00Z');
    expect(files.get('money.csv')).toContain('loss,,btc,BTC,8,4180000000,2026-03-03,');
    expect([...files.values()].join()).not.toContain('1984-02-03');
    const [, body = '', digest] =
      /\r\n(P-1,[\s\S]*)rows,1\r\nsha256_of_rows,(\w+)\r\n$/.exec(files.get('links.csv') ?? '') ?? [];
    expect(createHash('sha256').update(body).digest('hex')).toBe(digest);
  });

  test('carries no formula, and says what was withdrawn', async () => {
    const { id } = await fill();
    const person = { kind: 'suspect', name: '=HYPERLINK("http://evil.example")', aliases: ['@sum', '-1+1'] };
    ok(await lead.post(`/cases/${id}/people`, person));
    const added = ok<{ label: { id: string } }>(
      await lead.post(`/cases/${id}/labels`, {
        ...{ chain: 'btc', address: FILLED_ADDRESS, text: 'Wrong', mark: 'claim', source: 'A-1' },
      }),
    );
    ok(await lead.post(`/cases/${id}/labels/${added.label.id}/withdrawal`, { why: 'Refuted' }));
    const files = unzip(await download(id, 'csv'));
    const people = files.get('people.csv') ?? '';
    expect(people).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(people).toContain(`'@sum; '-1+1`);
    expect(people).toContain('left_out,"Labels: 1, withdrawn in the case"');
    expect(files.get('addresses.csv')).not.toContain('Wrong');
  });

  test('is not given to a viewer', async () => {
    const { id } = await fill();
    ok(await lead.post(`/cases/${id}/members`, { account: other.id, role: 'viewer' }));
    const viewer = await openAsker(casework, other);
    expect((await viewer.raw(`/api/v1/cases/${id}/file?format=csv`)).status).toBe(403);
  });
});

test('an amount that is too large for a double comes back to the last digit', async () => {
  const { id } = await fill();
  const amount = '123456789012345678901234567';
  ok(await lead.post(`/cases/${id}/money`, { kind: 'loss', asset: 'eth', amount, day: '2026-03-03', mark: 'fact' }));
  const text = (await download(id, 'json')).toString('utf8');
  expect(text).toContain(`"amount":"${amount}"`);
  const { head } = ok<{ head: { id: string } }>(await lead.post('/case-imports', { content: text }));
  const { items } = ok<{ items: { amount: string }[] }>(await lead.get(`/cases/${head.id}/money`));
  expect(items.map((item) => item.amount)).toContain(amount);
});

describe.each(['stix', 'misp'])('a case as %s', (format) => {
  test('comes into another case: seen first, then written, and found by its address', async () => {
    const { id, number } = await fill();
    const content = (await download(id, format)).toString('utf8');
    expect(content).not.toContain('1984-02-03');
    const shown = ok<{ title: string; rows: object; format: string }>(
      await lead.post('/case-imports/preview', { content }),
    );
    expect(shown).toMatchObject({ title: 'Harbour', rows: { person: 1, link: 1 } });
    expect(ok<{ totals: object }>(await lead.get('/cases')).totals).toMatchObject({ count: 1 });
    const imported = ok<{ head: { id: string; number: string; policy: string }; format: string }>(
      await lead.post('/case-imports', { content }),
    );
    expect(imported).toMatchObject({ format: shown.format, head: { title: 'Harbour', policy: 'need-to-know' } });
    expect(imported.head.number).not.toBe(number);
    const { people, addresses } = ok<{ people: object[]; addresses: object[] }>(
      await lead.get(`/cases/${imported.head.id}/people`),
    );
    expect(people).toMatchObject([{ kind: 'suspect', name: 'Suspect A' }]);
    expect(addresses).toMatchObject([{ chain: 'btc', address: FILLED_ADDRESS }]);
    expect(ok<{ items: object[] }>(await lead.get(`/cases?words=${FILLED_ADDRESS}`)).items).toHaveLength(2);
  });

  test('needs the authority that the case asks for before a disclosure', async () => {
    const { id } = await fill();
    ok(await lead.post(`/cases/${id}/authority-needs`, { version: 2, acts: ['disclosure'] }));
    const refused = await lead.raw(`/api/v1/cases/${id}/file?format=${format}`);
    expect(refused.status).toBe(403);
    expect(((await refused.json()) as { detail: string }).detail).toContain('disclosure to others');
    expect((await download(id, 'json')).length).toBeGreaterThan(0);
  });
});

test('a file of no format that is read names those that are', async () => {
  for (const path of ['/case-imports', '/case-imports/preview']) {
    const { status, body } = await lead.post(path, { content: '{"format":"something"}' });
    expect([status, body.detail]).toEqual([
      400,
      expect.stringContaining('Trailmark JSON, signed package of a case, STIX 2.1, MISP event'),
    ]);
  }
});

test('tables of people and addresses that were exported are imported, after a preview that names what cannot be read', async () => {
  const { id } = await fill();
  const files = unzip(await download(id, 'csv'));
  const content = `${files.get('people.csv')}${files.get('addresses.csv')}`;
  const shown = ok<{ format: string; rows: Record<string, number> }>(
    await lead.post('/case-imports/preview', { content }),
  );
  expect(shown).toMatchObject({ format: 'CSV table', rows: { person: 1, label: 1 } });
  const { head } = ok<{ head: { id: string } }>(await lead.post('/case-imports', { content }));
  const { people, addresses } = ok<{ people: object[]; addresses: object[] }>(
    await lead.get(`/cases/${head.id}/people`),
  );
  expect(people).toMatchObject([{ kind: 'suspect', name: 'Suspect A' }]);
  expect(addresses).toMatchObject([{ chain: 'btc', address: FILLED_ADDRESS }]);
  const broken = `kind,name\r\nsuspect,"'=1+1"\r\nthief,B\r\n`;
  const { notUnderstood } = ok<{ notUnderstood: object[] }>(
    await lead.post('/case-imports/preview', { content: broken }),
  );
  expect(notUnderstood).toMatchObject([{ what: 'Line 3', why: expect.stringContaining('“thief” is no kind') }]);
  const second = ok<{ head: { id: string } }>(await lead.post('/case-imports', { content: broken }));
  const again = unzip(await download(second.head.id, 'csv'));
  expect(again.get('people.csv')).toContain(",'=1+1,");
});
