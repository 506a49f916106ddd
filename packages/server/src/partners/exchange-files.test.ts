import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADDRESS } from '../testing/sample-ledger.ts';
import {
  askAs,
  befriend,
  closeInstallation,
  fileAt,
  type Installation,
  ok,
  openInstallation,
  people,
  readAt,
  runBoth,
} from './testing/two-installations.ts';

let north: Installation;
let south: Installation;
let ofSouth: string;
beforeAll(async () => {
  north = await openInstallation('North District Police', 1);
  south = await openInstallation('South Revenue', 2);
});
afterAll(async () => {
  await closeInstallation(north);
  await closeInstallation(south);
});
beforeEach(async () => {
  north = await people(north);
  south = await people(south);
  [ofSouth] = await befriend(north, south, false);
});

interface File {
  readonly name: string;
  readonly text: string;
}
const request = async () =>
  ok<File>(await (await askAs(north, north.admin)).post(`/partners/${ofSouth}/request-file`, {}));
const take = async (install: Installation, text: string) => {
  return (await askAs(install, install.admin)).post('/partner-files', { frame: text });
};
const taken = async (install: Installation, text: string): Promise<File> => {
  const { file } = ok<{ said: string; file: File | null }>(await take(install, text));
  if (!file) throw new Error('no file to give back');
  return file;
};

/** Request, answer, last file: the whole exchange by hand. */
async function exchange(): Promise<readonly File[]> {
  const asked = await request();
  const answer = await taken(south, asked.text);
  const last = await taken(north, answer.text);
  const receipt = await taken(south, last.text);
  expect(ok<{ file: File | null }>(await take(north, receipt.text)).file).toBeNull();
  return [asked, answer, last, receipt];
}

test('three files find the one overlap of two sites without a network, and are as long without any', async () => {
  const first = await exchange();
  const ours = await fileAt(north, [ADDRESS.alice, ADDRESS.carol]);
  const theirs = await fileAt(south, [ADDRESS.alice, ADDRESS.dave]);
  const files = await exchange();
  expect(files.map(({ text }) => text.length)).toEqual(first.map(({ text }) => text.length));
  expect([(await readAt(north, ours.id)).answer, (await readAt(south, theirs.id)).answer]).toEqual([
    'contact-route',
    'contact-route',
  ]);
  for (const { text } of files) expect(text).not.toMatch(new RegExp(`${ADDRESS.alice}|Case of|Desk of|Officer`));
  // Nothing goes over the network for a partner without an endpoint.
  await runBoth(north, south);
  expect([north.overheard, south.overheard]).toEqual([[], []]);
});

test('a file that was taken, changed, is for another agency, or of another time is refused by name', async () => {
  const asked = await request();
  const refusal = async (install: Installation, text: string) => {
    const { status, body } = await take(install, text);
    return `${status} ${body.reason}`;
  };
  expect(await refusal(north, asked.text)).toBe('400 other-receiver');
  const changed = { ...JSON.parse(asked.text), signature: Buffer.alloc(64).toString('base64') };
  expect(await refusal(south, JSON.stringify(changed))).toBe('400 changed');
  expect(await refusal(south, '{}')).toBe('400 garbage');
  const answer = await taken(south, asked.text);
  const again = ok<{ said: string }>(await take(south, asked.text));
  expect(again.said).toBe('The request was refused: This was taken before.');
  const last = await taken(north, answer.text);
  expect(await refusal(north, answer.text)).toBe('400 replay');
  north.casework.advance(3_600_000);
  const ahead = await request();
  expect(await refusal(south, ahead.text)).toBe('400 future');
  south.casework.advance(40 * 86_400_000);
  expect(await refusal(south, last.text)).toBe('400 old');
});

test('what opens an answer is encrypted where it waits, and a partner that is off gets no file', async () => {
  await fileAt(north, [ADDRESS.alice]);
  await request();
  const rows = await north.casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ words: string }>(sql`SELECT encode(sealed, 'escape') AS words FROM partner_request`),
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(ADDRESS.alice);
  const by = await askAs(north, north.admin);
  ok(
    await by.post(`/partners/${ofSouth}/change`, {
      act: 'set',
      version: 2,
      name: 'South',
      endpoint: null,
      isOn: false,
    }),
  );
  expect((await by.post(`/partners/${ofSouth}/request-file`, {})).status).toBe(409);
});
