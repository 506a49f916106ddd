import type { CDPSession, Page } from 'playwright-core';
import { type EncodedFrame, writeWebm } from './write-webm.ts';

export const SIZE = { width: 1280, height: 720 } as const;
const BITS_PER_SECOND = 260_000;
const KEY_EVERY_MS = 5_000;
/** A still picture is repeated, so that players have something at every second. */
const REPEAT_MS = 1_000;
const MIN_STEP_MS = 66;

interface Shot {
  /** JPEG as base64. */
  readonly data: string;
  readonly at: number;
}

/** Pictures of a page as the browser paints them. */
export interface Screencast {
  /** Milliseconds since the first picture was requested. */
  now(): number;
  stop(): Promise<readonly Shot[]>;
}

export async function startScreencast(page: Page): Promise<Screencast> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const shots: Shot[] = [];
  const began = performance.now();
  const now = () => performance.now() - began;
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    shots.push({ data, at: now() });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 92,
    maxWidth: SIZE.width,
    maxHeight: SIZE.height,
  });
  return {
    now,
    stop: async () => {
      const end = now();
      await session.send('Page.stopScreencast');
      const last = shots.at(-1);
      return last ? [...shots, { data: last.data, at: end }] : [];
    },
  };
}

/** Pictures at most 15 a second and at least one, the first at zero. */
function spreadShots(shots: readonly Shot[]): Shot[] {
  const spread: Shot[] = [];
  for (const shot of shots) {
    const before = spread.at(-1);
    if (!before) {
      spread.push({ ...shot, at: 0 });
      continue;
    }
    for (let at = before.at + REPEAT_MS; at < shot.at - MIN_STEP_MS; at += REPEAT_MS)
      spread.push({ data: before.data, at });
    if (shot.at - (spread.at(-1)?.at ?? 0) < MIN_STEP_MS)
      spread[spread.length - 1] = { ...shot, at: spread.at(-1)?.at ?? 0 };
    else spread.push(shot);
  }
  return spread;
}

interface BrowserEncoder {
  add(data: string, at: number, isKey: boolean): Promise<void>;
  finish(): Promise<{ readonly data: string; readonly at: number; readonly isKey: boolean }[]>;
}

/** Runs in the browser, which has the encoder (WebCodecs). */
function installEncoder([width, height, bitrate]: readonly [number, number, number]): void {
  const chunks: { data: string; at: number; isKey: boolean }[] = [];
  const toBase64 = (bytes: Uint8Array) => {
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(text);
  };
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      chunks.push({ data: toBase64(bytes), at: chunk.timestamp / 1_000, isKey: chunk.type === 'key' });
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure({ codec: 'vp09.00.31.08', width, height, bitrate, latencyMode: 'quality' });
  const tools: BrowserEncoder = {
    add: async (data, at, isKey) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }), {
        resizeWidth: width,
        resizeHeight: height,
      });
      const frame = new VideoFrame(bitmap, { timestamp: Math.round(at * 1_000) });
      encoder.encode(frame, { keyFrame: isKey });
      frame.close();
      bitmap.close();
      while (encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    finish: async () => {
      await encoder.flush();
      return chunks;
    },
  };
  (globalThis as unknown as { tools: BrowserEncoder }).tools = tools;
}

/** The pictures as a WebM file. The page must be a secure one and is not painted. */
export async function encodeShots(page: Page, shots: readonly Shot[], app: string): Promise<Buffer> {
  await page.evaluate(installEncoder, [SIZE.width, SIZE.height, BITS_PER_SECOND] as const);
  let nextKey = 0;
  const spread = spreadShots(shots);
  for (const { data, at } of spread) {
    const isKey = at >= nextKey;
    if (isKey) nextKey = at + KEY_EVERY_MS;
    await page.evaluate(
      ([text, time, key]) => (globalThis as unknown as { tools: BrowserEncoder }).tools.add(text, time, key),
      [data, at, isKey] as const,
    );
  }
  const chunks = await page.evaluate(() => (globalThis as unknown as { tools: BrowserEncoder }).tools.finish());
  const frames: EncodedFrame[] = chunks.map(({ data, at, isKey }) => ({
    bytes: Buffer.from(data, 'base64'),
    at,
    isKey,
  }));
  return writeWebm(frames, { ...SIZE, durationMs: spread.at(-1)?.at ?? 0, app });
}
