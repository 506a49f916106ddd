import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { contract } from '../../../packages/api/src/contract.ts';
import { routeUrl } from '../../../packages/api/src/route-call.ts';
import { findDemoPassword, INVESTIGATOR, type SessionHeaders, signInTo } from '../../demo-session.ts';
import { startServer, type TrailmarkServer } from '../../integration/trailmark-process.ts';
import { sha256 } from './import-file.ts';
import { type Loose, type Memory, type Person, type Step, toCall } from './write-step.ts';

const MAILS: Readonly<Record<Person, string>> = {
  lead: INVESTIGATOR,
  second: 'second.investigator@northgate.example',
  head: 'head.of.unit@northgate.example',
};
const TUS = { 'tus-resumable': '1.0.0' };
const NAME = Buffer.from('disk.img').toString('base64');

/** A server that is killed and started again, with three people who write in cases. */
export class CaseServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'trailmark-case-writes-'));
  readonly dataDir = join(this.#folder, 'data');
  readonly #passwords = new Map<Person, string>();
  readonly #sessions = new Map<Person, SessionHeaders>();
  #server: TrailmarkServer | undefined;

  constructor() {
    // The embedded database may run as another user, who has to get here.
    chmodSync(this.#folder, 0o755);
  }

  get server(): TrailmarkServer {
    if (!this.#server) throw new Error('The server is not running.');
    return this.#server;
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.dataDir);
    for (const [person, mail] of Object.entries(MAILS) as [Person, string][]) {
      const password = this.#passwords.get(person) ?? findDemoPassword(this.#server.output(), mail);
      this.#passwords.set(person, password);
      this.#sessions.set(person, await signInTo(this.#server.url, mail, password));
    }
  }

  async remove(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Asks again where the server had too much to do: then it has done nothing. */
  async ask(path: string, init: RequestInit = {}, as: Person = 'lead'): Promise<Response> {
    const headers = { ...this.#sessions.get(as), ...(init.headers as Record<string, string>) };
    for (;;) {
      const answer = await fetch(new URL(path, this.server.url), { ...init, headers });
      if (answer.status !== 503) return answer;
      await answer.text();
      await sleep(100);
    }
  }

  #post(path: string, body: unknown, as: Person): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, as);
  }

  /** Every request made while nobody kills the server is answered. */
  async #read(answering: Promise<Response>): Promise<Loose> {
    const answer = await answering;
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text);
  }
  get = (path: string, as: Person = 'lead') => this.#read(this.ask(`/api/v1${path}`, {}, as));
  post = (path: string, body: unknown, as: Person = 'lead') => this.#read(this.#post(`/api/v1${path}`, body, as));

  /** The answer to a write; undefined where the server was gone before it came. Throws for another status. */
  async #write(request: () => Promise<Response>, status: number): Promise<Loose> {
    let text: string;
    let response: Response;
    try {
      response = await request();
      text = await response.text();
    } catch (error) {
      if (error instanceof TypeError || (error as Error).name === 'AbortError') return;
      throw error;
    }
    if (response.status !== status) throw new Error(`${response.url} ${response.status} ${text.slice(0, 600)}`);
    return JSON.parse(text || '{}');
  }
  write = (path: string, body: unknown, as: Person = 'lead', status = 200): Promise<Loose> =>
    this.#write(() => this.#post(`/api/v1${path}`, body, as), status);
  writeStep(step: Step, memory: Memory): Promise<Loose> {
    const call = toCall(step, memory);
    return this.#write(
      () => this.#post(routeUrl(contract[step.route], call), call.body, step.as ?? 'lead'),
      step.status ?? 200,
    );
  }

  /** An upload that begins: its id; empty where the server was gone. */
  async beginUpload(id: string, size: number): Promise<string> {
    const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': `filename ${NAME}` };
    const begun = await this.ask(`/api/v1/cases/${id}/uploads`, { method: 'POST', headers }).catch(() => undefined);
    return begun?.headers.get('location')?.split('/').at(-1) ?? '';
  }
  /** Sends bytes from an offset on, and gives how many the server then has; undefined where it was gone. */
  async append(place: string, offset: number, bytes: Buffer): Promise<number | undefined> {
    const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    const init = { method: 'PATCH', headers, body: Uint8Array.from(bytes) };
    const answer = await this.ask(`/api/v1/cases/${place}`, init).catch(() => undefined);
    return answer?.status === 204 ? Number(answer.headers.get('upload-offset')) : undefined;
  }
  async giveUp(place: string): Promise<boolean> {
    const init = { method: 'DELETE', headers: TUS };
    return (await this.ask(`/api/v1/cases/${place}`, init).catch(() => undefined))?.status === 204;
  }
  /** How many bytes of an upload there are; undefined where it has ended. */
  async offsetOf(place: string): Promise<number | undefined> {
    const answer = await this.ask(`/api/v1/cases/${place}`, { method: 'HEAD', headers: TUS });
    return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : undefined;
  }
  async sendFile(id: string, bytes: Buffer): Promise<string> {
    const upload = await this.beginUpload(id, bytes.length);
    await this.append(`${id}/uploads/${upload}`, 0, bytes);
    await this.post(`/cases/${id}/uploads/${upload}/finish`, { sha256: sha256(bytes) });
    return upload;
  }
}
