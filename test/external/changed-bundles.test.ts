import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as browsers } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createTestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import { applyChange, type ChangedByte, changedBytes, complaintsOf, countKinds } from '../evidence/changed-bytes.ts';
import { readFirstBlocks } from '../evidence/first-blocks.ts';
import { createSampleBundle } from '../evidence/sample-bundle.ts';
import { createSampleReport } from '../evidence/sample-report.ts';
import { openTracedReport } from '../evidence/traced-report.ts';
import { describeWith } from '../needs.ts';

// Changes of one byte, fifty in each kind of file, against all three verifiers: the program, the built page in a browser
// (`npm run build -w packages/web` first), and the one in Python. TRAILMARK_CHANGES=10000 makes ten thousand, which take ten minutes.

const PER_KIND = 50;
const CHANGES = Number(process.env.TRAILMARK_CHANGES ?? 0);
const MINUTES = 60_000;
const now = Date.parse('2026-11-21T00:00:00Z') / 1000;
const PAGE = new URL('../../packages/web/dist/verify-bundle.html', import.meta.url).href;
const VERIFIER = join(import.meta.dirname, '../../packages/evidence/verifier/verify_bundle.py');
const HARNESS = join(import.meta.dirname, '../evidence/verify_changes.py');
const folder = mkdtempSync(join(tmpdir(), 'trailmark-changes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The bundle of a report as the product makes it, with pinned answers, custody and labels, and the copy with parts left out. */
async function freezeReport(): Promise<readonly Uint8Array[]> {
  const casework = await createTestCaseworkContext();
  try {
    const { readFile, freeze } = await openTracedReport(casework, { reader: await readFirstBlocks() });
    await freeze({ hides: ['labels', 'people'] });
    return [await readFile(1, 'bundle.evb'), await readFile(1, 'copy.evb')];
  } finally {
    await casework.close();
  }
}

const core = await createSampleBundle();
const bundles = [core.bytes, createSampleReport(core), ...(await freezeReport())];
const perKind = Math.max(PER_KIND, Math.ceil(CHANGES / bundles.reduce((sum, bytes) => sum + countKinds(bytes), 0)));

/** Every change of both bundles is caught, and its item named. `ask` gives what a verifier states about some changes, in their order. */
async function checkAll(ask: (bytes: Uint8Array, changes: readonly ChangedByte[]) => Promise<readonly string[]>) {
  let count = 0;
  for (const bytes of bundles) {
    const changes = [...changedBytes(bytes, perKind)];
    const said = await ask(bytes, changes);
    const missed = changes.filter(({ item }, i) => !said[i] || (item !== undefined && !said[i].includes(item)));
    expect(missed.map(({ at, mask, item }) => `${item ?? 'archive'}: byte ${at}, ${mask}`)).toEqual([]);
    count += changes.length;
  }
  expect(count).toBeGreaterThanOrEqual(Math.max(CHANGES, PER_KIND));
  console.log(`${count} changes, ${perKind} in each of ${count / perKind} kinds of file`);
}

test(
  'the program catches each',
  () =>
    checkAll(async (bytes, changes) =>
      changes.map((change) => {
        try {
          return complaintsOf(applyChange(bytes, change), now);
        } catch {
          return '';
        }
      }),
    ),
  60 * MINUTES,
);

describeWith('python3', (python) => {
  test(
    'the verifier in Python catches each',
    () =>
      checkAll(async (bytes, changes) => {
        const file = join(folder, 'sample.evb');
        writeFileSync(file, bytes);
        const input = changes.map(({ at, mask }) => `${at} ${mask}`).join('\n');
        const text = execFileSync(python, [HARNESS, VERIFIER, file], { encoding: 'utf8', input, maxBuffer: 2 ** 28 });
        return text
          .trimEnd()
          .split('\n')
          .map((line) => (line === 'passed' ? '' : line));
      }),
    60 * MINUTES,
  );
});

describeWith('chromium', (chromium) => {
  test(
    'the page in a browser catches each',
    async () => {
      const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        await page.clock.setFixedTime(now * 1000);
        await page.goto(PAGE);
        await checkAll((bytes, changes) =>
          page.evaluate(
            async ([text, list]) => {
              const whole = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
              const input = document.getElementById('file') as HTMLInputElement;
              const at = (id: string) => document.getElementById(id) as HTMLElement;
              const said: string[] = [];
              for (const { at: place, mask } of list) {
                const copy = whole.slice();
                copy[place] = (copy[place] ?? 0) ^ mask;
                const transfer = new DataTransfer();
                transfer.items.add(new File([copy], 'changed.evb'));
                input.files = transfer.files;
                at('verdict').textContent = '';
                input.dispatchEvent(new Event('change'));
                for (;;) {
                  await new Promise((done) => setTimeout(done, 1));
                  if (!['', 'Checking…'].includes(at('verdict').textContent ?? '')) break;
                }
                const isBad = at('verdict').className === 'bad';
                said.push(
                  isBad ? `${at('about').textContent} ${at('checks').hidden ? '' : at('check-list').textContent}` : '',
                );
              }
              return said;
            },
            [Buffer.from(bytes).toString('base64'), changes.map(({ at, mask }) => ({ at, mask }))] as const,
          ),
        );
      } finally {
        await browser.close();
      }
    },
    60 * MINUTES,
  );
});
