import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import { positionHeight } from '@trailmark/core/position';
import type { ActionCounterpart, ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, toAddress, wordAt } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';

/** The contract that holds and pays out tokens on Ethereum. */
const BRIDGE_ROUTER = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
/** The contract that sends messages from Ethereum. */
const HOME = '92d3404a7e6c91455bbd81475cd9fad96acff4c8';
/** Contracts on Ethereum that accept messages of one network each. Like the others here as Nomad's own documentation lists them (2022). */
const REPLICAS: ReadonlyMap<AccountKey, string> = new Map([
  ['5d94309e5a0090b165fa4181519701637b6daeba', 'avalanche'],
  ['049b51e531fd8f90da6d92ea83dc4125002f20ef', 'moonbeam'],
  ['5bae47bf29f4e9b1e275c0b427b84c4daa30033a', 'evmos'],
  ['ef989866b66a491e7b6c7473d73b589450d0f766', 'milkomeda C1'],
  ['0a627a6398f429b62969cd475fb5ba8e04a4eb70', 'gnosis'],
]);
/** In these blocks the replicas accepted messages that nobody had sent, up to the last payment before the bridge was stopped. */
const FORGED_FROM = 15_259_101;
const FORGED_TO = 15_259_772;

/** Domains are four characters read as a number, but for Ethereum's; names as the project's configuration has them. */
const DOMAINS: ReadonlyMap<number, string> = new Map([
  [6_648_936, 'ethereum'],
  [0x6265616d, 'moonbeam'],
  [0x65766d73, 'evmos'],
  [0x63310000, 'milkomeda C1'],
  [0x61766178, 'avalanche'],
  [0x78646169, 'gnosis'],
]);

function domainName(domain: number): string {
  return DOMAINS.get(domain) ?? `domain ${domain}`;
}

/** A recipient of 32 bytes: an address where the upper twelve are zero. */
function formatRecipient(word: string | undefined): string | undefined {
  const address = toAddress(word);
  return address === undefined ? word && `0x${word}` : `0x${address}`;
}

/** Home logs a message before the router logs what it sent: the nearest one before it is its own. */
function messageBefore(logs: readonly AccountLog[], send: AccountLog): string | undefined {
  const domain = send.topics[3]?.slice(56);
  const found = logs.findLast(
    ({ address, logIndex, topics }) =>
      address === HOME &&
      topics[0] === EVENTS.NOMAD_DISPATCH.topic &&
      logIndex < send.logIndex &&
      topics[3]?.slice(48, 56) === domain,
  );
  return found?.topics[1];
}

/** A replica logs a message as processed after the router logged what it paid out. */
function messageAfter(logs: readonly AccountLog[], receive: AccountLog): string | undefined {
  const found = logs.find(
    ({ address, logIndex, topics }) =>
      REPLICAS.has(address) && topics[0] === EVENTS.NOMAD_PROCESS.topic && logIndex > receive.logIndex,
  );
  return found?.topics[1];
}

function readSend({ logs }: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const asset = toAddress(log.topics[1]);
  const account = toAddress(log.topics[2]);
  const amount = numberAt(log.data, 1);
  if (asset === undefined || account === undefined || amount === undefined) return undefined;
  const message = messageBefore(logs, log);
  const counterpart: ActionCounterpart = {
    network: domainName(Number.parseInt(log.topics[3]?.slice(56) ?? '', 16)),
    address: formatRecipient(wordAt(log.data, 0)),
    message,
    certainty: message === undefined ? 'stated' : 'proven',
  };
  return createAction(nomad, {
    kind: 'bridge-out',
    account,
    given: [{ asset, amount, tokenId: undefined }],
    counterpart,
    evidence: [log.logIndex],
    note:
      message === undefined
        ? 'Sent to another network. The log of its message is not indexed.'
        : 'Sent to another network. The hash of the message is logged there when it is paid out.',
  });
}

