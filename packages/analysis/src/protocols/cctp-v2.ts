import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { bytesAt, numberAt, toAddress, wordAt } from './abi-words.ts';
import { bridgeNetworkName, bridgeNumber, shortenWord } from './bridge-networks.ts';
import { type BurnMessage, formatAccount, readBurnMessage } from './cctp-message.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';

/** At the same addresses on every chain (Circle's documentation, contract addresses, 2025). */
const MESSENGER = '28b5a0e9c621a5badaa536219b3a228c8168cf5d';
const TRANSMITTER = '81d40f21f12a8f0e3252bccb954d722d4c464b64';
const LONGEST_BODY = 8192;

interface Passage {
  readonly from: bigint;
  readonly to: bigint;
  readonly sender: string;
  readonly recipient: string;
  readonly amount: bigint;
}

/**
 * What both sides report of a burn. Circle gives a message its number only when it signs, so the log of the burn has none, and two
 * burns of one amount by one sender for one recipient have the same text.
 */
function formatMessage({ from, to, sender, recipient, amount }: Passage): string {
  return `cctp-2/${from}/${to}/${shortenWord(sender)}/${shortenWord(recipient)}/${amount}`;
}

function readBurn({ chain }: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const from = bridgeNumber('cctp', chain);
  const asset = toAddress(log.topics[1]);
  const sender = log.topics[2];
  const account = toAddress(sender);
  const amount = numberAt(log.data, 0);
  const recipient = wordAt(log.data, 1);
  const to = numberAt(log.data, 2);
  if (from === undefined || asset === undefined || sender === undefined || account === undefined) return undefined;
  if (amount === undefined || recipient === undefined || to === undefined) return undefined;
  return createAction(cctpV2, {
    kind: 'bridge-out',
    account,
    given: [{ asset, amount, tokenId: undefined }],
    counterpart: {
      network: bridgeNetworkName('cctp', to),
      address: formatAccount(recipient),
      message: formatMessage({ from, to, sender, recipient, amount }),
      certainty: 'stated',
    },
    evidence: [log.logIndex],
    note: 'Burned by Circle for the recipient on another network. The log has no number of its own: the mint there is found by sender, recipient and amount, which several may share.',
  });
}

/** The mint that a message caused: the last one before it, after the message before, for what is left of the amount after a fee. */
function findMint(logs: readonly AccountLog[], log: AccountLog, burn: BurnMessage): AccountLog | undefined {
  const after = logs.findLast(
    ({ topics, logIndex }) => topics[0] === log.topics[0] && logIndex < log.logIndex,
  )?.logIndex;
  return logs.findLast(({ address, topics, data, logIndex }) => {
    if (address !== MESSENGER || topics[0] !== EVENTS.CCTP_V2_MINTED.topic) return false;
    if (logIndex >= log.logIndex || logIndex <= (after ?? -1) || topics[1] !== burn.recipient) return false;
    return (numberAt(data, 0) ?? -1n) + (numberAt(data, 1) ?? -1n) === burn.amount;
  });
}

function readMint({ chain, logs }: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const to = bridgeNumber('cctp', chain);
  const from = numberAt(log.data, 0);
  const burn = readBurnMessage(bytesAt(log.data, 2, LONGEST_BODY) ?? '');
  const mint = burn && findMint(logs, log, burn);
  const asset: AccountKey | undefined = toAddress(mint?.topics[2]);
  const account = toAddress(burn?.recipient);
  const amount = mint && numberAt(mint.data, 0);
  if (!mint || !burn || to === undefined || from === undefined) return undefined;
  if (asset === undefined || account === undefined || amount === undefined) return undefined;
  return createAction(cctpV2, {
    kind: 'bridge-in',
    account,
    got: [{ asset, amount, tokenId: undefined }],
    counterpart: {
      network: bridgeNetworkName('cctp', from),
      address: formatAccount(burn.sender),
      message: formatMessage({ from, to, ...burn }),
      certainty: 'stated',
    },
    evidence: [mint.logIndex, log.logIndex],
    note: 'Minted by Circle for a burn on another network. The burn has no number in its log: it is found by sender, recipient and amount, which several may share.',
  });
}

/**
 * The second version of Circle's Cross-Chain Transfer Protocol (circlefin/evm-cctp-contracts, `src/v2`, 2025: `DepositForBurn` and
 * `MintAndWithdraw` of TokenMessengerV2, `MessageReceived` of MessageTransmitterV2).
 */
export const cctpV2 = defineProtocol({
  id: 'cctp-v2',
  version: 1,
  name: 'Circle CCTP v2',
  kinds: ['bridge-out', 'bridge-in'],
  chains: ['arbitrum', 'avalanche', 'base', 'bsc', 'eth', 'optimism', 'polygon'],
  topics: [EVENTS.CCTP_V2_BURNED.topic, EVENTS.CCTP_V2_RECEIVED.topic],
  find(input): ProtocolAction[] {
    return input.logs.flatMap((log) => {
      const [topic] = log.topics;
      if (topic === EVENTS.CCTP_V2_BURNED.topic && log.address === MESSENGER) return readBurn(input, log) ?? [];
      if (topic !== EVENTS.CCTP_V2_RECEIVED.topic || log.address !== TRANSMITTER) return [];
      return readMint(input, log) ?? [];
    });
  },
  mentions(log) {
    const isBurn = log.topics[0] === EVENTS.CCTP_V2_BURNED.topic && log.address === MESSENGER;
    const address = isBurn ? toAddress(log.topics[2]) : undefined;
    return address === undefined ? [] : [address];
  },
});
