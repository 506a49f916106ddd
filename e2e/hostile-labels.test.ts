import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170 } from './block-170.ts';
import { openSite } from './harness.ts';
import { createHostileTable, HOSTILE_COLUMNS, PAYLOADS } from './hostile-claims.ts';
import { bringIntoForce } from './label-pack.ts';
import { LABELLED, PAIR } from './labelled.ts';

const PACK = 'hostile';
const HOSTILE_TITLE = '<img src=x onerror=window.__xss=1> \u202epack';
/** Characters that hide or reorder what a reader sees; tabs and line ends are in any text. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]|(?![\t\r\n])\p{Cc}/u;

/** Screens that show labels, each with what has to be there before it is looked at. */
const SCREENS: readonly (readonly [name: string, path: string, shows: string])[] = [
  ['whose address it is', `/exchange-lookup/btc/${PAIR.a}`, '.tm-said'],
  ['an exchange and its cluster', `/exchange-lookup/btc/${LABELLED.exchange}`, '.tm-said'],
  ['a cluster', `/exchange-lookup/cluster/btc/${PAIR.a}`, '.tm-said'],
  ['its members', `/exchange-lookup/cluster/btc/${PAIR.a}?tab=members`, '.tm-said'],
  ['its counterparties', `/exchange-lookup/cluster/btc/${BLOCK_170.sender}?tab=counterparties`, '.tm-said'],
  ['an organisation', '/exchange-lookup/entity/binance', '.tm-said'],
  ['a transaction', `/Track/btc/tx/${LABELLED.txid}`, '.tm-chiplabel'],
  ['an address in the explorer', `/Track/btc/address/${PAIR.a}`, '.tm-said'],
  ['an address history', `/address-search/btc/${BLOCK_170.sender}`, '.tm-said'],
  ['its counterparties in the history', `/address-search/btc/${BLOCK_170.sender}?tab=counterparties`, '.tm-said'],
  ['label packs', '/exchange-lookup/packs', 'text=<img src=x'],
];

/** Everything on a page that only a hostile text can have put there, and how claims are shown. */
async function inspect(page: Page) {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('*')];
    const links = [...document.querySelectorAll('a[href]')] as HTMLAnchorElement[];
    const foreign = links.filter(({ origin }) => origin !== location.origin);
    return {
      ran: (window as { __xss?: unknown }).__xss,
      handlers: elements.filter((e) => e.getAttributeNames().some((name) => name.startsWith('on'))).length,
      active: document.querySelectorAll('iframe, object, embed, base, form[action], meta[http-equiv=refresh], animate')
        .length,
      inline: document.querySelectorAll('body script:not([src])').length,
      images: [...document.images].filter(({ src }) => new URL(src).origin !== location.origin).length,
      schemes: [...new Set(links.map(({ protocol }) => protocol))],
      unguarded: foreign.filter(({ rel }) => !/\bnoopener\b/.test(rel) || !/\bnoreferrer\b/.test(rel)).length,
      passwords: foreign.filter(({ username, password }) => username !== '' || password !== '').map(({ href }) => href),
      said: [...document.querySelectorAll('.tm-said')].map((e) => e.textContent ?? ''),
      // What is typed into a field stays as it was typed.
      text: elements
        .filter((e) => e.tagName !== 'TEXTAREA')
        .flatMap((e) => [...e.childNodes].flatMap((node) => (node instanceof Text ? node.data : [])))
        .join('\n'),
      titles: elements.flatMap((e) => e.getAttribute('title') ?? []),
      overflows: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      polluted: ({} as Record<string, unknown>).x !== undefined,
    };
  });
}

async function expectHarmless(page: Page): Promise<void> {
  const seen = await inspect(page);
  expect(seen).toMatchObject({ handlers: 0, active: 0, inline: 0, images: 0, unguarded: 0, polluted: false });
  expect(seen.ran).toBeUndefined();
  expect(seen.schemes.filter((scheme) => !['http:', 'https:', 'blob:'].includes(scheme))).toEqual([]);
  expect(seen.passwords).toEqual([]);
  expect(seen.overflows).toBe(false);
  expect(INVISIBLE.exec(seen.text)).toBeNull();
  for (const title of seen.titles) expect(INVISIBLE.exec(title)).toBeNull();
  for (const text of seen.said) {
    expect(text).toMatch(/^“[\s\S]+”$/);
    expect(Array.from(text).length).toBeLessThanOrEqual(70);
  }
}