/** Where what the router paid is indexed without its log: messages and payments of one transaction, in their order. */
function readProcessed(input: ProtocolInput): ProtocolAction[] {
  const messages = input.logs.filter(
    ({ address, topics }) => topics[0] === EVENTS.NOMAD_PROCESS.topic && REPLICAS.has(address),
  );
  const payments = messages.length === 0 ? [] : input.moves.filter((move) => isPayment(move));
  const isPaired = messages.length === payments.length;
  return payments.map(({ asset, amount, to }, i) => {
    const [log] = isPaired ? messages.slice(i) : [];
    return createAction(nomad, {
      kind: 'bridge-in',
      account: to,
      got: [{ asset, amount, tokenId: undefined }],
      parties: [{ role: 'payer', address: BRIDGE_ROUTER }],
      counterpart: {
        network: log && REPLICAS.get(log.address),
        address: undefined,
        message: log?.topics[1],
        certainty: log && !isForged(input) ? 'proven' : 'stated',
      },
      evidence: (log ? [log] : messages).map(({ logIndex }) => logIndex),
      note: isForged(input)
        ? FORGED
        : 'Paid out by the bridge for a message from another network, which its log names by hash.',
    });
  });
}

function isPayment({ kind, from, amount }: ProtocolInput['moves'][number]): boolean {
  return kind === 'token' && from === BRIDGE_ROUTER && amount > 0n;
}

const FORGED =
  'Paid out by the bridge. In this block it accepted messages that nobody had sent: the origin it names is only what the message says.';

function isForged({ transaction }: ProtocolInput): boolean {
  const height = positionHeight(transaction.position);
  return height >= FORGED_FROM && height <= FORGED_TO;
}

function readReceive(input: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const asset = toAddress(log.topics[2]);
  const recipient = toAddress(log.topics[3]);
  const amount = numberAt(log.data, 1);
  const provider: AccountKey | undefined = addressAt(log.data, 0);
  if (asset === undefined || recipient === undefined || amount === undefined || provider === undefined)
    return undefined;
  const message = messageAfter(input.logs, log);
  const origin = log.topics[1]?.slice(48) ?? '';
  const isProven = message !== undefined && !isForged(input);
  return createAction(nomad, {
    kind: 'bridge-in',
    account: recipient,
    got: [{ asset, amount, tokenId: undefined }],
    parties: [{ role: 'payer', address: log.address }],
    counterpart: {
      network: domainName(Number.parseInt(origin.slice(0, 8), 16)),
      address: undefined,
      message: message ?? `nonce ${Number.parseInt(origin.slice(8), 16)}`,
      certainty: isProven ? 'proven' : 'stated',
    },
    evidence: [log.logIndex],
    note: isForged(input)
      ? FORGED
      : 'Paid out by the bridge for a message from another network, which its log names by hash.',
  });
}

/**
 * The Nomad token bridge on Ethereum (nomad-xyz/monorepo, 2022: `Send`, `Receive` of the BridgeRouter, `Dispatch` of Home,
 * `Process` of a Replica). The message hash is in the logs of both networks.
 */
export const nomad = defineProtocol({
  id: 'nomad',
  version: 2,
  name: 'Nomad bridge',
  kinds: ['bridge-out', 'bridge-in'],
  chains: ['eth'],
  topics: [EVENTS.NOMAD_SEND.topic, EVENTS.NOMAD_RECEIVE.topic, EVENTS.NOMAD_PROCESS.topic],
  find(input): ProtocolAction[] {
    const actions = input.logs.flatMap((log) => {
      if (log.address !== BRIDGE_ROUTER || log.topics.length !== 4) return [];
      if (log.topics[0] === EVENTS.NOMAD_SEND.topic) return readSend(input, log) ?? [];
      return log.topics[0] === EVENTS.NOMAD_RECEIVE.topic ? (readReceive(input, log) ?? []) : [];
    });
    return actions.some(({ kind }) => kind === 'bridge-in') ? actions : [...actions, ...readProcessed(input)];
  },
  mentions(log) {
    if (log.address !== BRIDGE_ROUTER || log.topics.length !== 4) return [];
    const address = toAddress(log.topics[log.topics[0] === EVENTS.NOMAD_SEND.topic ? 2 : 3]);
    return address === undefined ? [] : [address];
  },
});
