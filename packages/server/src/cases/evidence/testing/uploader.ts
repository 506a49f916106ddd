import { createCipheriv, createHash } from 'node:crypto';
import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import type { Hono } from 'hono';
import { openTestSession, type TestAccount, type TestCaseworkContext } from '../../../testing/accounts.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A body that breaks off after its last byte, as a connection does. */
export function broken(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new Error('The connection was cut.'));
      else controller.enqueue(bytes);
      isSent = true;
    },
  });
}

/** Bytes that no compression or chance makes equal: zeros, enciphered under the seed. */
export function makeBytes(length: number, seed = 1): Buffer {
  const key = createHash('sha256').update(String(seed)).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

type Body = Uint8Array | ReadableStream<Uint8Array>;
const TUS = { 'tus-resumable': '1.0.0' };

/** A person of a case who sends files as a browser does. */
export class Uploader {
  readonly #app: Hono;
  readonly #headers: Readonly<Record<string, string>>;
  readonly id: string;

  constructor(app: Hono, headers: Readonly<Record<string, string>>, id: string) {
    this.#app = app;
    this.#headers = headers;
    this.id = id;
  }

  /** The same person at a server that was started again. */
  at(app: Hono): Uploader {
    return new Uploader(app, this.#headers, this.id);
  }

  async ask(method: string, path: string, more: { readonly headers?: object; readonly body?: Body | string } = {}) {
    const { body } = more;
    const init = { method, headers: { ...this.#headers, ...more.headers }, ...(body ? { body, duplex: 'half' } : {}) };
    return this.#app.request(`http://127.0.0.1/api/v1/cases/${this.id}${path}`, init as RequestInit);
  }

  async post(path: string, body: object): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
    const response = await this.ask('POST', path, { body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async get<T>(path: string): Promise<T> {
    const response = await this.ask('GET', path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  begin(size: number, name: string | Buffer = 'disk.img'): Promise<Response> {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`;
    return this.ask('POST', '/uploads', {
      headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata },
    });
  }

  async started(size: number, name?: string | Buffer): Promise<string> {
    const response = await this.begin(size, name);
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    return response.headers.get('location')?.split('/').at(-1) ?? '';
  }

  patch(upload: string, offset: number, body: Body): Promise<Response> {
    const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    return this.ask('PATCH', `/uploads/${upload}`, { headers, body });
  }

  async offset(upload: string): Promise<number> {
    const response = await this.ask('HEAD', `/uploads/${upload}`, { headers: TUS });
    return response.status === 200 ? Number(response.headers.get('upload-offset')) : -response.status;
  }

  finish(upload: string, hash: string) {
    return this.post(`/uploads/${upload}/finish`, { sha256: hash });
  }

  async item(id: string): Promise<CaseEvidence> {
    const { items } = await this.get<{ items: CaseEvidence[] }>('/evidence');
    const found = items.find((each) => each.id === id);
    if (!found) throw new Error('There is no such file.');
    return found;
  }

  /** A file sent in one piece and ended. */
  async send(bytes: Uint8Array, name?: string | Buffer): Promise<CaseEvidence> {
    const upload = await this.started(bytes.length, name);
    if (bytes.length > 0) await this.patch(upload, 0, bytes);
    await this.finish(upload, sha256(bytes));
    return this.item(upload);
  }

  async download(item: string): Promise<Response> {
    const { status, body } = await this.post(`/evidence/${item}/export`, { why: 'For the court' });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return this.ask('GET', `/evidence/${item}/file?ticket=${body.ticket}`);
  }
}

/** Signs an account in at an application and opens a case for it. */
export async function openUploader(
  casework: TestCaseworkContext,
  { app, account, id }: { readonly app: Hono; readonly account: TestAccount; readonly id: string },
): Promise<Uploader> {
  const { headers } = await openTestSession(casework, account);
  return new Uploader(app, headers, id);
}