/** Text of every part of a spreadsheet file. */
function readParts(bytes: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    parts.set(name, (method === 8 ? inflateRawSync(packed) : packed).toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

/** Cells of a table by RFC 4180. */
function readCells(csv: string): string[] {
  return [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

const FORMULA = /^\s*[=+@\uff1d\uff0b\uff20\uff0d]|^\s*-(?!\d+(?:\.\d+)?$)|^[\t\r]/;

function expectNoFormulas(format: string, bytes: Buffer): void {
  if (format === 'csv') {
    const text = bytes.toString('utf8');
    expect(readCells(text).filter((cell) => FORMULA.test(cell))).toEqual([]);
    return;
  }
  if (format !== 'xlsx') return;
  const parts = readParts(bytes);
  expect(parts.size).toBeGreaterThan(3);
  for (const [name, text] of parts) {
    expect(name).not.toMatch(/external|vba|macro|hyperlink/i);
    if (name.includes('worksheets/')) expect(text).not.toMatch(/<f[ >/]|<hyperlink/);
  }
}

describeWith('chromium', (chromium) => {
  const { server, visit, ask } = openSite(chromium, { as: 'platformAdmin' });
  const api = (path: string, init?: RequestInit) => ask(`/api/v1${path}`, init);

  beforeAll(async () => {
    const words = ['--title', HOSTILE_TITLE, '--publisher', '<b>nobody</b>', '--licence', '<i>none</i>'];
    const options = [...words, '--url', 'javascript:window.__xss=1', '--map', HOSTILE_COLUMNS];
    const said = await bringIntoForce(server, PACK, createHostileTable(), options);
    // What is printed can neither move the cursor nor reorder a line of the terminal.
    expect(INVISIBLE.exec(said)).toBeNull();
  });

  describe('hostile labels', () => {
    test('are kept as claims, each as it was stated and none interpreted', async () => {
      const { claims } = await (await api(`/labels/btc/${PAIR.a}`)).json();
      const own = (claims as { label: string; pack: { id: string }; details: object }[]).filter(
        (c) => c.pack.id === PACK,
      );
      expect(own.length).toBeGreaterThanOrEqual(60);
      const labels = own.map(({ label }) => label);
      for (const payload of PAYLOADS.slice(0, 34)) expect(labels).toContain(payload.slice(0, 200));
      for (const label of labels) {
        expect(label.length).toBeLessThanOrEqual(200);
        expect(INVISIBLE.exec(label)).toBeNull();
      }
    });

    test.each(SCREENS)('do nothing but be read: %s', async (_, path, shows) => {
      await visit(path, async (page) => {
        page.on('dialog', () => expect.unreachable('A hostile text opened a dialogue.'));
        await page.locator(shows).first().waitFor();
        await page.waitForLoadState('networkidle');
        await expectHarmless(page);
        const chip = page.locator('.tm-chiplabel a').first();
        if (await chip.isVisible()) {
          await chip.focus();
          await page.locator('.tm-labelpop li').first().waitFor();
          await expectHarmless(page);
        }
      });
    });

    test('do nothing in the preview of their pack and in the dialogue that takes it out of force', async () => {
      const { items } = await (await api('/label-packs')).json();
      const { version } = items.find(({ id }: { id: string }) => id === PACK);
      await visit(`/exchange-lookup/packs?pack=${PACK}&version=${version}`, async (page) => {
        await page.getByRole('region', { name: 'Preview' }).getByText('Refused').waitFor();
        await expectHarmless(page);
        const row = page.getByRole('row').filter({ hasText: PACK });
        await row.getByRole('button', { name: 'Take out of force' }).click();
        await page.getByRole('dialog').waitFor();
        await expectHarmless(page);
      });
    });

    test('do nothing when they are searched for, or pasted into the lookup', async () => {
      await visit(
        '/exchange-lookup',
        async (page) => {
          for (const payload of ['<script>window', '<img src=x onerror', '=HYPERLINK(', '{{constructor', '__proto__']) {
            await page.goto(`${server.origin}/exchange-lookup?q=${encodeURIComponent(payload)}`);
            await page.waitForLoadState('networkidle');
            await expectHarmless(page);
          }
          const box = page.getByLabel('Address, output as txid:vout, list');
          await box.fill(`${PAIR.a}\n${PAIR.b}\n${PAYLOADS.slice(0, 50).join('\n')}`);
          await page.getByRole('button', { name: 'Search', exact: true }).click();
          await page.getByRole('heading', { name: /^\d+ answers/ }).waitFor();
          await expectHarmless(page);
        },
        { expected: { statuses: [400] } },
      );
    });

    test('as names of organisations are quoted, and marked as from claims only', async () => {
      const name = PAYLOADS[0] ?? '';
      await visit(`/exchange-lookup/entity/${encodeURIComponent(name)}`, async (page) => {
        await page.getByText('The directory does not know this organisation.').waitFor();
        await page.getByRole('heading', { level: 1, name: `“${name}”` }).waitFor();
        await expectHarmless(page);
      });
    });

    test.each(['../../nobody', '<b>nobody', 'a/b%2fc', '\u202enobody', 'hasOwnProperty'])(
      'as names nobody claims are not found: %s',
      async (name) => {
        const options = { expected: { statuses: [404] } };
        const look = async (page: Page) => {
          await page.getByRole('alert').getByText('There is no organisation of this id').waitFor();
          await expectHarmless(page);
        };
        await visit(`/exchange-lookup/entity/${encodeURIComponent(name)}`, look, options);
      },
    );
  });

  describe('files made of hostile labels', () => {
    test.each(['csv', 'json', 'xlsx'])('an exported history holds no formula: %s', async (format) => {
      const response = await api(`/btc/addresses/${BLOCK_170.sender}/export?format=${format}`);
      expect(response.status).toBe(200);
      expectNoFormulas(format, Buffer.from(await response.arrayBuffer()));
    });

    test.each(['csv', 'json', 'xlsx', 'txt', 'pdf'])('nor does a request for records: %s', async (format) => {
      const points = await (await api(`/btc/addresses/${PAIR.a}/deposit-points`)).json();
      const { txid, vout } = points.items[0] ?? { txid: PAIR.txid, vout: 0 };
      const hostile = {
        officer: '=1+1',
        officerId: '+1',
        replyTo: '@SUM(1)',
        legalBasis: ') Tj /JS',
        caseNumber: '-1+1',
      };
      const body = JSON.stringify({
        format,
        actor: 'binance',
        kind: 'production',
        deposits: [`${txid}:${vout}`],
        authority: '<script>window.__xss=1</script> \u202egro',
        ...hostile,
        asks: PAYLOADS.filter((payload) => payload.trim() !== '')
          .slice(30, 50)
          .map((text) => text.slice(0, 300)),
      });
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
      const response = await api('/btc/request-packets', init);
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      expectNoFormulas(format, bytes);
      const text = bytes.toString('latin1');
      if (format === 'pdf') expect(text).not.toMatch(/\/(?:JS|JavaScript|OpenAction|Launch|URI|AA|EmbeddedFile)\b/);
      if (format === 'txt') expect(text).not.toMatch(/^X-Injected/m);
      if (format === 'json') expect(() => JSON.parse(bytes.toString('utf8'))).not.toThrow();
    });

    test('a look-alike of the tests would be found: formulas are known as such', () => {
      for (const text of ['=1', '+1+1', '-1+1', '@A', '\t=1', '\uff1d1']) expect(FORMULA.test(text)).toBe(true);
      for (const text of ['-12.5', 'a=1', "'=1", '']) expect(FORMULA.test(text)).toBe(false);
      expect(readFileSync(join(server.dataDir, 'hostile.csv'), 'utf8')).toContain('<script>');
    });
  });
});
