import { AppError } from '@trailmark/core/errors';
import { z } from 'zod';
import { partnerEvent } from '../deconfliction/partner-event.ts';

export const FRAME_FORMAT = 'partner-frame/2';

/** Values of a batch: one of two sizes, so that how many identifiers are sent stays out of it. */
export const SMALL_BATCH = 64;
export const LARGE_BATCH = 1_024;

const HEAD_ROOM = 4_096;
const ELEMENT = 32;
const TAG = 16;
/** Notices, and what is answered to them. */
export const NOTICE_SIZE = 20_480;
/** Bytes of events that fit a notice with its head. */
export const NOTICE_ROOM = NOTICE_SIZE - 2_048;
const SMALLEST_SET = 1_024;

/** Tags of a set, filled up to a power of two: the power shows, the number does not. */
export function setSizeOf(count: number): number {
  let size = SMALLEST_SET;
  while (size < count) size *= 2;
  return size;
}

export const querySize = (elements: number): number => HEAD_ROOM + elements * ELEMENT;
export const answerSize = (elements: number, setSize: number): number =>
  HEAD_ROOM + elements * ELEMENT + 2 * ELEMENT + setSize * TAG;

const hex = (bytes: number) =>
  z
    .string()
    .length(bytes * 2)
    .regex(/^[0-9a-f]+$/);
const base64 = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** What everybody on the way reads. */
const otherFormat = z.object({ trailmark: z.string().startsWith('partner-frame/') });
const frameText = z.object({
  trailmark: z.literal(FRAME_FORMAT),
  from: hex(32),
  to: hex(32),
  sealed: base64(200_000_000),
  signature: base64(100),
});
export interface FrameText {
  readonly trailmark: typeof FRAME_FORMAT;
  readonly from: string;
  readonly to: string;
  readonly sealed: string;
  readonly signature: string;
}

export interface FrameHead {
  readonly kind: 'query' | 'answer' | 'notice' | 'receipt' | 'refusal';
  /** Taken once. */
  readonly id: string;
  /** Seconds since 1970 UTC. */
  readonly at: number;
  readonly way: 'network' | 'file';
  readonly replyTo: string | null;
  /** Commitment of the sender to its log before this frame. */
  readonly log: { readonly count: number; readonly head: string };
  readonly body: unknown;
}

export const frameHead = z.object({
  kind: z.enum(['query', 'answer', 'notice', 'receipt', 'refusal']),
  id: z.uuid(),
  at: z.number().int().nonnegative(),
  way: z.enum(['network', 'file']),
  replyTo: z.uuid().nullable(),
  log: z.object({ count: z.number().int().nonnegative(), head: hex(32) }),
  body: z.unknown(),
  parts: z.array(z.number().int().nonnegative()).max(4),
});

export const queryBody = z.object({ handle: hex(16), size: z.union([z.literal(SMALL_BATCH), z.literal(LARGE_BATCH)]) });
export const answerBody = z.object({ epoch: z.number().int().positive(), publicKey: hex(32), salt: hex(32) });
export const refusalBody = z.object({ reason: z.string().max(60), message: z.string().max(400) });
export const receiptBody = z.object({
  /** Conflicts that both sides found at once continue under one id. */
  use: z.array(z.object({ from: z.uuid(), to: z.uuid() })).max(100),
  events: z.array(z.unknown()).max(100).default([]),
});

export const noticeBody = z.object({ events: z.array(partnerEvent).max(100) });

/** Throws `invalid` with a word for the reason, which goes into the log and the answer. */
export function refuseFrame(message: string, reason: string): never {
  throw new AppError('invalid', message, { context: { reason } });
}

/** A frame as text in its outer parts. Throws `invalid`. */
export function parseFrame(text: string): FrameText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuseFrame('This is no exchange file: it is not JSON.', 'garbage');
  }
  const other = otherFormat.safeParse(value).data?.trailmark;
  if (other !== undefined && other !== FRAME_FORMAT) {
    refuseFrame('The frame is of another version of Trailmark: both sides need the same format of frames.', 'version');
  }
  const parsed = frameText.safeParse(value);
  return parsed.success
    ? parsed.data
    : refuseFrame(
        'This is no exchange file of Trailmark: “trailmark”, “from”, “to”, “sealed” and “signature” are expected.',
        'garbage',
      );
}
