import { hash } from 'node:crypto';
import type { SpentOutput } from '@trailmark/chains/utxo/block-undo';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import type { RandomBlock } from './random-chain.ts';

/** Bitcoin Core's base-128 form of a number. */
function varInt(value: bigint): number[] {
  const bytes = [Number(value & 0x7fn)];
  for (let rest = (value >> 7n) - 1n; rest >= 0n; rest = (rest >> 7n) - 1n) bytes.unshift(Number(rest & 0x7fn) | 0x80);
  return bytes;
}

function compressAmount(value: bigint): bigint {
  if (value === 0n) return 0n;
  let rest = value;
  let exponent = 0n;
  for (; exponent < 9n && rest % 10n === 0n; exponent++) rest /= 10n;
  if (exponent === 9n) return 1n + (rest - 1n) * 10n + 9n;
  return 1n + ((rest / 10n) * 9n + (rest % 10n) - 1n) * 10n + exponent;
}

function compressScript(script: Uint8Array): number[] {
  const bytes = [...script];
  if (bytes.length === 25 && bytes[0] === 0x76 && bytes[1] === 0xa9) return [0, ...bytes.slice(3, 23)];
  if (bytes.length === 23 && bytes[0] === 0xa9) return [1, ...bytes.slice(2, 22)];
  if (bytes.length === 35 && bytes[34] === 0xac) return bytes.slice(1, 34);
  return [...varInt(BigInt(bytes.length + 6)), ...bytes];
}

function compactSize(value: number): number[] {
  return value < 0xfd ? [value] : [0xfd, value & 0xff, value >> 8];
}

/** What a node writes of a block into its undo file, without frame and checksum. */
export function encodeUndo(spent: readonly (readonly SpentOutput[])[]): Uint8Array {
  const parts = spent.map((outputs) => [
    ...compactSize(outputs.length),
    ...outputs.flatMap(({ value, script }) => {
      return [...varInt(1234n), 0, ...varInt(compressAmount(value)), ...compressScript(script)];
    }),
  ]);
  return Uint8Array.from([...compactSize(spent.length), ...parts.flat()]);
}

/** A block file, from a height on, and the whole undo file of a random chain, as a node that read it in order would write them. */
export function writeNodeFiles(blocks: readonly RandomBlock[], magic: string, from = 0): { blk: Buffer; rev: Buffer } {
  const outputs = new Map<string, SpentOutput>();
  const frame = (bytes: Uint8Array): Buffer => {
    const head = Buffer.from(`${magic}00000000`, 'hex');
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, bytes]);
  };
  const rev = blocks.map(({ header, transactions }) => {
    const decoded = transactions.map((raw) => decodeTransaction(raw));
    const spent = decoded.map(({ txid, inputs, outputs: made }, tx) => {
      const own =
        tx === 0 ? [] : inputs.map((input) => outputs.get(`${input.prevTxid}:${input.prevVout}`) as SpentOutput);
      made.forEach((output, vout) => {
        outputs.set(`${txid}:${vout}`, output);
      });
      return own;
    });
    const undo = encodeUndo(spent.slice(1));
    const once = hash('sha256', Buffer.concat([header.subarray(4, 36), undo]), 'buffer');
    return Buffer.concat([frame(undo), hash('sha256', once, 'buffer')]);
  });
  return { blk: Buffer.concat(blocks.slice(from).map(({ raw }) => frame(raw))), rev: Buffer.concat(rev.slice(1)) };
}
