import { shortenWord } from './bridge-networks.ts';

/** What both versions of a burn message begin with: version 4 bytes, then words. */
export interface BurnMessage {
  /** Words of 64 digits. */
  readonly recipient: string;
  readonly amount: bigint;
  readonly sender: string;
}

const SHORTEST = 132 * 2;

/** The burn that a message reports (circlefin/evm-cctp-contracts, `BurnMessage.sol`); undefined where it is shorter than one. */
export function readBurnMessage(body: string): BurnMessage | undefined {
  if (body.length < SHORTEST) return undefined;
  const word = (byte: number): string => body.slice(byte * 2, byte * 2 + 64);
  return { recipient: word(36), amount: BigInt(`0x${word(68)}`), sender: word(100) };
}

/** A 32 byte account of any network as text: an EVM address where it is one. */
export function formatAccount(word: string): string {
  return `0x${shortenWord(word)}`;
}
