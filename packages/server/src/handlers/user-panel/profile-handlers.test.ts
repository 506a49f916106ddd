import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';

const FIELDS = {
  name: 'Lead investigator',
  title: 'Inspector',
  unit: 'Cyber unit',
  phone: '+1 555 0100',
  badge: 'N-114',
  publicKey: '',
  language: 'en',
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  hasSingleKeys: false,
};

let casework: TestCaseworkContext;
let lead: Asker;
let leadId: string;

beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  const account = await addAccount(casework);
  leadId = account.id;
  lead = await openAsker(casework, account);
});

const makeImage = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 96, b: 77 } } });

async function setPhoto(bytes: Buffer): Promise<string> {
  const { status, body } = await lead.post('/profile/photo', { image: bytes.toString('base64') });
  expect(status).toBe(200);
  return String(body.photo);
}

const listPhotos = () => readdirSync(join(casework.filesDir, 'photos'));

describe('a profile', () => {
  test('keeps what the person enters and logs which fields changed, not their texts', async () => {
    const { status, body } = await lead.post('/profile', FIELDS);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...FIELDS, agency: 'North District Police', role: 'member', photo: null });
    expect((await lead.get('/profile')).body).toEqual(body);
    const event = (await listTestEvents(casework)).find(({ action }) => action === 'profile.update');
    expect(event).toMatchObject({ actor: { account: leadId }, object: { kind: 'account', id: leadId } });
    expect(JSON.stringify(event)).not.toContain('Inspector');
    expect(event?.details).toEqual({ changed: 'title, unit, phone, badge, timeZone, currency, hasSingleKeys' });
  });

  test.each(['role', 'email', 'isAllowed', 'agency_id', 'photo', 'status'])('cannot set %s', async (key) => {
    expect((await lead.post('/profile', { ...FIELDS, [key]: 'platform-admin' })).status).toBe(400);
    expect((await lead.get('/profile')).body).toMatchObject({ role: 'member', photo: null });
  });

  test.each([
    ['name', '   ', 'Give a name'],
    ['name', 'Lead\u202einvestigator', 'cannot be seen'],
    ['title', 'In\u0000spector', 'cannot be seen'],
    ['phone', '<script>', 'digits'],
    ['timeZone', 'Mars/Olympus', 'Europe/Vienna'],
    ['publicKey', 'ssh-rsa AAAA', 'OpenPGP'],
    ['publicKey', '-----BEGIN PGP PRIVATE KEY BLOCK-----\nx\n-----END PGP PRIVATE KEY BLOCK-----', 'private key'],
    ['publicKey', `AGE-SECRET-KEY-1${'Q'.repeat(58)}`, 'private key'],
  ])('refuses %s %j next to its field', async (field, value, words) => {
    const { status, body } = await lead.post('/profile', { ...FIELDS, [field]: value });
    expect(status).toBe(400);
    expect(body.field).toBe(field);
    expect(body.detail).toContain(words);
  });

  test('takes an age recipient and an OpenPGP block', async () => {
    const pgp = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZ\n-----END PGP PUBLIC KEY BLOCK-----';
    const age = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
    for (const publicKey of [pgp, age]) {
      expect((await lead.post('/profile', { ...FIELDS, publicKey })).body.publicKey).toBe(publicKey);
    }
  });
});

describe('a photo', () => {
  test('is redrawn at 256 pixels, upright, and without what else was in the file', async () => {
    const original = await makeImage()
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([original, Buffer.from('<script>alert(1)</script>')]);
    const photo = await setPhoto(polyglot);
    const response = await lead.raw(`/users/images/${photo}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const bytes = Buffer.from(await response.arrayBuffer());
    const seen = await sharp(bytes).metadata();
    expect(seen).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(seen.exif).toBeUndefined();
    expect(bytes.toString('latin1')).not.toMatch(/SECRET-PLACE|script/);
  });

  test('is named by the server, replaces the one before and can be removed', async () => {
    const first = await setPhoto(await makeImage().png().toBuffer());
    expect(first).toMatch(/^[0-9a-f-]{36}\.webp$/);
    const second = await setPhoto(await makeImage().webp().toBuffer());
    expect(listPhotos()).toContain(second);
    expect(listPhotos()).not.toContain(first);
    expect((await lead.get('/profile')).body.photo).toBe(second);
    expect((await lead.raw(`/api/v1/users/images/${first}`)).status).toBe(404);
    expect((await lead.post('/profile/photo/remove', {})).status).toBe(200);
    expect((await lead.get('/profile')).body.photo).toBeNull();
    expect(listPhotos()).not.toContain(second);
  });

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'JPEG, PNG or WebP'],
    ['HTML', Buffer.from('<!doctype html><script>1</script>'), 'JPEG, PNG or WebP'],
    ['GIF', Buffer.from('GIF89a<script>', 'latin1'), 'JPEG, PNG or WebP'],
    ['a JPEG that is none', Buffer.from('\xff\xd8\xff\xe0<html>', 'latin1'), 'cannot be read'],
    ['a cut PNG', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'cannot be read'],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), '5 MB'],
    ['nothing', Buffer.alloc(0), 'whole'],
  ])('that is %s is refused with words', async (_, bytes, words) => {
    const { status, body } = await lead.post('/profile/photo', { image: bytes.toString('base64') });
    expect(status).toBe(400);
    expect(body).toMatchObject({ field: 'image' });
    expect(body.detail).toContain(words);
    expect((await lead.get('/profile')).body.photo).toBeNull();
  });

  test('of more than 40 megapixels is refused before its pixels are read', async () => {
    const bomb = await makeImage(8_000, 5_001).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const { status, body } = await lead.post('/profile/photo', { image: bomb.toString('base64') });
    expect(status).toBe(400);
    expect(body.detail).toContain('40 megapixels');
  });

  test('of another agency answers like one that is not there', async () => {
    const photo = await setPhoto(await makeImage().jpeg().toBuffer());
    const agency = await addAgency(casework, 'Harbour Customs');
    const stranger = await openAsker(casework, await addAccount(casework, { agency, email: 'a@harbour.example' }));
    const admin = await addAccount(casework, { agency, email: 'b@harbour.example', role: 'platform-admin' });
    const foreign = await stranger.get(`/users/images/${photo}`);
    const unknown = await stranger.get('/users/images/3f2504e0-4f89-41d3-9a0c-0305e82c3301.webp');
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.body.detail).toBe(unknown.body.detail);
    expect((await (await openAsker(casework, admin)).raw(`/users/images/${photo}`)).status).toBe(200);
  });

  test.each(['..%2f..%2fmaster.key', '%2e%2e%2fphotos', 'a.webp', '3f2504e0-4f89-41d3-9a0c-0305e82c3301.webp%00.png'])(
    'cannot be requested as %s',
    async (file) => {
      expect((await lead.raw(`/users/images/${file}`)).status).toBe(404);
    },
  );
});
