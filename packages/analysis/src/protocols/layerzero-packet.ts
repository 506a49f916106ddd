import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import { bytesAt, numberAt, toAddress, wordAt } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';

/** The second endpoint of LayerZero, at one address on the chains read here (LayerZero's deployments, 2025). */
export const LAYERZERO_ENDPOINT: AccountKey = '1a44076050125825900e736c501f859c50fe728c';

/** A message that an endpoint sent. */
export interface SentPacket {
  /** The contract it comes from, as a word. */
  readonly sender: string;
  readonly to: bigint;
  /** Of both sides, and of no other message. */
  readonly guid: string;
  /** What the contract wrote into it, in hex. */
  readonly message: string;
}

const HEADER = 113 * 2;
const LONGEST_PACKET = 8192;

/** From LayerZero-v2 `PacketV1Codec`: version 1, nonce 8, from 4, sender 32, to 4, receiver 32, guid 32, message. */
function readPacket(log: AccountLog): SentPacket | undefined {
  const packet = bytesAt(log.data, 0, LONGEST_PACKET);
  if (packet === undefined || packet.length < HEADER) return undefined;
  const at = (byte: number, length: number): string => packet.slice(byte * 2, (byte + length) * 2);
  return { sender: at(13, 32), to: BigInt(`0x${at(45, 4)}`), guid: at(81, 32), message: packet.slice(HEADER) };
}

/** The message of a guid that the endpoint sent in this transaction. */
export function findSentPacket(logs: readonly AccountLog[], guid: string): SentPacket | undefined {
  for (const log of logs) {
    if (log.address !== LAYERZERO_ENDPOINT || log.topics[0] !== EVENTS.LAYERZERO_SENT.topic) continue;
    const packet = readPacket(log);
    if (packet?.guid === guid) return packet;
  }
  return undefined;
}

/** Whether the endpoint delivered a message from a network to a contract in this transaction. */
export function isDelivered(logs: readonly AccountLog[], receiver: AccountKey, from: bigint): boolean {
  return logs.some(
    ({ address, topics, data }) =>
      address === LAYERZERO_ENDPOINT &&
      topics[0] === EVENTS.LAYERZERO_DELIVERED.topic &&
      numberAt(data, 0) === from &&
      toAddress(wordAt(data, 3)) === receiver,
  );
}
