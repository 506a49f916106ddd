import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccessCasework, createCaseworkContext, ROLE_COLUMNS } from './people.ts';
import type { Ids } from './planted.ts';

// Uploads follow a protocol with methods that the contract does not have. The checks of the contract's routes apply to them.

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: (ids: Ids) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Lines that a call that succeeds leaves in the log. */
  readonly lines: number;
}

const tus = { 'tus-resumable': '1.0.0' };
const uploads = (ids: Ids) => `/api/v1/cases/${ids.case}/uploads`;
const upload = (ids: Ids) => `${uploads(ids)}/${ids.caseUpload}`;
const piece = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
const CALLS: readonly Call[] = [
  { name: 'tell', method: 'OPTIONS', path: uploads, headers: {}, lines: 0 },
  {
    ...{ name: 'begin', method: 'POST', path: uploads, lines: 1 },
    headers: { ...tus, 'upload-length': '3', 'upload-metadata': 'filename eC5wZGY=' },
  },
  { name: 'offset', method: 'HEAD', path: upload, headers: tus, lines: 1 },
  { name: 'append', method: 'PATCH', path: upload, headers: piece, body: 'ab', lines: 1 },
  { name: 'end', method: 'DELETE', path: upload, headers: tus, lines: 1 },
];

let casework: AccessCasework;
beforeAll(async () => {
  casework = await createCaseworkContext();
});
afterAll(() => casework.close());

const ask = ({ method, path, headers, body }: Call, own: Readonly<Record<string, string>>, ids = casework.ids) =>
  casework.request(path(ids), { method, headers: { ...own, ...headers }, ...(body ? { body } : {}) });

/** What each role gets past the policy: `in`, or the status of its refusal. */
const WANTED: Readonly<Record<(typeof ROLE_COLUMNS)[number], string>> = {
  anonymous: '401',
  pending: '401',
  member: '403',
  allowed: 'in',
  'agency-admin': 'in',
  'platform-admin': 'in',
  auditor: '403',
};

test.each(ROLE_COLUMNS)('%s gets in where members of cases do, and nowhere else', async (role) => {
  for (const call of CALLS) {
    const { headers } = await casework.people.enter(role);
    const { status } = await ask(call, headers);
    expect(status, call.name).toBeLessThan(500);
    expect([call.name, status === 401 || status === 403 ? String(status) : 'in']).toEqual([call.name, WANTED[role]]);
  }
});

test('another agency gets the same answer as for what is not there', async () => {
  const { headers } = await casework.people.enterOutsider('allowed');
  for (const call of CALLS.filter(({ method }) => method !== 'OPTIONS')) {
    const [foreign, unknown] = [await ask(call, headers), await ask(call, headers, casework.unknownIds)];
    expect([call.name, foreign.status, unknown.status]).toEqual([call.name, 404, 404]);
    const [ours, theirs] = [await foreign.text(), await unknown.text()].map((text) =>
      text.replace(/"reference":"\w+"/, ''),
    );
    expect(ours).toBe(theirs);
    expect(foreign.headers.get('upload-offset')).toBeNull();
  }
});

test('what changes something is refused without the security token, or from another site', async () => {
  for (const call of CALLS.filter(({ method }) => !['OPTIONS', 'HEAD'].includes(method))) {
    const person = await casework.people.enter('platform-admin');
    const other = await casework.people.enter('platform-admin');
    const { 'x-xsrf-token': _, ...without } = person.headers;
    for (const forged of [
      without,
      { ...person.headers, 'x-xsrf-token': other.headers['x-xsrf-token'] ?? '' },
      { ...person.headers, origin: 'https://evil.example' },
      { ...person.headers, 'sec-fetch-site': 'cross-site' },
    ]) {
      expect([call.name, (await ask(call, forged)).status]).toEqual([call.name, 403]);
    }
  }
});

test('every call leaves its line in the log, and a refusal its own', async () => {
  const fresh = await createCaseworkContext();
  try {
    for (const call of CALLS) {
      const { headers } = await fresh.people.enter('platform-admin');
      const before = await fresh.countEvents();
      const init = {
        method: call.method,
        headers: { ...headers, ...call.headers },
        ...(call.body ? { body: call.body } : {}),
      };
      const { status } = await fresh.request(call.path(fresh.ids), init);
      expect([call.name, status < 300, (await fresh.countEvents()) - before]).toEqual([call.name, true, call.lines]);
      const visitor = await fresh.countEvents();
      await fresh.request(call.path(fresh.ids), { ...init, headers: call.headers });
      expect([call.name, (await fresh.countEvents()) - visitor]).toEqual([call.name, 1]);
    }
  } finally {
    await fresh.close();
  }
});

const HOSTILE = ['..%2f..%2fetc', '%00', '%2e%2e', '..%5c', 'x'.repeat(4_000), '%E2%80%AE', "';--", '__proto__'];

test('names of uploads that are none lead nowhere', async () => {
  const { headers } = await casework.people.enter('platform-admin');
  for (const name of HOSTILE) {
    for (const call of CALLS.slice(2)) {
      const { status } = await casework.request(`${uploads(casework.ids)}/${name}`, {
        method: call.method,
        headers: { ...headers, ...call.headers },
        ...(call.body ? { body: call.body } : {}),
      });
      expect([name.slice(0, 20), call.name, status]).toEqual([name.slice(0, 20), call.name, 404]);
    }
  }
});

test.each([
  ['upload-length', '-1', 400],
  ['upload-length', '1e3', 400],
  ['upload-length', '', 400],
  ['upload-length', '99999999999999999', 400],
  ['upload-length', '999999999999999', 413],
  ['upload-metadata', '', 400],
  ['upload-metadata', 'filename', 400],
  ['upload-metadata', 'filename !!!', 400],
  ['upload-metadata', 'filename eA==,filename eQ==', 400],
  ['upload-metadata', `filename ${Buffer.alloc(4_097, 'x').toString('base64')}`, 400],
  ['tus-resumable', '0.2.2', 412],
])('a header %s that says “%s” is refused with a sentence', async (name, value, status) => {
  const { headers } = await casework.people.enter('platform-admin');
  const begin = CALLS[1] as Call;
  const response = await ask({ ...begin, headers: { ...begin.headers, [name]: value } }, headers);
  expect(response.status).toBe(status);
  const { detail } = (await response.json()) as { detail: string };
  expect(detail).toMatch(/^[A-Z].+\.$/);
});
