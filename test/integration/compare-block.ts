import { bech32m } from '@scure/base';
import { OutScript } from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';
import { expect } from 'vitest';
import { encodeScriptAddress } from '../../packages/chains/src/utxo/address.ts';
import { decodeHeader } from '../../packages/chains/src/utxo/block.ts';
import type { UtxoChain } from '../../packages/chains/src/utxo/chain-definition.ts';
import {
  type BlockColumns,
  type BlockKernel,
  createBlockKernel,
  TX_IS_COINBASE,
} from '../../packages/chains/src/utxo/kernel.ts';
import { merkleRoot } from '../../packages/chains/src/utxo/merkle.ts';
import { describeScript } from '../../packages/chains/src/utxo/script.ts';
import { decodeTransaction } from '../../packages/chains/src/utxo/transaction.ts';
import { displayHash, encodeHex } from '../../packages/core/src/hex.ts';
import { SCRIPT_TYPES, type ScriptType } from '../../packages/core/src/script-type.ts';

/** What was compared, so that a test can say that it compared something. */
export interface Compared {
  blocks: number;
  transactions: number;
  outputs: number;
  readonly types: Map<ScriptType, number>;
}

const kernel: BlockKernel = createBlockKernel();
const SCURE_TYPES: Readonly<Record<string, ScriptType>> = {
  pk: 'p2pk',
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'p2wpkh',
  wsh: 'p2wsh',
  tr: 'p2tr',
  ms: 'multisig',
  p2a: 'anchor',
};
/** Every how many outputs the second library is used: it checks points of the curve, which is slow. */
const SECOND_OPINION_EVERY = 50;

export function emptyComparison(): Compared {
  return { blocks: 0, transactions: 0, outputs: 0, types: new Map() };
}

/** Our two parsers and bitcoinjs-lib say the same of every field of a block. */
export function compareBlock(raw: Uint8Array, chain: UtxoChain, compared: Compared): void {
  const theirs = bitcoin.Block.fromBuffer(Buffer.from(raw));
  const columns = kernel.parse(raw, {});
  const header = decodeHeader(raw);
  expect(header.hash).toBe(theirs.getId());
  expect(displayHash(columns.headerHash)).toBe(theirs.getId());
  expect(columns.merkleMatches && theirs.checkTxRoots()).toBe(true);
  const transactions = theirs.transactions ?? [];
  expect(columns.txCount).toBe(transactions.length);
  expect(header.merkleRoot).toBe(merkleRoot(transactions.map((tx) => tx.getId())));
  expect(columns.length).toBe(raw.length);
  for (const [index, tx] of transactions.entries()) compareTransaction(raw, columns, index, tx, chain, compared);
  const stripped = columns.txStrippedSize.reduce((sum, size) => sum + size, 0);
  const whole = columns.txSize.reduce((sum, size) => sum + size, 0);
  expect((raw.length - whole + stripped) * 3 + raw.length).toBe(theirs.weight());
  compared.blocks++;
}

function compareTransaction(
  raw: Uint8Array,
  columns: BlockColumns,
  index: number,
  theirs: bitcoin.Transaction,
  chain: UtxoChain,
  compared: Compared,
): void {
  const start = columns.txOffset[index] ?? 0;
  const bytes = raw.subarray(start, start + (columns.txSize[index] ?? 0));
  const ours = decodeTransaction(bytes);
  const txid = theirs.getId();
  expect(displayHash(columns.txids.subarray(index * 32, index * 32 + 32))).toBe(txid);
  expect([ours.txid, ours.wtxid, ours.weight, ours.vsize, ours.size, ours.strippedSize]).toEqual([
    txid,
    // For a coinbase the library answers the zeros that the witness commitment uses.
    theirs.isCoinbase() ? ours.wtxid : displayHash(theirs.getHash(true)),
    ...[theirs.weight(), theirs.virtualSize(), theirs.byteLength(true), theirs.byteLength(false)],
  ]);
  expect([columns.txStrippedSize[index], columns.txVersion[index], columns.txLockTime[index]]).toEqual([
    ...[theirs.byteLength(false), theirs.version | 0, theirs.locktime],
  ]);
  expect([ours.version, ours.lockTime, ours.isCoinbase]).toEqual([
    theirs.version | 0,
    theirs.locktime,
    theirs.isCoinbase(),
  ]);
  expect(((columns.txFlags[index] ?? 0) & TX_IS_COINBASE) !== 0).toBe(theirs.isCoinbase());
  expect(inputsOf(ours.inputs)).toEqual(
    theirs.ins.map(({ hash, index: vout, script, sequence, witness }) =>
      [displayHash(hash), vout, encodeHex(script), sequence, ...witness.map(encodeHex)].join(),
    ),
  );
  const firstInput = columns.txFirstInput[index] ?? 0;
  expect((columns.txFirstInput[index + 1] ?? 0) - firstInput).toBe(theirs.ins.length);
  theirs.ins.forEach((input, i) => {
    const at = columns.inOutpoint[firstInput + i] ?? 0;
    expect(raw.subarray(at, at + 32)).toEqual(new Uint8Array(input.hash));
  });
  compareOutputs(raw, columns, index, { ours, theirs }, chain, compared);
  compared.transactions++;
}

