import { describe, expect, it } from 'vitest';
import { readLines, readTraceStream } from './trace-stream.ts';

function streamOf(...pieces: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
}

const PROGRESS = { transactionsRead: 12, rounds: 2, open: 3, ended: 1, hops: 2 };

describe('the reader of a running trace', () => {
  it('joins lines that arrive in pieces and keeps the last one without a line break', async () => {
    const lines: string[] = [];
    for await (const line of readLines(streamOf('{"a":', '1}\n\n{"b"', ':2}'))) lines.push(line);
    expect(lines).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('reports progress and throws the problem with the server’s sentence', async () => {
    const told: unknown[] = [];
    const text = `${JSON.stringify({ progress: PROGRESS })}\n${JSON.stringify({ problem: { kind: 'invalid', detail: 'This output does not exist.' } })}\n`;
    const reading = readTraceStream(new Response(streamOf(text)), (progress) => told.push(progress));
    await expect(reading).rejects.toMatchObject({ kind: 'invalid', message: 'This output does not exist.' });
    expect(told).toEqual([PROGRESS]);
  });

  it('reports the place of the trace in the queue while it waits', async () => {
    const places: unknown[] = [];
    const told: unknown[] = [];
    const line = { position: 3, of: 7, seconds: null };
    const text = `${JSON.stringify({ waiting: line })}\n${JSON.stringify({ progress: PROGRESS })}\n`;
    const reading = readTraceStream(
      new Response(streamOf(text)),
      (progress) => told.push(progress),
      (place) => places.push(place),
    );
    await expect(reading).rejects.toMatchObject({ kind: 'unavailable' });
    expect([places, told]).toEqual([[line], [PROGRESS]]);
  });

  it('says that the connection ended where neither answer nor problem came', async () => {
    const reading = readTraceStream(
      new Response(streamOf(`${JSON.stringify({ progress: PROGRESS })}\n`)),
      () => undefined,
    );
    await expect(reading).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('refuses an answer of another version with a sentence for people', async () => {
    const reading = readTraceStream(new Response(streamOf('{"answer":{"trace":1}}\n')), () => undefined);
    await expect(reading).rejects.toThrow(/different versions/);
  });

  it('reads the problem of a request that was refused outright', async () => {
    const refused = new Response(JSON.stringify({ kind: 'forbidden', detail: 'Not for this account.' }), {
      status: 403,
    });
    await expect(readTraceStream(refused, () => undefined)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
