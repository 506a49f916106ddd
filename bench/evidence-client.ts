import { createReadStream } from 'node:fs';
import { request } from 'node:http';

// Sends a file to a case as a program would: run by `evidence.ts`, in a process of its own.

const PIECE = 16 * 2 ** 20;
const TUS = { 'tus-resumable': '1.0.0' };

interface Job {
  readonly base: string;
  readonly own: Readonly<Record<string, string>>;
  readonly path: string;
  readonly size: number;
  readonly hash: string;
}

const { base, own, path, size, hash } = JSON.parse(process.argv[2] ?? '') as Job;

interface Answered {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

function send(method: string, to: string, headers: object, body?: NodeJS.ReadableStream | string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(to, base), { method, headers: { ...own, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const { statusCode = 0, headers: told } = answer;
      answer.on('end', () => resolve({ status: statusCode, location: String(told.location), text }));
    });
    sent.on('error', reject);
    if (typeof body === 'string' || body === undefined) sent.end(body);
    else body.pipe(sent);
  });
}

async function sendPieces(upload: string): Promise<number> {
  const started = performance.now();
  for (let start = 0; start < size; start += PIECE) {
    const type = { 'content-type': 'application/offset+octet-stream', 'content-length': PIECE };
    const headers = { ...TUS, ...type, 'upload-offset': start };
    const body = createReadStream(path, { start, end: start + PIECE - 1, highWaterMark: 2 ** 18 });
    const { status, text } = await send('PATCH', upload, headers, body);
    if (status !== 204) throw new Error(`A piece was answered with ${status}: ${text}`);
  }
  return (performance.now() - started) / 1_000;
}

async function finish(upload: string): Promise<number> {
  const started = performance.now();
  for (;;) {
    const body = JSON.stringify({ sha256: hash });
    const { text } = await send('POST', `${upload}/finish`, { 'content-type': 'application/json' }, body);
    const answer = JSON.parse(text) as { readonly isDone?: boolean; readonly item?: { readonly state: string } };
    if (answer.isDone === false) continue;
    if (answer.item?.state !== 'good') throw new Error(`The upload ended as ${text.slice(0, 200)}`);
    return (performance.now() - started) / 1_000;
  }
}

const begun = await send('POST', base, { ...TUS, 'upload-length': size, 'upload-metadata': 'filename ZGlzaw==' });
const seconds = await sendPieces(begun.location);
console.log(JSON.stringify({ seconds, checked: await finish(begun.location) }));
