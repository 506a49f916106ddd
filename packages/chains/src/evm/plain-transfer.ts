import type { AccountKey, ValueMove } from '@trailmark/core/account-block';
import { isLowerHex, ZERO_KEY } from './field-reader.ts';
import type { RpcLog } from './rpc-answer.ts';
import { TRANSFER_TOPIC } from './token-log.ts';

const TRANSFER_TEXT = `0x${TRANSFER_TOPIC}`;
const PADDED_TEXT = `0x${'0'.repeat(24)}`;
const WORD_TEXT = 66;
const ADDRESS_TEXT = 42;

/**
 * The move of an ERC-20 Transfer in the spelling nearly every node uses, read without copies because most logs are
 * these. Undefined for everything else, which the general reader takes and judges.
 */
export function readPlainTransfer(raw: RpcLog, logIndex: number): ValueMove | undefined {
  const { address, topics, data } = raw;
  if (!Array.isArray(topics) || topics.length !== 3 || topics[0] !== TRANSFER_TEXT) return undefined;
  if (typeof data !== 'string' || data.length !== WORD_TEXT || !isPrefixedHex(data)) return undefined;
  if (typeof address !== 'string' || address.length !== ADDRESS_TEXT || !isPrefixedHex(address)) return undefined;
  const from = paddedAddress(topics[1]);
  const to = paddedAddress(topics[2]);
  if (from === undefined || to === undefined) return undefined;
  return {
    kind: 'token',
    asset: address.slice(2),
    from,
    to,
    amount: BigInt(data),
    tokenId: undefined,
    logIndex,
    tracePath: undefined,
    flags: 0,
  };
}

function isPrefixedHex(text: string): boolean {
  return text.charCodeAt(0) === 48 && text.charCodeAt(1) === 120 && isLowerHex(text, 2);
}

function paddedAddress(topic: unknown): AccountKey | undefined {
  if (typeof topic !== 'string' || topic.length !== WORD_TEXT) return undefined;
  if (!topic.startsWith(PADDED_TEXT) || !isLowerHex(topic, PADDED_TEXT.length)) return undefined;
  const key = topic.slice(PADDED_TEXT.length);
  return key === ZERO_KEY ? '' : key;
}
