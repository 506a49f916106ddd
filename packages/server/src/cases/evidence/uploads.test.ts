import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CaseHead } from '@trailmark/api/contract/case';
import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { openAsker } from '../../testing/ask.ts';
import { CHUNK } from './chunk-file.ts';
import { broken, makeBytes, openUploader, sha256, type Uploader } from './testing/uploader.ts';

let casework: TestCaseworkContext;
let person: TestAccount;
let lead: Uploader;
const SYSTEM = { kind: 'system' } as const;
const app = () => createCaseworkApp(casework);

async function openCase(policy = 'sealed', account = person): Promise<string> {
  const asker = await openAsker(casework, account);
  const { body } = await asker.post('/cases', { template: 'ransomware', title: 'Harbour', policy });
  return (body as unknown as CaseHead).id;
}

beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  person = await addAccount(casework);
  lead = await openUploader(casework, { app: app(), account: person, id: await openCase() });
});

/** Every file below the folder of evidence of a case. */
function listFiles(id = lead.id): string[] {
  const folder = join(casework.filesDir, 'evidence', id);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function finished(upload: string, hash: string, by = lead): Promise<CaseEvidence> {
  const { status, body } = await by.finish(upload, hash);
  expect([status, body.isDone], JSON.stringify(body).slice(0, 300)).toEqual([200, true]);
  return body.item as CaseEvidence;
}

const storedBytes = async (item: string, by = lead) => Buffer.from(await (await by.download(item)).arrayBuffer());

describe('an upload', () => {
  test('arrives in one piece, is numbered, typed and hashed, and nothing of it is readable on the disk', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\nsecret words of the case'), makeBytes(2 * CHUNK + 5)]);
    const item = await lead.send(bytes, 'seizure record.pdf');
    expect(item).toMatchObject({
      ...{ number: 'EV-01', name: 'seizure record.pdf', size: bytes.length, state: 'good', arrived: bytes.length },
      ...{ kind: 'pdf', clientHash: sha256(bytes), arrivalHash: sha256(bytes), finding: null, custodyCount: 1 },
    });
    const [path, ...others] = listFiles();
    expect(others).toEqual([]);
    expect(path).not.toContain(sha256(bytes));
    expect(readFileSync(path ?? '').includes('secret words')).toBe(false);
    expect((await storedBytes(item.id)).equals(bytes)).toBe(true);
    const actions = (await listTestEvents(casework)).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['case.evidence.begin', 'case.evidence.collect', 'case.evidence.export']),
    );
  });

  test('of nothing is good where it was declared to be nothing, and refused where it was not', async () => {
    const item = await lead.send(Buffer.alloc(0), 'empty');
    expect(item).toMatchObject({ state: 'good', size: 0, kind: 'empty', clientHash: sha256(Buffer.alloc(0)) });
    expect(await storedBytes(item.id)).toHaveLength(0);
    const upload = await lead.started(3);
    await lead.patch(upload, 0, Buffer.from('abc'));
    const { status, body } = await lead.finish(upload, sha256(Buffer.alloc(0)));
    expect([status, body.detail]).toEqual([400, expect.stringContaining('SHA-256 of nothing')]);
    expect((await lead.item(upload)).state).toBe('arriving');
  });

  test.each([1, 2, 3])(
    'cut at random places and resumed at a server started again is the source, byte for byte (seed %i)',
    async (seed) => {
      const bytes = makeBytes(3 * CHUNK + 4_321, seed);
      const upload = await lead.started(bytes.length);
      let by = lead;
      let at = 0;
      let state = seed;
      for (let round = 0; at < bytes.length && round < 40; round++) {
        state = (state * 48_271) % 2_147_483_647;
        const part = bytes.subarray(at, at + 1 + (state % (round % 3 === 0 ? 65_536 : CHUNK + 99)));
        await by.patch(upload, at, round % 4 === 1 ? part : broken(part));
        if (round % 5 === 2) by = by.at(app());
        at = await by.offset(upload);
      }
      expect(at).toBe(bytes.length);
      const item = await finished(upload, sha256(bytes), by);
      expect(item.state).toBe('good');
      expect((await storedBytes(upload, by)).equals(bytes)).toBe(true);
    },
  );

  test('continues after a stop between the disk and the note of it', async () => {
    const bytes = makeBytes(2 * CHUNK + 700);
    const upload = await lead.started(bytes.length);
    await lead.patch(upload, 0, bytes.subarray(0, 1_000));
    await lead.patch(upload, 1_000, bytes.subarray(1_000, CHUNK + 500));
    await casework.store.transact(SYSTEM, (tx) =>
      tx.run(sql`UPDATE case_evidence SET arrived = 1000 WHERE id = ${upload}`),
    );
    const again = lead.at(app());
    expect(await again.offset(upload)).toBe(1_000);
    expect((await again.patch(upload, 1_000, bytes.subarray(1_000))).status).toBe(204);
    expect((await finished(upload, sha256(bytes), again)).state).toBe('good');
  });

  test('takes no piece at another offset, and none twice: 409, and nothing changed', async () => {
    const bytes = makeBytes(90_000);
    const upload = await lead.started(bytes.length);
    expect((await lead.patch(upload, 0, bytes.subarray(0, 50_000))).headers.get('upload-offset')).toBe('50000');
    for (const wrong of [0, 49_999, 50_001, 90_000]) {
      const response = await lead.patch(upload, wrong, bytes.subarray(0, 10));
      expect([wrong, response.status]).toEqual([wrong, 409]);
    }
    expect(await lead.offset(upload)).toBe(50_000);
    await lead.patch(upload, 50_000, bytes.subarray(50_000));
    expect((await finished(upload, sha256(bytes))).state).toBe('good');
  });

  test('takes no more than it was stated to have', async () => {
    const upload = await lead.started(10);
    expect((await lead.patch(upload, 0, Buffer.alloc(11))).status).toBe(400);
    const headers = { 'content-length': '11', 'tus-resumable': '1.0.0', 'upload-offset': '0' };
    const type = { 'content-type': 'application/offset+octet-stream' };
    const told = await lead.ask('PATCH', `/uploads/${upload}`, {
      headers: { ...headers, ...type },
      body: Buffer.alloc(11),
    });
    expect(told.status).toBe(413);
    expect(await lead.offset(upload)).toBe(0);
  });

  test('has one writer at a time', async () => {
    const bytes = makeBytes(200_000);
    const upload = await lead.started(bytes.length);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const first = lead.patch(upload, 0, readable);
    const writer = writable.getWriter();
    await writer.write(bytes.subarray(0, 100_000));
    const second = await lead.patch(upload, 0, bytes);
    expect(second.status).toBe(423);
    expect((await lead.ask('DELETE', `/uploads/${upload}`, { headers: { 'tus-resumable': '1.0.0' } })).status).toBe(
      423,
    );
    await writer.write(bytes.subarray(100_000));
    await writer.close();
    expect((await first).headers.get('upload-offset')).toBe('200000');
    expect((await finished(upload, sha256(bytes))).state).toBe('good');
  });

  test('is not ended before all of it is here, and its end may be sent again', async () => {
    const bytes = makeBytes(1_000);
    const upload = await lead.started(bytes.length);
    await lead.patch(upload, 0, bytes.subarray(0, 999));
    const early = await lead.finish(upload, sha256(bytes));
    expect([early.status, early.body.detail]).toEqual([
      409,
      '999 of 1,000 bytes of EV-01 have arrived. Send the rest first.',
    ]);
    await lead.patch(upload, 999, bytes.subarray(999));
    const first = await finished(upload, sha256(bytes));
    expect(await finished(upload, sha256(bytes))).toEqual(first);
    expect((await lead.finish(upload, sha256(Buffer.from('other')))).status).toBe(409);
    expect((await lead.patch(upload, 1_000, Buffer.from('x'))).status).toBe(409);
    expect((await lead.item(upload)).custodyCount).toBe(1);
  });
});

