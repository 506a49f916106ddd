import { decodeHex } from '@trailmark/core/hex';
import type { PlainTransaction } from './plain-ledger.ts';

/**
 * Reads a file of the Dumplings scanner: one transaction per line, `txid:::block hash:::place:::time:::inputs:::outputs`, inputs
 * as `txid-vout-value+script+form` and outputs as `value+script+form`, joined by `}{`; values in satoshi. Throws with the line number.
 */
export function parseScannerFile(text: string, name: string): PlainTransaction[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, i) => (line === '' ? [] : [parseLine(line, `${name}, line ${i + 1}`)]));
}

function parseLine(line: string, place: string): PlainTransaction {
  const [txid, block, index, time, inputs, outputs, ...rest] = line.replace(/^\ufeff/, '').split(':::');
  if (!txid || !block || !inputs || !outputs || rest.length > 0) throw new Error(`${place} has not six fields.`);
  return {
    txid,
    block,
    index: Number(index),
    time: Number(time),
    isCoinbase: false,
    inputs: inputs.split('}{').map((text) => {
      const [outpoint, script] = text.split('+');
      const [source, vout, value] = (outpoint ?? '').split('-');
      if (!source || vout === undefined || value === undefined || script === undefined) {
        throw new Error(`${place} has an input that is not txid-vout-value+script.`);
      }
      return { txid: source, vout: Number(vout), spent: { value: BigInt(value), script: decodeHex(script) } };
    }),
    outputs: outputs.split('}{').map((text) => {
      const [value, script] = text.split('+');
      if (value === undefined || script === undefined)
        throw new Error(`${place} has an output that is not value+script.`);
      return { value: BigInt(value), script: decodeHex(script) };
    }),
  };
}
