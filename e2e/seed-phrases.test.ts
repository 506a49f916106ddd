import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSecret, phraseSeed } from '@trailmark/chains/wallet/open-secret';
import { encodeHex } from '@trailmark/core/hex';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { PROGRAM } from '../test/program.ts';
import { openSite } from './harness.ts';
import { findPageFaults } from './page-faults.ts';

const PATH = '/wallet-statement/seed';
/** Of a public test vector; the passphrase is a word that occurs nowhere else. */
const PHRASE =
  'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length';
const PASSPHRASE = 'quixotic-zephyr-7';
const WORDS = PHRASE.split(' ');
const USED = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

/** Two words of the phrase after each other, in any of the ways a program writes lists; the passphrase; the seed. */
const TRACES: readonly string[] = [
  ...WORDS.slice(1).flatMap((word, i) =>
    [' ', ',', '\n', '\r\n', '","', '", "', '+', '%20', '\0'].map((gap) => `${WORDS[i]}${gap}${word}`),
  ),
  PASSPHRASE,
  encodeHex(phraseSeed(WORDS, PASSPHRASE)),
  encodeHex(phraseSeed(WORDS, '')),
];

interface SeenRequest {
  readonly method: string;
  readonly isOfFrame: boolean;
  readonly text: string;
}

function findTraces(content: string): string[] {
  return TRACES.filter((trace) => content.includes(trace));
}

/** Every second word is one of any two after each other, and a search for few texts reads a large folder in a second. */
const SIGNS = [...WORDS.filter((_, i) => i % 2 === 1), ...TRACES.slice(-3)];

function containsAny(bytes: Buffer, texts: readonly string[]): boolean {
  return texts.some((text) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')));
}

/** Files of a folder that hold a trace of the phrase, as text of one or of two bytes a character. */
function findTracesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return files
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .filter((file) => {
      const bytes = readFileSync(file);
      const signs = SIGNS.filter((sign) => containsAny(bytes, [sign]));
      return containsAny(
        bytes,
        TRACES.filter((trace) => signs.some((sign) => trace.includes(sign))),
      );
    });
}

/** Everything a page keeps in the browser. */
function readKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await self.caches.keys();
    const stores = [{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state];
    return JSON.stringify([stores, databases, caches, document.title]);
  });
}

