import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import { SCRIPT_TYPES, type ScriptType } from '@trailmark/core/script-type';
import type { FactBlock, FactSource, FactTransaction } from '../source.ts';

/**
 * A fact table is gzip-compressed JSON lines. The first line says what holds for all blocks, every other line is a block,
 * ascending by height. Values are units, always below 2^53; owners are the hex of their stored bytes, '' for none;
 * the script type is its code.
 */
export interface FactTableHead {
  readonly format: 'trailmark-facts-1';
  readonly timeEstimated: boolean;
  readonly heightEstimated: boolean;
  readonly isWhole: boolean;
}

export interface FactTableBlock {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
  readonly txs: readonly {
    readonly id: string;
    readonly index: number;
    /** Left out where false. */
    readonly coinbase?: true;
    readonly in: readonly FactTableInput[];
    /** Value, script type code, owner. The place in the list is the output number. */
    readonly out: readonly FactTableOutput[];
  }[];
}

/** Either the number of an earlier transaction of the table, from 0, and its output; or previous txid, output, value and owner. */
export type FactTableInput = readonly [number, number] | readonly [string | null, number, number, string];
export type FactTableOutput = readonly [number, number, string];

const BLOCKS_PER_BATCH = 200;

/** Opens a fact table that is part of this software. Reading throws `internal` when the file is damaged. */
export function openFactTable(file: URL, description: string): FactSource {
  return { description, blocks: () => readFactTable(file) };
}

async function* readFactTable(file: URL): AsyncGenerator<FactBlock[]> {
  const lines = createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let decode: ((line: string) => FactBlock) | undefined;
  let batch: FactBlock[] = [];
  for await (const line of lines) {
    if (decode) batch.push(decode(line));
    else decode = createDecoder(readHead(line));
    if (batch.length === BLOCKS_PER_BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function readHead(line: string): FactTableHead {
  const head = JSON.parse(line) as FactTableHead;
  if (head.format === 'trailmark-facts-1') return head;
  throw new AppError('internal', 'The bundled fact table has a format this version does not read.');
}

/** Keeps the transactions seen so far, because inputs name them by number. */
function createDecoder(head: FactTableHead): (line: string) => FactBlock {
  const seen: FactTransaction[] = [];
  const owners = new Map<string, Uint8Array>();
  const decodeOwnerText = (text: string): Uint8Array | undefined => {
    if (text === '') return undefined;
    const known = owners.get(text);
    if (known) return known;
    const owner = decodeHex(text);
    owners.set(text, owner);
    return owner;
  };
  return (line) => {
    const { height, hash, time, txs } = JSON.parse(line) as FactTableBlock;
    const transactions = txs.map((tx) => {
      const transaction: FactTransaction = {
        txid: tx.id,
        index: tx.index,
        isCoinbase: tx.coinbase ?? false,
        inputs: tx.in.map((input) => decodeInput(input, seen, decodeOwnerText)),
        outputs: tx.out.map(([value, type, owner], vout) => ({
          vout,
          value: BigInt(value),
          owner: decodeOwnerText(owner),
          type: SCRIPT_TYPES[type] as ScriptType,
        })),
      };
      seen.push(transaction);
      return transaction;
    });
    const { timeEstimated, heightEstimated, isWhole } = head;
    return { height, hash, time, timeEstimated, heightEstimated, isWhole, transactions };
  };
}

function decodeInput(
  input: FactTableInput,
  seen: readonly FactTransaction[],
  decodeOwnerText: (text: string) => Uint8Array | undefined,
): FactTransaction['inputs'][number] {
  if (input.length === 4) {
    const [prevTxid, prevVout, value, owner] = input;
    return { prevTxid: prevTxid ?? undefined, prevVout, value: BigInt(value), owner: decodeOwnerText(owner) };
  }
  const [number, prevVout] = input;
  const source = seen[number];
  const output = source?.outputs[prevVout];
  if (!source || !output)
    throw new AppError('internal', `The bundled fact table names a transaction it does not hold: ${number}.`);
  return { prevTxid: source.txid, prevVout, value: output.value, owner: output.owner };
}
