import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Tutorial } from '@trailmark/api/contract/video';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, ensureWeb, TrailmarkServer } from '../e2e/trailmark-server.ts';
import { CLIPS, type Clip, type Stage } from './record-tutorials/clips.ts';
import { encodeShots, SIZE, startScreencast } from './record-tutorials/screencast.ts';
import { type SeededAccounts, seedAccounts } from './record-tutorials/seed-accounts.ts';

/** Records the tutorials again: `npm run record-tutorials`, or with the ids of clips after it. Needs Chromium. */
const FOLDER = fileURLToPath(new URL('../data/tutorials', import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const sharp = createRequire(new URL('../packages/server/src/serving/app.ts', import.meta.url))(
  'sharp',
) as typeof import('sharp').default;

/** Read at a calm pace, words a minute, with a moment to look. */
const WORDS_PER_MINUTE = 170;
const LOOK_MS = 1_200;

/** RFC 6238 with SHA-1, six digits and steps of 30 s. */
function createCode(secret: string, nowMs: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret.replace(/=+$/, ''), (letter) =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A ring where the pointer is: pictures of a page do not show the pointer. */
function showPointer(): void {
  const ring = document.createElement('div');
  ring.setAttribute('aria-hidden', 'true');
  ring.style.cssText =
    'position:fixed;z-index:9999;width:22px;height:22px;margin:-11px 0 0 -11px;border-radius:50%;border:2px solid #B8420C;background:rgba(184,66,12,.18);pointer-events:none;left:-40px;top:-40px';
  document.addEventListener('mousemove', (event) => {
    if (!ring.isConnected) document.body.append(ring);
    ring.style.left = `${event.clientX}px`;
    ring.style.top = `${event.clientY}px`;
  });
}

async function click(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
  await wait(350);
  await target.click();
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await click(page, target);
  await target.pressSequentially(text, { delay: 45 });
}

function toClock(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `00:${String(minutes).padStart(2, '0')}:${rest.toFixed(3).padStart(6, '0')}`;
}

function writeCaptions(lines: Tutorial['transcript']): string {
  const cues = lines.map(({ from, to, text }, i) => `${i + 1}\n${toClock(from)} --> ${toClock(to)}\n${text}\n`);
  return `WEBVTT\n\n${cues.join('\n')}`;
}

const round = (ms: number) => Math.round(ms / 10) / 100;

async function playSteps(clip: Clip, stage: Stage, now: () => number) {
  const chapters: { at: number; title: string }[] = [];
  const transcript: { from: number; to: number; text: string }[] = [];
  let poster: Buffer | undefined;
  for (const step of clip.steps) {
    const from = now();
    if (step.chapter !== undefined) chapters.push({ at: chapters.length === 0 ? 0 : round(from), title: step.chapter });
    await step.run(stage);
    await wait(LOOK_MS);
    if (step.isPoster) poster = await stage.page.screenshot({ type: 'png' });
    const readMs = (step.say.split(' ').length / WORDS_PER_MINUTE) * 60_000;
    await wait(Math.max(0, from + readMs + LOOK_MS - now()));
    transcript.push({ from: round(from), to: round(now()), text: step.say });
  }
  return { chapters, transcript, poster };
}

interface Studio {
  readonly browser: Browser;
  readonly server: TrailmarkServer;
  readonly people: SeededAccounts;
  readonly secret: string;
}

async function signIn(context: BrowserContext, origin: string, cookies: string): Promise<void> {
  const pairs = cookies.split('; ').map((pair) => pair.split(/=(.*)/s));
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: origin })));
}

async function recordClip(clip: Clip, { browser, server, people, secret }: Studio): Promise<void> {
  const { origin } = server;
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  context.setDefaultTimeout(25_000);
  await context.addInitScript(showPointer);
  if (clip.isSignedIn) await signIn(context, origin, people.leadSession.headers.cookie ?? '');
  const page = await context.newPage();
  await page.goto(origin);
  const stage: Stage = {
    page,
    origin,
    email: people.lead.email,
    password: people.lead.password,
    code: () => createCode(secret, Date.now()),
    click: (target) => click(page, target),
    type: (target, text) => type(page, target, text),
  };
  const cast = await startScreencast(page);
  const { chapters, transcript, poster } = await playSteps(clip, stage, cast.now);
  const shots = await cast.stop();
  await page.goto(`${origin}/healthz`);
  const { software } = (await (await fetch(`${origin}/api/v1/chains`)).json()) as { software: string };
  const video = await encodeShots(page, shots, software);
  await context.close();
  const names = { video: `${clip.id}.webm`, captions: `${clip.id}.vtt`, poster: `${clip.id}.webp` };
  const { steps: _, isSignedIn: __, ...words } = clip;
  const seconds = round(shots.at(-1)?.at ?? 0);
  const recordedAt = new Date().toISOString().slice(0, 10);
  const described: Tutorial = {
    ...words,
    ...names,
    seconds,
    bytes: video.length,
    recordedAt,
    software,
    chapters,
    transcript,
  };
  writeFileSync(join(FOLDER, names.video), video);
  writeFileSync(join(FOLDER, names.captions), writeCaptions(transcript));
  if (poster) await sharp(poster).resize(640, 360).webp({ quality: 80 }).toFile(join(FOLDER, names.poster));
  writeFileSync(join(FOLDER, `${clip.id}.json`), `${JSON.stringify(described, null, 2)}\n`);
  console.log(`${clip.id}: ${seconds} s, ${video.length} bytes, ${shots.length} pictures`);
}

/** Sets up the lead's authenticator through the API, as the screen does. */
async function addAuthenticator(origin: string, { leadSession: { headers } }: SeededAccounts): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as { secret: string };
  };
  const { secret } = await post('/factors/totp', {});
  // A code is taken once: the one of the step before leaves the present one to the recording.
  await post('/factors/totp/confirm', { code: createCode(secret, Date.now() - 30_000) });
  return secret;
}

async function main(ids: readonly string[]): Promise<void> {
  const wanted = CLIPS.filter(({ id }) => ids.length === 0 || ids.includes(id));
  if (process.env.TRAILMARK_WEB_DIR === undefined) await ensureWeb();
  mkdirSync(FOLDER, { recursive: true });
  const server = new TrailmarkServer();
  const people = await seedAccounts(server.dataDir, 3000);
  await server.start();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  try {
    for (const clip of wanted) {
      // A factor that is set up ends the session it was set up in, which the other clips use.
      const secret = clip.topic === 'account' ? await addAuthenticator(server.origin, people) : '';
      await recordClip(clip, { browser, server, people, secret });
    }
  } finally {
    await browser.close();
    await server.remove();
  }
}

await main(process.argv.slice(2));
