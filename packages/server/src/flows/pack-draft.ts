import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FlowHistory } from '@trailmark/api/contract/flow';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import { findFlowFault } from '@trailmark/core/flow/check-document';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { StoredDraft } from '@trailmark/store/cases/flows/branch-rows';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** The fastest level: documents are saved often and kept short anyway. */
const LEVEL = 1;
/** More than any document that was ever let in. */
const MAX_TEXT_BYTES = 134_217_728;

export const EMPTY_HISTORY: FlowHistory = { cursor: 0, entries: [] };

/** JSON writes half of a character as an escape, which its canonical form does not have: found here, it cannot fail a version. */
function checkText(text: string, document: FlowDocument): void {
  if (text.includes('\\ud')) toCanonicalJson(document);
}

function checkHistory({ cursor, entries }: FlowHistory): void {
  if (cursor <= entries.length) return;
  throw new AppError(
    'invalid',
    `The undo history stands at step ${cursor} and has ${entries.length}. It takes 0 to ${entries.length}.`,
  );
}

function toStored(document: FlowDocument, packed: Pick<StoredDraft, 'document' | 'history' | 'digest'>): StoredDraft {
  const nodes = Object.values(document.nodes);
  return {
    ...packed,
    chains: [...new Set(nodes.map(({ chain }) => chain))].sort(),
    nodeCount: nodes.length,
    edgeCount: Object.keys(document.edges).length,
  };
}

/** SHA-256 over both texts; a NUL, which JSON has nowhere, is between them. */
function toDigest(documentText: string, historyText: string): Buffer {
  return createHash('sha256').update(documentText).update('\0').update(historyText).digest();
}

/** Checks a draft and makes it what is stored. Throws `invalid` with the place that contradicts another. */
export async function packDraft(document: FlowDocument, history: FlowHistory): Promise<StoredDraft> {
  const fault = findFlowFault(document);
  if (fault !== undefined) throw new AppError('invalid', fault);
  checkHistory(history);
  return packChecked(document, history);
}

/** As `packDraft`, for a document that was let in before: rules that came later do not keep it from being opened. */
export async function packChecked(document: FlowDocument, history: FlowHistory): Promise<StoredDraft> {
  const [text, historyText] = [JSON.stringify(document), JSON.stringify(history)];
  checkText(text, document);
  const [documentBytes, historyBytes] = await Promise.all([
    compress(text, { level: LEVEL }),
    compress(historyText, { level: LEVEL }),
  ]);
  return toStored(document, {
    document: documentBytes,
    history: historyBytes,
    digest: toDigest(text, historyText),
  });
}

/** The JSON of a document or a history as it was stored, in UTF-8. */
export function unpackBytes(bytes: Buffer): Promise<Buffer> {
  return decompress(bytes, { maxOutputLength: MAX_TEXT_BYTES });
}

/** A document as it was stored: what was let in was checked then. */
export async function unpackDocument(bytes: Buffer): Promise<FlowDocument> {
  return JSON.parse((await unpackBytes(bytes)).toString('utf8')) as FlowDocument;
}