describe('a file that changed', () => {
  test('between two parts is reported before it is resumed', async () => {
    const bytes = makeBytes(CHUNK + 4_000);
    const upload = await lead.started(bytes.length);
    await lead.patch(upload, 0, bytes.subarray(0, CHUNK + 10));
    const compare = (by: Uploader, hash: string, length = CHUNK + 10) =>
      by.post(`/uploads/${upload}/comparison`, { length, sha256: hash });
    for (const by of [lead, lead.at(app())]) {
      expect((await compare(by, sha256(bytes.subarray(0, CHUNK + 10)))).body).toEqual({ isDone: true, isSame: true });
      expect((await compare(by, sha256(makeBytes(CHUNK + 10, 2)))).body).toEqual({ isDone: true, isSame: false });
      expect((await compare(by, sha256(bytes), 7)).status).toBe(409);
    }
  });

  test('while it was sent is damaged, is not handed out, and stays so when it is read again', async () => {
    const upload = await lead.started(1_000);
    await lead.patch(upload, 0, makeBytes(1_000));
    const item = await finished(upload, sha256(makeBytes(1_000, 2)));
    expect(item).toMatchObject({ state: 'damaged', finding: expect.stringContaining('changed while it was sent') });
    expect((await lead.post(`/evidence/${upload}/export`, { why: 'For the court' })).status).toBe(409);
    const { body } = await lead.post(`/evidence/${upload}/verification`, {});
    expect(body.item).toMatchObject({ state: 'damaged', check: { isSame: false } });
  });
});

