import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { bytesAt, numberAt, toAddress, wordAt } from './abi-words.ts';
import { bridgeNetworkName, bridgeNumber } from './bridge-networks.ts';
import { type BurnMessage, formatAccount, readBurnMessage } from './cctp-message.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';

interface Contracts {
  readonly messenger: AccountKey;
  readonly transmitter: AccountKey;
}

/** As Circle's documentation of the first version and wormhole-sdk-ts (`circle.ts`, 2025) list them. */
const CONTRACTS: Readonly<Partial<Record<AccountChainId, Contracts>>> = {
  arbitrum: {
    messenger: '19330d10d9cc8751218eaf51e8885d058642e08a',
    transmitter: 'c30362313fbba5cf9163f0bb16a0e01f01a896ca',
  },
  avalanche: {
    messenger: '6b25532e1060ce10cc3b0a99e5683b91bfde6982',
    transmitter: '8186359af5f57fbb40c6b14a588d2a59c0c29880',
  },
  base: {
    messenger: '1682ae6375c4e4a97e4b583bc394c861a46d8962',
    transmitter: 'ad09780d193884d503182ad4588450c416d6f9d4',
  },
  eth: {
    messenger: 'bd3fa81b58ba92a82136038b25adec7066af3155',
    transmitter: '0a992d191deec32afe36203ad87d7d289a738f81',
  },
  optimism: {
    messenger: '2b4069517957735be00cee0fadae88a26365528f',
    transmitter: '4d41f22c5a0e5c74090899e5a8fb597a8842b3e8',
  },
  polygon: {
    messenger: '9daf8c91aefae50b9c0e69629d3f6ca40ca3b3fe',
    transmitter: 'f3be9355363857f3e001be68856a2f96b4c39ba9',
  },
};
const LONGEST_BODY = 8192;

function contractsOf(chain: AccountChainId): Contracts | undefined {
  return CONTRACTS[chain === 'eth-dev' ? 'eth' : chain];
}

/** The same text on both sides: the domain a message left from, and its number there. */
function formatMessage(domain: bigint, nonce: bigint): string {
  return `cctp-1/${domain}/${nonce}`;
}

function readBurn({ chain }: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const source = bridgeNumber('cctp', chain);
  const nonce = numberAt(log.topics[1] ?? '', 0);
  const asset = toAddress(log.topics[2]);
  const account = toAddress(log.topics[3]);
  const amount = numberAt(log.data, 0);
  const recipient = wordAt(log.data, 1);
  const domain = numberAt(log.data, 2);
  if (source === undefined || nonce === undefined || asset === undefined || account === undefined) return undefined;
  if (amount === undefined || recipient === undefined || domain === undefined) return undefined;
  return createAction(cctpV1, {
    kind: 'bridge-out',
    account,
    given: [{ asset, amount, tokenId: undefined }],
    counterpart: {
      network: bridgeNetworkName('cctp', domain),
      address: formatAccount(recipient),
      message: formatMessage(source, nonce),
      certainty: 'proven',
    },
    evidence: [log.logIndex],
    note: 'Burned by Circle for the recipient on another network. The message that mints it there carries this number.',
  });
}

/** The mint that a message caused: the last one before it, after the message before. */
function findMint(logs: readonly AccountLog[], log: AccountLog, messenger: AccountKey, burn: BurnMessage) {
  const after = logs.findLast(
    ({ topics, logIndex }) => topics[0] === log.topics[0] && logIndex < log.logIndex,
  )?.logIndex;
  return logs.findLast(
    ({ address, topics, data, logIndex }) =>
      address === messenger &&
      topics[0] === EVENTS.CCTP_MINTED.topic &&
      logIndex < log.logIndex &&
      logIndex > (after ?? -1) &&
      topics[1] === burn.recipient &&
      numberAt(data, 0) === burn.amount,
  );
}

function readMint({ logs }: ProtocolInput, log: AccountLog, messenger: AccountKey): ProtocolAction | undefined {
  const nonce = numberAt(log.topics[2] ?? '', 0);
  const domain = numberAt(log.data, 0);
  const burn = readBurnMessage(bytesAt(log.data, 2, LONGEST_BODY) ?? '');
  const mint = burn && findMint(logs, log, messenger, burn);
  const asset = toAddress(mint?.topics[2]);
  const account = toAddress(burn?.recipient);
  if (!mint || !burn || nonce === undefined || domain === undefined) return undefined;
  if (asset === undefined || account === undefined) return undefined;
  return createAction(cctpV1, {
    kind: 'bridge-in',
    account,
    got: [{ asset, amount: burn.amount, tokenId: undefined }],
    counterpart: {
      network: bridgeNetworkName('cctp', domain),
      address: formatAccount(burn.sender),
      message: formatMessage(domain, nonce),
      certainty: 'proven',
    },
    evidence: [mint.logIndex, log.logIndex],
    note: 'Minted by Circle for a burn on another network, whose log carries this number.',
  });
}

/**
 * The first version of Circle's Cross-Chain Transfer Protocol (circlefin/evm-cctp-contracts, 2023: `DepositForBurn` and
 * `MintAndWithdraw` of TokenMessenger, `MessageReceived` of MessageTransmitter). Circle signs what it mints for, so the number of
 * a message, with the domain it left from, proves the link.
 */
export const cctpV1 = defineProtocol({
  id: 'cctp-v1',
  version: 1,
  name: 'Circle CCTP v1',
  kinds: ['bridge-out', 'bridge-in'],
  chains: ['arbitrum', 'avalanche', 'base', 'eth', 'optimism', 'polygon'],
  topics: [EVENTS.CCTP_BURNED.topic, EVENTS.CCTP_RECEIVED.topic],
  find(input): ProtocolAction[] {
    const contracts = contractsOf(input.chain);
    if (!contracts) return [];
    return input.logs.flatMap((log) => {
      const [topic] = log.topics;
      if (topic === EVENTS.CCTP_BURNED.topic && log.address === contracts.messenger) return readBurn(input, log) ?? [];
      if (topic !== EVENTS.CCTP_RECEIVED.topic || log.address !== contracts.transmitter) return [];
      return readMint(input, log, contracts.messenger) ?? [];
    });
  },
  mentions(log, chain) {
    const isBurn = log.topics[0] === EVENTS.CCTP_BURNED.topic && log.address === contractsOf(chain)?.messenger;
    const address = isBurn ? toAddress(log.topics[3]) : undefined;
    return address === undefined ? [] : [address];
  },
});
