import { AppError } from '@trailmark/core/errors';
import sharp from 'sharp';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
const EDGE = 256;
/** Two photos at a time: each may hold 40 megapixels. */
const MAX_AT_ONCE = 2;
let running = 0;

function refuse(message: string): never {
  throw new AppError('invalid', message, { context: { field: 'image' } });
}

/** What the first bytes say a file is; only these are handed to the image library. */
function sniff(bytes: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  const isRiff = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
  return isRiff && bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp' : undefined;
}

function decodeBase64(text: string): Buffer {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) refuse('The photo did not arrive whole. Choose the file again.');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > MAX_BYTES) refuse('The photo has more than 5 MB. Choose a smaller one.');
  return bytes;
}

async function redraw(bytes: Buffer, format: string): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  const seen = await image.metadata();
  if (seen.format !== format) refuse('The photo is not what its first bytes say. Choose a JPEG, PNG or WebP file.');
  if (seen.width * seen.height > MAX_PIXELS) refuse('The photo has more than 40 megapixels. Choose a smaller one.');
  return image
    .timeout({ seconds: 10 })
    .rotate()
    .resize(EDGE, EDGE, { fit: 'cover', position: 'attention' })
    .webp({ quality: 82 })
    .toBuffer();
}

/**
 * Redraws an uploaded photo: a WebP of 256 x 256 pixels, upright, without metadata and without anything else that was in the file
 * Takes base64 of JPEG, PNG or WebP, at most 5 MB and 40 megapixels. Throws `invalid`.
 */
export async function redrawPhoto(base64: string): Promise<Buffer> {
  const bytes = decodeBase64(base64);
  const format = sniff(bytes) ?? refuse('A photo is a JPEG, PNG or WebP file. This one is none of them.');
  if (running >= MAX_AT_ONCE) {
    throw new AppError('unavailable', 'Other photos are being read now. Try again in a few seconds.');
  }
  running += 1;
  try {
    return await redraw(bytes, format);
  } catch (error) {
    if (AppError.is(error)) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      refuse('The photo has more than 40 megapixels. Choose a smaller one.');
    }
    return refuse('The photo cannot be read: the file is damaged, or not what it says it is.');
  } finally {
    running -= 1;
  }
}