describe('on the disk', () => {
  const damage: readonly [string, (path: string) => void][] = [
    ['a bit of a piece flipped', (path) => writeFileSync(path, readFileSync(path).fill(0x5a, 40, 41))],
    ['the last piece missing', (path) => truncateSync(path, CHUNK + 28)],
    ['a piece cut short', (path) => truncateSync(path, CHUNK + 500)],
    [
      'two pieces exchanged',
      (path) => {
        const bytes = readFileSync(path);
        const record = CHUNK + 28;
        writeFileSync(
          path,
          Buffer.concat([bytes.subarray(record, 2 * record), bytes.subarray(0, record), bytes.subarray(2 * record)]),
        );
      },
    ],
    ['the file missing', (path) => rmSync(path)],
  ];

  test.each(damage)(
    '%s is found after arrival, breaks the download off, and is a row of the ledger',
    async (_, spoil) => {
      const bytes = makeBytes(2 * CHUNK + 9);
      const item = await lead.send(bytes);
      const ticket = (await lead.post(`/evidence/${item.id}/export`, { why: 'For the court' })).body.ticket;
      spoil(listFiles()[0] ?? '');
      const response = await lead.ask('GET', `/evidence/${item.id}/file?ticket=${ticket}`);
      await expect(response.arrayBuffer()).rejects.toThrow();
      const { status, body } = await lead.post(`/evidence/${item.id}/verification`, {});
      expect(status).toBe(200);
      expect(body.item).toMatchObject({
        state: 'damaged',
        check: { isSame: false },
        finding: expect.stringMatching(/piece|file/i),
      });
      expect(await lead.item(item.id)).toMatchObject({ custodyCount: 3 });
    },
  );

  test('a piece damaged before the end of the upload makes a damaged file, never a good one', async () => {
    const bytes = makeBytes(CHUNK + 100);
    const upload = await lead.started(bytes.length);
    await lead.patch(upload, 0, bytes);
    const path = listFiles()[0] ?? '';
    writeFileSync(path, readFileSync(path).fill(1, 100, 103));
    const item = await finished(upload, sha256(bytes));
    expect(item).toMatchObject({ state: 'damaged', arrivalHash: null, finding: expect.stringContaining('Piece 1') });
  });

  test('a file of one case opens in no other, even where both hold the same content', async () => {
    const bytes = makeBytes(5_000);
    const first = await lead.send(bytes);
    const other = await openUploader(casework, { app: app(), account: person, id: await openCase() });
    const upload = await other.started(bytes.length);
    expect(await other.offset(upload)).toBe(0);
    expect((await other.finish(upload, sha256(bytes))).status).toBe(409);
    await other.patch(upload, 0, bytes);
    await finished(upload, sha256(bytes), other);
    const [ours, theirs] = [listFiles()[0] ?? '', listFiles(other.id)[0] ?? ''];
    expect(ours.split('/').at(-2)).not.toBe(theirs.split('/').at(-2));
    writeFileSync(ours, readFileSync(theirs));
    expect((await lead.post(`/evidence/${first.id}/verification`, {})).body.item).toMatchObject({ state: 'damaged' });
    expect((await other.item(upload)).sameAs).toEqual([]);
  });

  test('the same content twice in one case is stored twice, and each says so', async () => {
    const bytes = makeBytes(700);
    const [first, second] = [await lead.send(bytes), await lead.send(bytes)];
    expect((await lead.item(first.id)).sameAs).toEqual(['EV-02']);
    expect((await lead.item(second.id)).sameAs).toEqual(['EV-01']);
    expect(listFiles()).toHaveLength(2);
  });

  test('an upload that is given up leaves its number and none of its bytes', async () => {
    const upload = await lead.started(5_000);
    await lead.patch(upload, 0, makeBytes(3_000));
    const gone = await lead.ask('DELETE', `/uploads/${upload}`, { headers: { 'tus-resumable': '1.0.0' } });
    expect(gone.status).toBe(204);
    expect(await lead.offset(upload)).toBe(-404);
    expect((await lead.patch(upload, 3_000, makeBytes(10))).status).toBe(409);
    expect(listFiles()).toEqual([]);
    expect((await lead.item(upload)).withdrawn?.why).toBe('The upload was given up.');
    expect((await lead.send(makeBytes(10))).number).toBe('EV-02');
  });
});

