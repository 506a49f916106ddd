import type { FlowFileFormat } from '@trailmark/api/contract/flow';
import { AppError } from '@trailmark/core/errors';
import { findFlowFault } from '@trailmark/core/flow/check-document';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import {
  createFlowCells,
  FLOW_EDGE_COLUMNS,
  type FlowRow,
  listFlowFacts,
  listFlowRows,
} from '@trailmark/documents/flow-files/flow-csv';
import {
  type FlowFileFacts,
  type FlowSelection,
  selectFlow,
  toSelectedDocument,
  withNotedNames,
} from '@trailmark/documents/flow-files/flow-selection';
import { writeGexf } from '@trailmark/documents/flow-files/gexf';
import { writeGraphml } from '@trailmark/documents/flow-files/graphml';
import { writeI2Csv } from '@trailmark/documents/flow-files/i2-csv';
import { writeTraceLog } from '@trailmark/documents/flow-files/trace-log';
import { writeEtherscan } from '@trailmark/documents/flow-files/write-etherscan';
import { writeGraphsense } from '@trailmark/documents/flow-files/write-graphsense';
import { writeFlowPdf } from '@trailmark/documents/flow-pdf';
import { hashContent } from '../answers/content-hash.ts';
import { streamCsv } from '../answers/export-rows.ts';
import { type ContestedLabel, findFlowNotes } from './contested-labels.ts';
import { EVM_NUMBERS } from './flow-file-import.ts';

export interface FlowFileRequest {
  readonly document: FlowDocument;
  readonly only: readonly string[] | undefined;
  readonly paper: 'a4' | 'a3' | 'a2';
  readonly contested?: readonly ContestedLabel[] | undefined;
}

const CHUNK = 65_536;
const ROWS = 1_000;

/** Small pieces of text as chunks worth sending. */
async function* gather(pieces: Iterable<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* pageRows(rows: readonly FlowRow[]): AsyncGenerator<readonly FlowRow[]> {
  for (let at = 0; at < rows.length; at += ROWS) yield rows.slice(at, at + ROWS);
}

function streamRows(selection: FlowSelection, facts: FlowFileFacts): AsyncGenerator<Uint8Array> {
  const rows = listFlowRows(selection);
  return streamCsv({
    facts: listFlowFacts(selection, facts),
    about: {},
    pages: () => pageRows(rows),
    columns: FLOW_EDGE_COLUMNS,
    toCells: createFlowCells(selection),
    encode: (row) => row,
  });
}

interface Writer {
  readonly ending: string;
  readonly mediaType: string;
  readonly write: (
    selection: FlowSelection,
    facts: FlowFileFacts,
    request: FlowFileRequest,
  ) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv; charset=utf-8';

const WRITERS: Readonly<Record<FlowFileFormat, Writer>> = {
  json: {
    ending: 'json',
    mediaType: JSON_TYPE,
    write: (selection) => gather([JSON.stringify(toSelectedDocument(selection), null, 1), '\n']),
  },
  csv: { ending: 'csv', mediaType: CSV_TYPE, write: streamRows },
  graphml: {
    ending: 'graphml',
    mediaType: 'application/xml',
    write: (selection, facts) => gather(writeGraphml(selection, facts)),
  },
  gexf: {
    ending: 'gexf',
    mediaType: 'application/xml',
    write: (selection, facts) => gather(writeGexf(selection, facts)),
  },
  i2: { ending: 'i2.csv', mediaType: CSV_TYPE, write: (selection, facts) => gather(writeI2Csv(selection, facts)) },
  gs: {
    ending: 'gs',
    mediaType: 'application/octet-stream',
    write: (selection) => once(writeGraphsense(selection)),
  },
  etherscan: {
    ending: 'etherscan.json',
    mediaType: JSON_TYPE,
    write: (selection, facts) => gather([writeEtherscan(selection, facts, EVM_NUMBERS)]),
  },
  pdf: {
    ending: 'pdf',
    mediaType: 'application/pdf',
    write: async ({ document }, facts, { only, paper }) => once(await writeFlowPdf(document, { only, paper, facts })),
  },
  log: {
    ending: 'log.json',
    mediaType: JSON_TYPE,
    write: (selection, facts) => gather([writeTraceLog(selection, facts)]),
  },
};

function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** What a format writes: the document as it is where the file is the document, and noted names where people read it. */
function readable(format: FlowFileFormat, selection: FlowSelection, { notes }: FlowFileFacts): FlowSelection {
  const isDocument = format === 'json' || format === 'pdf' || !notes || notes.size === 0;
  if (isDocument) return selection;
  const document = withNotedNames(selection.document, notes);
  return { ...selection, document, nodes: selection.nodes.map((node) => document.nodes[node.id] ?? node) };
}

/** A document as a file of a format. Throws `invalid` where the format cannot hold it. */
export async function writeFlowFile(
  format: FlowFileFormat,
  request: FlowFileRequest,
  made: Pick<FlowFileFacts, 'at' | 'software'>,
): Promise<{ readonly name: string; readonly mediaType: string; readonly chunks: AsyncIterable<Uint8Array> }> {
  const { document, only, contested = [] } = request;
  const fault = findFlowFault(document);
  if (fault !== undefined) throw new AppError('invalid', fault);
  const selection = selectFlow(document, only);
  if (selection.nodes.length === 0 && format !== 'json') {
    throw new AppError('invalid', 'There is nothing to export: no node of the coin flow was chosen.');
  }
  const notes = findFlowNotes(document, contested);
  const facts: FlowFileFacts = { documentHash: hashContent(document), ...made, notes };
  const { ending, mediaType, write } = WRITERS[format];
  const name = `coin-flow-${facts.documentHash.slice(0, 8)}-${stamp(made.at)}.${ending}`;
  return { name, mediaType, chunks: await write(readable(format, selection, facts), facts, request) };
}
