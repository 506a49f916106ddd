import { createHash, type Hash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { runUpload, type UploadPorts } from './run-upload.ts';

const MIB = 2 ** 20;

function openHasher() {
  const hash: Hash = createHash('sha256');
  return {
    update: async (bytes: ArrayBuffer) => {
      hash.update(new Uint8Array(bytes));
    },
    digest: async () => hash.copy().digest('hex'),
    close: () => undefined,
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const makeFile = (length: number, seed = 7) =>
  Buffer.from(Array.from({ length }, (_, i) => (i * seed + (i >> 8)) % 251));

/** A server of one upload, which keeps what it takes and fails as instructed. */
function createServer(size: number, faults: ((method: string) => 'cut' | 'half' | number | undefined)[] = []) {
  let stored: Buffer = Buffer.alloc(0);
  const seen: string[] = [];
  let finished: string | undefined;
  const answer = (status: number) =>
    new Response(status === 200 || status === 204 ? null : JSON.stringify({ detail: 'The disk is full.' }), {
      status,
      headers: { 'upload-offset': String(stored.length) },
    });
  const fetch: UploadPorts['fetch'] = async (_, { method = 'GET', headers, body }) => {
    seen.push(`${method} ${stored.length}`);
    if (method === 'HEAD') return answer(200);
    const fault = faults.shift()?.(method);
    const bytes = Buffer.from(await (body as Blob).arrayBuffer());
    if (Number((headers as Record<string, string>)['upload-offset']) !== stored.length) return answer(409);
    if (typeof fault === 'number') return answer(fault);
    stored = Buffer.concat([stored, fault ? bytes.subarray(0, bytes.length / 2) : bytes]);
    if (fault === 'cut') throw new AppError('unavailable', 'The Trailmark server did not answer.');
    return answer(204);
  };
  const ports: UploadPorts = {
    fetch,
    compare: async (length, hash) => ({ isDone: true, isSame: hash === sha256(stored.subarray(0, length)) }),
    finish: async (hash) => {
      if (finished === undefined) {
        finished = hash;
        return { isDone: false, done: 1, total: size };
      }
      return { isDone: true };
    },
    openHasher,
    wait: async () => undefined,
    now: () => 0,
    report: () => undefined,
  };
  return { ports, seen, stored: () => stored, finished: () => finished, put: (bytes: Buffer) => (stored = bytes) };
}

const run = (file: Uint8Array, { ports }: { ports: UploadPorts }, signal = new AbortController().signal) =>
  runUpload(new Blob([new Uint8Array(file)]), '/upload', ports, signal);

describe('an upload', () => {
  test('sends a file in growing pieces and ends with its SHA-256', async () => {
    const file = makeFile(5 * MIB + 3);
    const server = createServer(file.length);
    await run(file, server);
    expect(server.stored().equals(file)).toBe(true);
    expect(server.finished()).toBe(sha256(file));
    expect(server.seen).toEqual(['HEAD 0', 'PATCH 0', `PATCH ${MIB}`, `PATCH ${3 * MIB}`]);
  });

  test('of nothing is ended without a piece', async () => {
    const server = createServer(0);
    await run(Buffer.alloc(0), server);
    expect([server.seen, server.finished()]).toEqual([['HEAD 0'], sha256(Buffer.alloc(0))]);
  });

  test('continues after cuts, busy servers and pieces that arrived by half, and is the file', async () => {
    const file = makeFile(6 * MIB + 11);
    const server = createServer(file.length, [
      () => 'cut',
      () => undefined,
      () => 423,
      () => 'half',
      () => 503,
      () => 'cut',
    ]);
    await run(file, server);
    expect(server.stored().equals(file)).toBe(true);
    expect(server.finished()).toBe(sha256(file));
  });

  test('is refused where the file is not the one that began, and nothing is sent', async () => {
    const server = createServer(2 * MIB);
    server.put(makeFile(MIB, 5));
    await expect(run(makeFile(2 * MIB), server)).rejects.toThrow(/not the file of which a part has arrived/);
    expect(server.seen).toEqual([`HEAD ${MIB}`]);
    server.put(makeFile(3 * MIB));
    await expect(run(makeFile(2 * MIB), server)).rejects.toThrow(/not the file/);
  });

  test('stops where it is paused', async () => {
    const file = makeFile(4 * MIB);
    const stop = new AbortController();
    const server = createServer(file.length, [
      () => {
        stop.abort();
        return undefined;
      },
    ]);
    await expect(run(file, server, stop.signal)).rejects.toThrow();
    expect(server.stored().length).toBe(MIB);
  });

  test('states what the server answered where it keeps failing, and does not try again what will not pass', async () => {
    const full = Array.from({ length: 20 }, () => () => 503);
    await expect(run(makeFile(10), createServer(10, full))).rejects.toThrow('The disk is full.');
    const refused = createServer(10, [() => 403]);
    await expect(run(makeFile(10), refused)).rejects.toThrow('The disk is full.');
    expect(refused.seen).toEqual(['HEAD 0', 'PATCH 0']);
  });
});
