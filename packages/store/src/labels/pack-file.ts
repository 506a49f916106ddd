import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { AppError } from '@trailmark/core/errors';
import type { Label, LabelPackHead, RefusedLabel } from '@trailmark/core/label';
import { LabelSorter } from './label-sorter.ts';
import { assertPackId, decodeHead, encodeHead, isAddressText, type PackFoot } from './pack-codec.ts';

/** Takes what an importer reads, in any order. */
export interface PackSink {
  add(label: Label): void;
  /** A row of the source that is not taken. All are counted by reason; the first thousand are kept. */
  refuse(row: RefusedLabel): void;
}

/** Name and counts of a pack that was written or read through. */
export interface PackSummary {
  readonly head: LabelPackHead;
  /** First 16 hex digits of SHA-256 over the uncompressed bytes. */
  readonly version: string;
  readonly labelCount: number;
  readonly addressCount: number;
  readonly refusedCount: number;
}

const KEPT_REFUSALS = 1_000;
const MOST_REASONS = 200;
const VERSION_DIGITS = 16;
/** Text that is handed to the compressor at once. */
const WRITE_BYTES = 128 * 1024;

class Refusals {
  private readonly counts = new Map<string, number>();
  private readonly rows: RefusedLabel[] = [];
  total = 0;

  add({ line, text, reason }: RefusedLabel): void {
    const short = reason.slice(0, 300);
    const name = this.counts.has(short) || this.counts.size < MOST_REASONS ? short : 'other reasons';
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    this.total += 1;
    if (this.rows.length < KEPT_REFUSALS) this.rows.push({ line, text: text.slice(0, 300), reason: short });
  }

  toFoot(labels: number, addresses: number): PackFoot {
    const refused = Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { labels, addresses, refused, refusedRows: this.rows };
  }
}

interface Tally {
  labelCount: number;
  addressCount: number;
}

/** The lines of a pack in pieces of some size, counted on the way. */
async function* toPieces(head: LabelPackHead, sorter: LabelSorter, refusals: Refusals, tally: Tally) {
  let piece = `${encodeHead(head)}\n`;
  let subject = '';
  for await (const line of sorter.sorted()) {
    tally.labelCount += 1;
    // Network and address are the first two strings of the array; addresses hold no quotation marks.
    const current = line.slice(0, line.indexOf('"', line.indexOf(',') + 2));
    if (current !== subject) tally.addressCount += 1;
    subject = current;
    piece += `${line}\n`;
    if (piece.length < WRITE_BYTES) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${JSON.stringify(refusals.toFoot(tally.labelCount, tally.addressCount))}\n`;
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Writes a pack: `produce` pushes labels in any order, memory stays bounded, and the file appears only when it is whole.
 * The same labels give the same bytes. An abort, or a failure of `produce`, leaves no file.
 */
export async function writeLabelPack(
  path: string,
  head: LabelPackHead,
  produce: (sink: PackSink) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<PackSummary> {
  assertPackId(head.id);
  const sorter = new LabelSorter(dirname(path));
  const refusals = new Refusals();
  const tally: Tally = { labelCount: 0, addressCount: 0 };
  const hash = createHash('sha256');
  const partial = `${path}.partial-${process.pid}`;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await produce({
      add: (label) => {
        signal?.throwIfAborted();
        if (isAddressText(label.address)) sorter.add(label);
        else
          refusals.add({
            line: undefined,
            text: label.address,
            reason: 'The address holds more than printable ASCII.',
          });
      },
      refuse: (row) => refusals.add(row),
    });
    signal?.throwIfAborted();
    const pieces = toPieces(head, sorter, refusals, tally);
    await pipeline(pieces, measure, createGzip({ level: 9 }), createWriteStream(partial), signal ? { signal } : {});
    await flush(partial);
    await rename(partial, path);
  } finally {
    sorter.close();
    await rm(partial, { force: true });
  }
  const version = hash.digest('hex').slice(0, VERSION_DIGITS);
  return { head, version, ...tally, refusedCount: refusals.total };
}

/** The failure of a pack that cannot be read, naming its file. */
export function damaged(path: string, cause: unknown): AppError {
  const why = AppError.is(cause) ? ` ${cause.message}` : '';
  return new AppError('inconsistent', `The label pack ${path} is damaged and cannot be read.${why}`, { cause });
}

/** Cuts a stream of bytes into batches of whole lines and hashes what passes. */
async function* readBatches(path: string, hash: { update(bytes: Buffer): unknown }): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const source = createReadStream(path);
  const stream = source.pipe(createGunzip({ chunkSize: WRITE_BYTES }));
  source.on('error', (error) => stream.destroy(error));
  try {
    for await (const chunk of stream) {
      hash.update(chunk as Buffer);
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) yield lines;
    }
  } finally {
    source.destroy();
  }
  if (rest !== '') throw new AppError('inconsistent', 'Its last line is cut off.');
}

function decodeFoot(line: string | undefined): PackFoot {
  const foot = line?.startsWith('{') ? (JSON.parse(line) as PackFoot) : undefined;
  if (foot && Number.isSafeInteger(foot.labels) && Array.isArray(foot.refusedRows)) return foot;
  throw new AppError('inconsistent', 'Its last line, which says how many labels it has, is missing.');
}

/** A pack that was read from beginning to end. */
export interface PackRead {
  readonly summary: PackSummary;
  readonly foot: PackFoot;
}

async function* iteratePack(path: string): AsyncGenerator<readonly string[], PackRead> {
  const hash = createHash('sha256');
  let head: LabelPackHead | undefined;
  let held: string | undefined;
  for await (const batch of readBatches(path, hash)) {
    head ??= decodeHead(batch.shift() ?? '');
    // The last line read so far may be the foot.
    const lines = held === undefined ? batch : [held, ...batch];
    held = lines.pop();
    if (lines.length > 0) yield lines;
  }
  if (!head) throw new AppError('inconsistent', 'It is empty.');
  const foot = decodeFoot(held);
  const refusedCount = Object.values(foot.refused).reduce((sum, count) => sum + count, 0);
  const version = hash.digest('hex').slice(0, VERSION_DIGITS);
  const summary = { head, version, labelCount: foot.labels, addressCount: foot.addresses, refusedCount };
  return { summary, foot };
}

/**
 * The lines of a pack's labels in batches, with other work in between; at last what the pack states about itself. Throws
 * `inconsistent`, naming the file, where it is damaged or is not the version it should be.
 */
export async function* iterateLabelLines(path: string, version?: string): AsyncGenerator<readonly string[], PackRead> {
  try {
    const read = yield* iteratePack(path);
    if (version === undefined || read.summary.version === version) return read;
    throw new AppError('inconsistent', `Its bytes are version ${read.summary.version}, not ${version}.`);
  } catch (cause) {
    throw damaged(path, cause);
  }
}

/** Reads a pack from beginning to end, giving its lines away in batches. Throws as `iterateLabelLines` does. */
export async function readLabelPack(
  path: string,
  onLines: (lines: readonly string[]) => void = () => {},
  version?: string,
): Promise<PackRead> {
  const batches = iterateLabelLines(path, version);
  let next = await batches.next();
  while (next.done !== true) {
    try {
      onLines(next.value);
    } catch (cause) {
      await batches.return(undefined as never);
      throw AppError.is(cause, 'inconsistent') ? damaged(path, cause) : cause;
    }
    next = await batches.next();
  }
  return next.value;
}