function inputsOf(inputs: ReturnType<typeof decodeTransaction>['inputs']): string[] {
  return inputs.map(({ prevTxid, prevVout, script, sequence, witness }) =>
    [prevTxid, prevVout, encodeHex(script), sequence, ...witness.map(encodeHex)].join(),
  );
}

function compareOutputs(
  raw: Uint8Array,
  columns: BlockColumns,
  index: number,
  { ours, theirs }: { ours: ReturnType<typeof decodeTransaction>; theirs: bitcoin.Transaction },
  chain: UtxoChain,
  compared: Compared,
): void {
  const first = columns.txFirstOutput[index] ?? 0;
  expect((columns.txFirstOutput[index + 1] ?? 0) - first).toBe(theirs.outs.length);
  expect(ours.outputs.map(({ value, script }) => `${value} ${encodeHex(script)}`)).toEqual(
    theirs.outs.map(({ value, script }) => `${value} ${encodeHex(script)}`),
  );
  theirs.outs.forEach((output, i) => {
    const at = columns.outScriptOffset[first + i] ?? 0;
    const script = raw.subarray(at, at + (columns.outScriptLength[first + i] ?? 0));
    expect(columns.outValue[first + i]).toBe(output.value);
    expect(Buffer.compare(script, output.script)).toBe(0);
    const { type } = describeScript(output.script);
    expect(SCRIPT_TYPES[columns.outType[first + i] ?? 0]).toBe(type);
    compareAddress(output.script, type, chain);
    if (compared.outputs++ % SECOND_OPINION_EVERY === 0) compareType(output.script, type);
    compared.types.set(type, (compared.types.get(type) ?? 0) + 1);
  });
}

function networkOf(chain: UtxoChain): bitcoin.Network {
  return chain.network === 'main' ? bitcoin.networks.bitcoin : bitcoin.networks.testnet;
}

/** Our address of a script is the one that bitcoinjs-lib writes; it knows none for bare keys. */
export function compareAddress(script: Uint8Array, type: ScriptType, chain: UtxoChain): void {
  const ours = encodeScriptAddress(chain, script);
  const network = networkOf(chain);
  if (type === 'p2pk') {
    const key = script.subarray(1, script.length - 1);
    const { address } = bitcoin.payments.p2pkh({ hash: bitcoin.crypto.hash160(key), network });
    expect(ours).toBe(address);
  } else if (type === 'p2tr') {
    // The library asks for a curve to write these.
    expect(ours).toBe(bech32m.encode(network.bech32 as 'bc', [1, ...bech32m.toWords(script.subarray(2))]));
  } else if (type === 'p2pkh' || type === 'p2sh' || type === 'p2wpkh' || type === 'p2wsh') {
    expect(ours).toBe(bitcoin.address.fromOutputScript(script, network));
  } else if (type !== 'witness-unknown' && type !== 'anchor') {
    expect(ours).toBeUndefined();
    expect(() => bitcoin.address.fromOutputScript(script, network)).toThrow();
  }
}

/** Where @scure/btc-signer knows the form of a script, it is ours. It refuses keys that are no points; we do not. */
export function compareType(script: Uint8Array, type: ScriptType): void {
  let theirs: string;
  try {
    theirs = OutScript.decode(script).type;
  } catch {
    expect(['p2pk', 'p2tr', 'multisig', 'nonstandard', 'op-return', 'witness-unknown']).toContain(type);
    return;
  }
  const named = SCURE_TYPES[theirs];
  if (named) expect(type).toBe(named);
  else expect(['nonstandard', 'op-return', 'witness-unknown', 'multisig']).toContain(type);
}