test('an archive that unpacks to a thousand times its size is stored as it came, and never unpacked', async () => {
  const bytes = gzipSync(gzipSync(Buffer.alloc(32 * 2 ** 20)));
  const item = await lead.send(bytes, 'photos.gz');
  expect(item).toMatchObject({ kind: 'gzip', size: bytes.length, arrivalHash: sha256(bytes) });
  expect((await storedBytes(item.id)).equals(bytes)).toBe(true);
  const stored = listFiles().reduce((sum, path) => sum + statSync(path).size, 0);
  expect(stored).toBeLessThan(bytes.length + 1_000);
});

describe('names', () => {
  test.each([
    ['../../../etc/passwd', '..[U+002F]..[U+002F]..[U+002F]etc[U+002F]passwd', 'EV-01-etc_passwd'],
    ['a\u0000b', 'a[U+0000]b', 'EV-01-a_b'],
    ['fdp.\u202egpj.exe', 'fdp.[U+202E]gpj.exe', 'EV-01-fdp._gpj.exe'],
    ['C:\\x\r\ny', 'C:[U+005C]x[U+000D][U+000A]y', 'EV-01-C_x_y'],
    ['"; filename="x.html', '"; filename="x.html', 'EV-01-filename_x.html'],
    ['e\u0301.pdf', '\u00e9.pdf', 'EV-01-e_.pdf'],
    ['..', '..', 'EV-01'],
    [Buffer.from([0x66, 0xff, 0x6f]), 'f[0xff]o', 'EV-01-f_0xff_o'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>', 'EV-01-img_src_x_onerror_alert_1'],
  ])('%j is shown inert, kept as it came, and never part of a path', async (name, shown, file) => {
    const item = await lead.send(Buffer.from('words'), name);
    expect(item.name).toBe(shown);
    expect(Buffer.from(item.rawName, 'base64').equals(Buffer.from(name))).toBe(true);
    const response = await lead.download(item.id);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-length')).toBe('5');
    expect(await response.text()).toBe('words');
    for (const path of listFiles()) expect(path).toMatch(/\/[0-9a-f]{64}\/[0-9a-f-]{36}$/);
  });

  test('of 4,096 bytes is kept whole and shown in 255', async () => {
    const name = 'ä'.repeat(2_048);
    const item = await lead.send(Buffer.from('x'), name);
    expect(Buffer.byteLength(item.name)).toBeLessThanOrEqual(255);
    expect(Buffer.from(item.rawName, 'base64').toString()).toBe(name);
    expect((await lead.begin(1, `${name}x`)).status).toBe(400);
  });
});

test('nobody holds more than 20 uploads under way in a case', async () => {
  for (let i = 0; i < 20; i++) await lead.started(1);
  expect((await lead.begin(1)).status).toBe(409);
});

test('a folder where a file should be stored is a failure of the server, and the upload stays as it was', async () => {
  const upload = await lead.started(10);
  mkdirSync(join(casework.filesDir, 'evidence', lead.id, 'arriving', upload, 'data'), { recursive: true });
  expect((await lead.patch(upload, 0, Buffer.alloc(10))).status).toBe(500);
  expect(await lead.offset(upload)).toBe(0);
});
