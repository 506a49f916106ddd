import { createHash } from 'node:crypto';
import { asFlowDocument, flowDocument } from '@trailmark/api/contract/flow-wire';
import { listAccountChains } from '@trailmark/chains/account-catalogue';
import { AppError } from '@trailmark/core/errors';
import { findFlowFault } from '@trailmark/core/flow/check-document';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { parseCappedJson } from '@trailmark/documents/flow-files/capped-json';
import type { ChainNumbers } from '@trailmark/documents/flow-files/etherscan-case';
import type { ForeignFlow, Refused } from '@trailmark/documents/flow-files/foreign-flow';
import { isEtherscanCase, readEtherscan } from '@trailmark/documents/flow-files/read-etherscan';
import { readGraphsense } from '@trailmark/documents/flow-files/read-graphsense';
import { checkNodeText } from './flow-node-text.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** EVM chains by EIP-155 number; Etherscan writes them as lower-case words. */
export const EVM_NUMBERS: ChainNumbers = {
  find: (number) => listAccountChains().find((chain) => chain.family === 'evm' && chain.chainId === number)?.id,
  of: (id) => {
    const chain = listAccountChains().find((known) => known.id === id);
    return chain?.family === 'evm' ? chain.chainId : undefined;
  },
  name: (number) => {
    const id = EVM_NUMBERS.find(number);
    const chain = listAccountChains().find((known) => known.id === id);
    return chain?.name.toLowerCase() ?? `chain ${number}`;
  },
};

/** A file as it was sent, read by what it is and not by its name. */
export type ReadFile =
  | { readonly format: 'trailmark'; readonly document: FlowDocument; readonly refused: readonly Refused[] }
  | { readonly format: 'graphsense' | 'etherscan'; readonly flow: ForeignFlow; readonly fileHash: string };

function decodeFile(content: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content)) throw new AppError('invalid', 'The content of the file is not Base64.');
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > MAX_FILE_BYTES) {
    throw new AppError('invalid', `Files of coin flows are read up to ${MAX_FILE_BYTES / 1024 / 1024} MiB.`);
  }
  return bytes;
}

/** Members of a JSON value that a reader of its shape left out. */
function countLeftOut(raw: unknown, read: unknown): number {
  if (typeof raw !== 'object' || raw === null || typeof read !== 'object' || read === null) return 0;
  let count = 0;
  for (const [key, value] of Object.entries(raw)) {
    count += Object.hasOwn(read, key) ? countLeftOut(value, (read as Record<string, unknown>)[key]) : 1;
  }
  return count;
}

function readOwn(value: unknown): ReadFile {
  const reading = flowDocument.safeParse(value);
  if (!reading.success) {
    const [issue] = reading.error.issues;
    const place = issue?.path.map(String).join('.').slice(0, 120) ?? '';
    throw new AppError(
      'invalid',
      `This Trailmark coin flow cannot be read: ${issue?.message ?? 'wrong shape'} at “${place}”.`,
    );
  }
  const document = asFlowDocument(reading.data);
  const fault = findFlowFault(document);
  if (fault !== undefined) throw new AppError('invalid', fault);
  for (const node of Object.values(document.nodes)) {
    if (node.kind === 'address' || node.kind === 'transaction') checkNodeText(node.kind, node.chain, node.text);
  }
  const leftOut = countLeftOut(value, reading.data);
  const refused =
    leftOut > 0 ? [{ what: `${leftOut} fields`, reason: 'This version does not know them; they were left out.' }] : [];
  return { format: 'trailmark', document, refused };
}

function isGraphsenseName(name: string): boolean {
  return name.toLowerCase().endsWith('.gs');
}

/** What a file holds. Throws `invalid` for what is none of the three formats, is damaged, or is larger than is read. */
export function readFlowFile(name: string, content: string): ReadFile {
  const bytes = decodeFile(content);
  const fileHash = createHash('sha256').update(bytes).digest('hex');
  const first = bytes.toString('utf8', 0, 64).trimStart().charAt(0);
  if (isGraphsenseName(name) || first !== '{') {
    return { format: 'graphsense', flow: readGraphsense(bytes), fileHash };
  }
  const value = parseCappedJson(bytes.toString('utf8'));
  const format = (value as { format?: unknown }).format;
  if (format === 'trailmark-flow') return readOwn(value);
  if (format === 'trailmark-trace-log') {
    throw new AppError(
      'invalid',
      'This is a trace log: it is run again and compared, not drawn. Use the replay of the audit page.',
    );
  }
  if (isEtherscanCase(value)) return { format: 'etherscan', flow: readEtherscan(value, EVM_NUMBERS), fileHash };
  throw new AppError(
    'invalid',
    'This JSON is no coin flow: a Trailmark flow has the format “trailmark-flow”, an Etherscan Flow case has nodes, edges and _meta.',
  );
}
