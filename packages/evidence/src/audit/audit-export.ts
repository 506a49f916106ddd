import type { KeyObject } from 'node:crypto';
import { formatKey } from './checkpoint.ts';

// The lines of an exported log. The stand-alone verifier (verifier/verify-audit.mjs) knows this format on its own.

export const AUDIT_EXPORT_TYPE = 'application/jsonl';
const FORMAT = 'trailmark-audit-log/2';

/** First line: the key, and the tree before the first event of the file. */
export function formatExportStart(
  log: { readonly origin: string; readonly publicKey: KeyObject },
  before: { readonly size: number; readonly peaks: readonly Uint8Array[] },
): string {
  const peaks = before.peaks.map((hash) => Buffer.from(hash).toString('hex'));
  const start = { format: FORMAT, key: formatKey(log.origin, log.publicKey), from: before.size, peaks };
  return `${JSON.stringify(start)}\n`;
}

/** One event; `body` is its canonical JSON as it was hashed. */
export function formatExportEvent(index: number, hash: Uint8Array, body: string): string {
  return `{"index":${index},"hash":"${Buffer.from(hash).toString('hex')}","event":${body}}\n`;
}

/** An event whose text the reader may not see: its hash keeps its place in the tree. */
export function formatExportWithheld(index: number, hash: Uint8Array): string {
  return `${JSON.stringify({ index, hash: Buffer.from(hash).toString('hex'), withheld: true })}\n`;
}

/** A checkpoint comes after the event it counts to. */
export function formatExportCheckpoint(note: string): string {
  return `${JSON.stringify({ checkpoint: note })}\n`;
}

/** Last line: without it the file broke off. `withheld`: how many events of the file have no text. */
export function formatExportEnd(size: number, root: Uint8Array, withheld: number): string {
  return `${JSON.stringify({ end: { size, root: Buffer.from(root).toString('hex'), withheld } })}\n`;
}
