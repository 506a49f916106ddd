import type { AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { positionHeight } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, toAddress, wordAt } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol } from './protocol.ts';

/** Contracts that lock assets on Ethereum: for BUSD, LINK, other ERC-20 tokens and the coin. */
const MANAGERS: ReadonlySet<string> = new Set([
  'fd53b1b4af84d59b20bf2c20ca89a6beeaa2c628',
  'fe601de9d4295274b9904d5a9ad7069f23ee2b32',
  '2dccdb493827e15a5dc8f8b72147e6c4a5620857',
  'f9fb1c508ff49f78b60d3a96dea99fa5d7f3a8a6',
]);
/** The coin's placeholder in the logs of the coin's manager. */
const COIN = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
/** First theft with the bridge's own keys, 23 June 2022. */
const STOLEN_KEYS_FROM = 15_012_646;

function toAsset(address: string): string {
  return address === COIN || /^0*$/.test(address) ? NATIVE_ASSET : address;
}

function readLocked(log: AccountLog): ProtocolAction | undefined {
  const token = toAddress(log.topics[1]);
  const account = toAddress(log.topics[2]);
  const amount = numberAt(log.data, 0);
  const recipient = addressAt(log.data, 1);
  if (token === undefined || account === undefined || amount === undefined) return undefined;
  return createAction(harmonyHorizon, {
    kind: 'bridge-out',
    account,
    given: [{ asset: toAsset(token), amount, tokenId: undefined }],
    counterpart: {
      network: 'harmony',
      address: recipient && `0x${recipient}`,
      message: undefined,
      certainty: 'stated',
    },
    evidence: [log.logIndex],
    note: 'Locked on Ethereum for a recipient on Harmony, whom the log names. The payment there carries the hash of this transaction.',
  });
}

function readUnlocked(log: AccountLog, height: number): ProtocolAction | undefined {
  const token = addressAt(log.data, 0);
  const amount = numberAt(log.data, 1);
  const account = addressAt(log.data, 2);
  const receipt = wordAt(log.data, 3);
  if (token === undefined || amount === undefined || account === undefined || receipt === undefined) return undefined;
  const isStolen = height >= STOLEN_KEYS_FROM;
  return createAction(harmonyHorizon, {
    kind: 'bridge-in',
    account,
    got: [{ asset: toAsset(token), amount, tokenId: undefined }],
    parties: [{ role: 'payer', address: log.address }],
    counterpart: {
      network: 'harmony',
      address: undefined,
      message: receipt,
      certainty: isStolen ? 'stated' : 'proven',
    },
    evidence: [log.logIndex],
    note: isStolen
      ? 'Paid out by the bridge. From this block on its keys were in other hands: the transaction on Harmony that the log names may not exist.'
      : 'Paid out by the bridge for a burn on Harmony; the log names its transaction there.',
  });
}

/**
 * Harmony's Horizon bridge on Ethereum (harmony-one/ethhmy-bridge, 2020: `Locked(token, sender, amount, recipient)`,
 * `Unlocked(token, amount, recipient, receiptId)`, whose receipt is the hash of the burn on Harmony).
 */
export const harmonyHorizon = defineProtocol({
  id: 'harmony-horizon',
  version: 1,
  name: 'Harmony Horizon bridge',
  kinds: ['bridge-out', 'bridge-in'],
  chains: ['eth'],
  topics: [EVENTS.HORIZON_LOCKED.topic, EVENTS.HORIZON_UNLOCKED.topic],
  find({ logs, transaction }): ProtocolAction[] {
    return logs.flatMap((log) => {
      if (!MANAGERS.has(log.address)) return [];
      if (log.topics[0] === EVENTS.HORIZON_LOCKED.topic) return readLocked(log) ?? [];
      if (log.topics[0] !== EVENTS.HORIZON_UNLOCKED.topic) return [];
      return readUnlocked(log, positionHeight(transaction.position)) ?? [];
    });
  },
  mentions(log) {
    if (!MANAGERS.has(log.address)) return [];
    const isLocked = log.topics[0] === EVENTS.HORIZON_LOCKED.topic;
    const address = isLocked ? toAddress(log.topics[2]) : addressAt(log.data, 2);
    return address === undefined ? [] : [address];
  },
});
