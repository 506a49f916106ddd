import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as browsers } from 'playwright-core';
import type { StepResult } from './bundles/step.ts';
import { type Bar, CannotMeasure, lastJsonLine, runScript, type Section } from './harness.ts';
import { requireChromium } from './programs.ts';

const SCRIPT = join(import.meta.dirname, 'bundles', 'step.ts');
const PAGE = join(import.meta.dirname, '..', 'packages', 'web', 'dist', 'verify-bundle.html');
const LIMITS = { report: 60, build: 30, verify: 30, page: 5, memoryMiB: 2_048 };

interface Measured extends StepResult {
  readonly peakRssMiB: number;
}

async function step(...args: readonly string[]): Promise<Measured> {
  const { stdout, peakRssMiB } = await runScript(SCRIPT, args, { killAfterSeconds: 300 });
  return { ...lastJsonLine<StepResult>(stdout), peakRssMiB };
}

const MIB = 2 ** 20;

function toBar(work: string, limit: number, { seconds, cpuSeconds, claims, bytes, peakRssMiB }: Measured): Bar {
  const size = `${claims.toLocaleString('en')} claims, ${(bytes / MIB).toFixed(1)} MiB`;
  return {
    ...{ work, bar: `<= ${limit} s, ${LIMITS.memoryMiB} MiB` },
    measured: `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor), ${size}, peak ${peakRssMiB} MiB`,
    isMet: seconds <= limit && peakRssMiB <= LIMITS.memoryMiB,
  };
}

/** Seconds from choosing the file to the verdict, in the built page. */
async function timePage(file: string): Promise<number> {
  const executablePath = requireChromium();
  if (!existsSync(PAGE)) throw new CannotMeasure('the web application is not built');
  const browser = await browsers.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`file://${PAGE}`);
    await page.locator('#file').setInputFiles(file);
    await page
      .getByText(/Nothing fails|claims verify|not verify|cannot be checked|not what was signed/)
      .first()
      .waitFor({ timeout: 120_000 });
    const text = (await page.locator('#counts').textContent()) ?? '';
    return Number(/Took([\d.]+) s/.exec(text)?.[1] ?? Number.NaN);
  } finally {
    await browser.close();
  }
}

async function benchPage(file: string): Promise<Bar> {
  const about = { work: 'HTML verifier, bundle of 1,000 transactions', bar: `<= ${LIMITS.page} s` };
  try {
    const seconds = await timePage(file);
    return { ...about, measured: `${seconds.toFixed(1)} s`, isMet: seconds <= LIMITS.page };
  } catch (error) {
    if (error instanceof CannotMeasure) return { ...about, measured: error.message, isMet: undefined };
    throw error;
  }
}

/** Reports and evidence bundles: made, and verified by the program and in a browser. */
export async function benchBundles(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-bench-bundles-'));
  const at = (name: string): string => join(folder, name);
  try {
    const exhibits = await step('make', at('exhibits.evb'), '2000', '100');
    const made = await step('make', at('large.evb'), '10000', '1');
    const verified = await step('verify', at('large.evb'));
    const accounts = await step('accounts', at('accounts.evb'), '10000');
    const accountsVerified = await step('verify', at('accounts.evb'), accounts.tip ?? '');
    await step('make', at('small.evb'), '1000', '1');
    return {
      name: 'bundles',
      bars: [
        toBar(
          'report of 100 exhibits over 2,000 transactions: PDF, DOCX, HTML, JSON and bundle',
          LIMITS.report,
          exhibits,
        ),
        toBar('bundle of 10,000 transactions with its report, built', LIMITS.build, made),
        toBar('the same bundle verified', LIMITS.verify, verified),
        toBar('bundle of 10,000 transactions of Ethereum, proven by tries, built', LIMITS.build, accounts),
        toBar('the same bundle verified, half of it by who signed', LIMITS.verify, accountsVerified),
        await benchPage(at('small.evb')),
      ],
      figures: { exhibits, made, verified, accounts, accountsVerified },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
