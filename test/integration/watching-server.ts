import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findDemoPassword, type SessionHeaders, signInTo } from '../demo-session.ts';
import {
  eventually,
  startServer,
  startTrailmark,
  type TrailmarkProcess,
  type TrailmarkServer,
} from './trailmark-process.ts';

const ADMINISTRATOR = 'administrator@desk.example';

export interface Alert {
  readonly id: string;
  readonly title: string;
  readonly height: number | null;
  readonly txid: string;
  readonly retracted: { readonly why: string } | null;
}
interface Alerts {
  readonly items: readonly Alert[];
  readonly counts: { readonly all: number; readonly open: number; readonly retracted: number };
}

/** A server that follows a node and watches for a case; it can be killed and started again. */
export class WatchingServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'trailmark-monitoring-'));
  readonly #ingest: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #server: TrailmarkServer | undefined;
  #follower: TrailmarkProcess | undefined;
  #case = '';
  #administrator: Promise<SessionHeaders> | undefined;

  constructor(ingest: readonly string[], env: Readonly<Record<string, string>> = {}) {
    // The embedded database may run as another user, who has to get here.
    chmodSync(this.#folder, 0o755);
    [this.#ingest, this.#env] = [ingest, env];
  }

  /** The command that follows the node. */
  get follower(): TrailmarkProcess {
    if (!this.#follower) throw new Error('No node is followed.');
    return this.#follower;
  }

  get #running(): TrailmarkServer {
    if (!this.#server) throw new Error('The server is not running.');
    return this.#server;
  }

  async start(): Promise<void> {
    const dataDir = join(this.#folder, 'data');
    this.#server = await startServer(dataDir);
    const args = ['ingest', ...this.#ingest, '--follow', '--poll', '1', '--data-dir', dataDir];
    this.#follower = startTrailmark(args, this.#env);
    await this.#follower.waitFor(/following/);
    if (this.#case === '')
      this.#case = (await this.post<{ id: string }>('/cases', { template: 'investment-fraud', title: 'Watch' })).id;
  }

  /** As a machine that loses its power. */
  async kill(): Promise<void> {
    process.kill(this.#running.pid, 'SIGKILL');
    await Promise.all([this.#running.ended(), this.#follower?.ended()]);
  }

  async stop(): Promise<void> {
    await this.#follower?.stop();
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async read<T>(path: string, init?: RequestInit): Promise<T> {
    const answer = await this.#running.ask(`/api/v1${path}`, init);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text) as T;
  }

  post<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    return this.read<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** What requests of the installation's administrator carry. */
  administrator(): Promise<SessionHeaders> {
    const { url, output } = this.#running;
    this.#administrator ??= signInTo(url, ADMINISTRATOR, findDemoPassword(output(), ADMINISTRATOR));
    return this.#administrator;
  }

  watch(body: object): Promise<unknown> {
    return this.post(`/cases/${this.#case}/watches`, { name: 'Watched', kind: 'addresses', folds: [], ...body });
  }

  alerts = (): Promise<Alerts> => this.read<Alerts>('/alerts?view=all&limit=200');

  /** Waits until so many alerts are valid, and as many in blocks as they should be. */
  until(valid: number, fits: (alert: Alert) => boolean = () => true): Promise<Alerts> {
    return eventually(this.alerts, ({ items }) => {
      const open = items.filter(({ retracted }) => retracted === null);
      return open.length === valid && open.every(fits);
    });
  }
}

export const isInBlock = ({ height }: Alert): boolean => height !== null;
