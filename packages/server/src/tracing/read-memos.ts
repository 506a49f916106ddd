import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { describeScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';

/** Longer data is no memo of a bridge. */
const LONGEST = 600;

function toText(data: readonly Uint8Array[]): string[] {
  const length = data.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (length === 0 || length > LONGEST) return [];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of data) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes)];
  } catch {
    return [];
  }
}

/** Text that the data outputs of a raw transaction carry, in their order: written by strangers. None where it cannot be read. */
export function readMemos({ mweb, cashTokens }: UtxoChain, raw: Uint8Array): string[] {
  try {
    const { outputs } = decodeTransaction(raw, { mweb, cashTokens });
    return outputs.flatMap(({ script }) => toText(describeScript(script).data ?? []));
  } catch (error) {
    if (AppError.is(error, 'invalid')) return [];
    throw error;
  }
}