async function runScan(dataDir: string, input: string, args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'scan-seed', '--data-dir', dataDir, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  child.stdin.end(input);
  await once(child, 'close');
  return { output, code: child.exitCode };
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { as: 'allowed' });

  test('a phrase that is typed leaves the page in no request, and nothing leaves before the button is pressed', async () => {
    const [address] = openAddresses();
    await visit(PATH, async (page) => {
      const frame = page.frameLocator('iframe');
      const field = frame.getByLabel('Seed phrase or key');
      await field.waitFor();
      await page.waitForLoadState('networkidle');
      const requests: SeenRequest[] = [];
      page.context().on('request', (request) => {
        const text = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join(' ');
        requests.push({ method: request.method(), isOfFrame: request.frame() !== page.mainFrame(), text });
      });
      await field.pressSequentially(PHRASE);
      await frame.getByLabel('Passphrase, if there is one').pressSequentially(PASSPHRASE);
      await frame.getByText('Seed phrase of 24 words (BIP 39, English).').waitFor();
      for (const name of ['Litecoin', 'Dogecoin', 'TRON']) await frame.getByLabel(name, { exact: true }).uncheck();
      await frame.getByRole('button', { name: 'Derive addresses' }).click();
      await frame.getByRole('heading', { name: /addresses derived$/ }).waitFor();
      await frame.getByText("BIP 84 · p2wpkh · m/84'/0'/0'/0/*").click();
      await frame.getByText(address, { exact: true }).waitFor();
      // The application around the frame asks now and then how many jobs are open. The frame asks nothing.
      expect(requests.filter(({ isOfFrame, method }) => isOfFrame || method !== 'GET')).toEqual([]);

      await frame.getByRole('button', { name: /^Check these [\d,]+ addresses in the index$/ }).click();
      await page
        .getByText(/addresses checked, none was seen/)
        .first()
        .waitFor();
      const sent = requests.filter(({ method }) => method !== 'GET').map(({ text }) => text);
      expect(sent).toHaveLength(1);
      expect(sent[0]).toContain('/api/v1/wallet-keys/addresses');
      expect(sent[0]).toContain(address);
      expect(requests.filter(({ isOfFrame }) => isOfFrame)).toEqual([]);
      expect(findTraces(requests.map(({ text }) => text).join('\n'))).toEqual([]);
      expect(findTraces(await readKept(page))).toEqual([]);
      // Without the frame, nothing of what was typed is in the page.
      expect(findTraces(await page.content())).toEqual([]);

      await frame.getByRole('button', { name: 'Clear everything' }).click();
      await expect.poll(() => field.inputValue()).toBe('');
    });
  });

  test.each([1440, 390])('both documents are sound at %s pixels', async (width) => {
    const viewport = { width, height: 900 };
    await visit(
      PATH,
      async (page) => {
        const frame = page.frameLocator('iframe');
        await frame.getByLabel('Seed phrase or key').waitFor();
        await page.emulateMedia({ reducedMotion: 'reduce' });
        expect(await findPageFaults(page, PATH)).toEqual([]);
      },
      { viewport },
    );
    await visit(
      '/seed-scanner.html',
      async (page) => {
        await page.getByLabel('Seed phrase or key').fill(PHRASE.replace('toddler', 'todler'));
        await page.getByText('Near word 10 in the list: toddler').waitFor();
        await page.getByLabel('Seed phrase or key').fill(PHRASE);
        await page.getByLabel('Addresses a branch').fill('2');
        await page.getByRole('button', { name: 'Derive addresses' }).click();
        await page.getByRole('heading', { name: /addresses derived$/ }).waitFor();
        await page.getByText("BIP 86 · p2tr · m/86'/0'/0'/0/*").click();
        expect(await findPageFaults(page, '/seed-scanner.html')).toEqual([]);
      },
      { viewport },
    );
  });

  test('a frame that tried to send would be stopped', async () => {
    await visit(
      PATH,
      async (page) => {
        await page.frameLocator('iframe').getByLabel('Seed phrase or key').waitFor();
        const frame = page.frames().find((each) => each.url().includes('seed-scanner'));
        const outcome = await frame?.evaluate(async () => {
          const asked = await fetch('/healthz').then(
            () => 'answered',
            () => 'refused',
          );
          const beacon = await new Promise<string>((resolve) => {
            const picture = new Image();
            picture.onload = () => resolve('answered');
            picture.onerror = () => resolve('refused');
            picture.src = '/favicon.svg';
          });
          let stored = 'stored';
          try {
            localStorage.setItem('a', 'b');
          } catch {
            stored = 'refused';
          }
          return [asked, beacon, stored];
        });
        expect(outcome).toEqual(['refused', 'refused', 'refused']);
      },
      { expected: { console: /Content Security Policy|Refused to (?:connect|load)/, outage: true } },
    );
  });

  test('a wrong phrase is explained in the page, and a file of addresses is checked', async () => {
    await visit(PATH, async (page) => {
      const frame = page.frameLocator('iframe');
      await frame.getByLabel('Seed phrase or key').fill(PHRASE.replace('toddler', 'todler'));
      await frame.getByText('Word 10 is not in the English word list of BIP 39.').waitFor();
      await frame.getByText('Near word 10 in the list: toddler').waitFor();
      const branch = { chain: 'btc', form: 'p2pkh', wallet: 'BIP 44', path: "m/44'/0'/0'/0/*" };
      const content = {
        format: 'trailmark-addresses/1',
        branches: [{ ...branch, addresses: [{ path: "m/44'/0'/0'/0/7", address: USED }] }],
      };
      const file = {
        name: 'addresses.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(content)),
      };
      await page.getByLabel('Load a file of addresses').setInputFiles(file);
      await page.getByText('1 address checked, 1 seen').waitFor();
      await page.getByText("m/44'/0'/0'/0/7").waitFor();
      await page.getByLabel('Load a file of addresses').setInputFiles({ ...file, buffer: Buffer.from(PHRASE) });
      await page.getByText('This is no file of addresses.').waitFor();
    });
  });

  test('the page works as a file, without a server', async () => {
    const response = await fetch(`${server.origin}/seed-scanner.html`);
    const content = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain('connect-src');
    expect(content).not.toMatch(/(?:src|href)="/);
  });

  test('the command line finds no words to print, and the running server gets addresses alone', async () => {
    const { output, code } = await runScan(server.dataDir, `${PHRASE}\n${PASSPHRASE}\n`, [
      '--passphrase',
      '--json',
      '--chain',
      'btc',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      title: 'Seed phrase of 24 words (BIP 39, English)',
      chains: [{ chain: 'btc' }],
    });
    const wrong = await runScan(server.dataDir, PHRASE.replace('toddler', 'todler'), []);
    expect(wrong.code).toBe(2);
    expect(wrong.output).toBe('Word 10 is not in the English word list of BIP 39.\n');
    expect(findTraces(output + wrong.output)).toEqual([]);
    expect(WORDS.filter((word) => new RegExp(`\\b${word}\\b`).test(wrong.output))).toEqual(['word']);
  });

  test('nothing of the phrase is in the data folder or in the output of the server', async () => {
    await server.stop();
    expect(findTracesIn(server.dataDir)).toEqual([]);
    expect(findTraces(server.output)).toEqual([]);
    // The search itself finds what is there.
    expect(findTraces(`x ${WORDS[3]} ${WORDS[4]} y`)).toHaveLength(1);
  });
});

/** The first address of BIP 84 of the phrase. */
function openAddresses(): readonly [string] {
  const opened = openSecret(PHRASE, PASSPHRASE);
  if ('fault' in opened) throw new Error(opened.fault.message);
  const branch = opened.branches('btc', 0).find(({ path }) => path === "m/84'/0'/0'/0/*");
  return [branch?.derive(0)[0]?.address ?? ''];
}
