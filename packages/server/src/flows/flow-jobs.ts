import { deserialize, serialize } from 'node:v8';
import {
  createFlow,
  exportFlowFile,
  type FlowFileFormat,
  importFlowFile,
  saveFlow,
} from '@trailmark/api/contract/flow';
import { asFlowDocument } from '@trailmark/api/contract/flow-wire';
import type { Route, Schema } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { compareFlowDocuments, type FlowComparison } from '@trailmark/core/flow/compare-documents';
import type { FlowAsset } from '@trailmark/core/flow/flow-graph';
import type { ForeignFlow } from '@trailmark/documents/flow-files/foreign-flow';
import type { StoredDraft } from '@trailmark/store/cases/flows/branch-rows';
import type { z } from 'zod';
import { hashContent } from '../answers/content-hash.ts';
import { parseJsonBytes } from '../http/request-body.ts';
import { compileBody } from '../http/route-input.ts';
import type { ContestedLabel } from './contested-labels.ts';
import { writeFlowFile } from './flow-file-export.ts';
import { readFlowFile } from './flow-file-import.ts';
import { buildForeignDocument } from './foreign-document.ts';
import { EMPTY_HISTORY, packChecked, packDraft, unpackDocument } from './pack-draft.ts';

/** One side of a comparison: a document as it is stored, and its title where another one counts. */
export interface ComparedSide {
  readonly packed: Uint8Array;
  readonly title?: string | undefined;
}

/** What a foreign file holds, between its reading and what is known here of its tokens. */
interface ReadFlowFile {
  readonly name: string;
  readonly format: 'graphsense' | 'etherscan';
  readonly fileHash: string;
  readonly flow: ForeignFlow;
}

export type TokenPlace = Pick<ForeignFlow['payments'][number], 'chain' | 'token'>;

const MAX_CHANGES = 5_000;
const MAX_REFUSED = 500;

function bodyOf<R extends Route & { readonly body: Schema }>(route: R): (bytes: Uint8Array) => z.output<R['body']> {
  const check = compileBody(route);
  return (bytes) => check(parseJsonBytes(toBuffer(bytes))) as z.output<R['body']>;
}

const readCreation = bodyOf(createFlow);
const readSave = bodyOf(saveFlow);
const readExport = bodyOf(exportFlowFile);
const readImport = bodyOf(importFlowFile);

/** The same bytes as Node's own sort, which threads do not pass on. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function capRefused<Item extends { what: string; reason: string }>(refused: readonly Item[]) {
  const shown = refused.slice(0, MAX_REFUSED).map(({ what, reason }) => ({ what, reason }));
  const rest = refused.length - shown.length;
  return rest > 0 ? [...shown, { what: `${rest} more`, reason: 'They were refused too, and are not listed.' }] : shown;
}

const toJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

async function unpackSide({ packed, title }: ComparedSide) {
  const document = await unpackDocument(toBuffer(packed));
  return title === undefined ? document : { ...document, title };
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Contracts of a file, each once. */
function listTokens({ payments }: ForeignFlow): TokenPlace[] {
  const places = new Map(payments.map(({ chain, token }) => [`${chain} ${token}`, { chain, token }]));
  return [...places.values()].filter(({ token }) => token !== null);
}

/** Whatever walks a whole document: what is given and what comes are bytes, or small. */
export const FLOW_JOBS = {
  async begin({
    body,
  }: {
    readonly body: Uint8Array;
  }): Promise<{ readonly title: string; readonly draft: StoredDraft }> {
    const document = asFlowDocument(readCreation(body).document);
    const title = document.title.trim();
    if (title === '')
      throw new AppError('invalid', 'The title of the coin flow is empty. It takes 1 to 120 characters.');
    return { title, draft: await packDraft(document, EMPTY_HISTORY) };
  },

  async save({ body }: { readonly body: Uint8Array }) {
    const { branch, revision, document, history } = readSave(body);
    return { branch, revision, draft: await packDraft(asFlowDocument(document), history) };
  },

  /** A version as a draft again, with nothing to undo. */
  async repack({ packed }: ComparedSide): Promise<{ readonly draft: StoredDraft }> {
    return { draft: await packChecked(await unpackDocument(toBuffer(packed)), EMPTY_HISTORY) };
  },

  async hash({ packed }: ComparedSide): Promise<{ readonly hash: string }> {
    return { hash: hashContent(await unpackDocument(toBuffer(packed))) };
  },

  async compare({ a, b }: { readonly a: ComparedSide; readonly b: ComparedSide }): Promise<FlowComparison> {
    const { changes, counts } = compareFlowDocuments(await unpackSide(a), await unpackSide(b));
    return { changes: changes.slice(0, MAX_CHANGES), counts };
  },

  async write(given: {
    readonly body: Uint8Array;
    readonly format: FlowFileFormat;
    readonly made: { readonly at: number; readonly software: string };
    readonly contested: readonly ContestedLabel[];
  }): Promise<{ readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }> {
    const { document, only, paper } = readExport(given.body);
    const request = { document: asFlowDocument(document), only, paper, contested: given.contested };
    const { name, mediaType, chunks } = await writeFlowFile(given.format, request, given.made);
    return { name, mediaType, bytes: await gather(chunks) };
  },

  /** A stored version as a file. */
  async writeStored(given: {
    readonly packed: Uint8Array;
    readonly format: FlowFileFormat;
    readonly paper: 'a4' | 'a3' | 'a2';
    readonly made: { readonly at: number; readonly software: string };
    readonly contested: readonly ContestedLabel[];
  }): Promise<{ readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }> {
    const document = await unpackDocument(toBuffer(given.packed));
    const request = { document, only: undefined, paper: given.paper, contested: given.contested };
    const { name, mediaType, chunks } = await writeFlowFile(given.format, request, given.made);
    return { name, mediaType, bytes: await gather(chunks) };
  },

  /** A file of this program as an answer; one of another, with the tokens it names, as bytes for `build`. */
  async read({
    body,
  }: {
    readonly body: Uint8Array;
  }): Promise<{ readonly answer: Uint8Array } | { readonly held: Uint8Array; readonly tokens: TokenPlace[] }> {
    const { name, content } = readImport(body);
    const file = readFlowFile(name, content);
    if (file.format === 'trailmark') return { answer: toJson({ ...file, refused: capRefused(file.refused) }) };
    const { format, flow, fileHash } = file;
    return { held: serialize({ name, format, fileHash, flow } satisfies ReadFlowFile), tokens: listTokens(flow) };
  },

  async build(given: {
    readonly held: Uint8Array;
    readonly at: number;
    readonly known: ReadonlyMap<string, FlowAsset>;
  }): Promise<{ readonly answer: Uint8Array }> {
    const { name, format, fileHash, flow } = deserialize(given.held) as ReadFlowFile;
    const built = buildForeignDocument({ name, fileHash, at: given.at, flow, findToken: (id) => given.known.get(id) });
    return { answer: toJson({ format, document: built.document, refused: capRefused(built.refused) }) };
  },
};
