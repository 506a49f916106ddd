import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ActionAmount, ProtocolAction } from '@trailmark/core/protocol-action';
import { bytesAt, numberAt, toAddress } from './abi-words.ts';
import { bridgeNetworkName, bridgeNumber, shortenWord } from './bridge-networks.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';
import { WRAPPED_COINS } from './wrapped-coins.ts';

interface Contracts {
  /** Publishes messages of anybody. */
  readonly core: AccountKey;
  /** Holds and pays out tokens; it is what messages of transfers come from. */
  readonly tokens: AccountKey;
}

/** As Wormhole's documentation (reference, contract addresses) and wormhole-sdk-ts (`tokenBridge.ts`) list them, 2025. */
const CONTRACTS: Readonly<Partial<Record<AccountChainId, Contracts>>> = {
  arbitrum: {
    core: 'a5f208e072434bc67592e4c49c1b991ba79bca46',
    tokens: '0b2402144bb366a632d14b83f244d2e0e21bd39c',
  },
  avalanche: {
    core: '54a8e5f9c4cba08f9943965859f6c34eaf03e26c',
    tokens: '0e082f06ff657d94310cb8ce8b0d9a04541d8052',
  },
  base: {
    core: 'bebdb6c8ddc678ffa9f8748f85c815c556dd8ac6',
    tokens: '8d2de8d2f73f1f4cab472ac9a881c9b123c79627',
  },
  bsc: {
    core: '98f3c9e6e3face36baad05fe09d375ef1464288b',
    tokens: 'b6f6d86a8f9879a9c87f643768d9efc38c1da6e7',
  },
  eth: {
    core: '98f3c9e6e3face36baad05fe09d375ef1464288b',
    tokens: '3ee18b2214aff97000d974cf647e7c347e8fa585',
  },
  optimism: {
    core: 'ee91c335eab126df5fdb3797ea9d6ad93aec9722',
    tokens: '1d68124e65fafc907325e3edbf8c4d84499daa8b',
  },
  polygon: {
    core: '7a4b5a56256163f07b2c80a7ca55abe66c4ec4d7',
    tokens: '5a58505a96d1dbf8df91cb21b54419fc36e93fde',
  },
};

function contractsOf(chain: AccountChainId): Contracts | undefined {
  return CONTRACTS[chain === 'eth-dev' ? 'eth' : chain];
}

/** The same text on both sides, and how Wormhole itself writes the id of a message: chain, emitter, sequence. */
function formatMessage(chain: bigint, emitter: string, sequence: bigint): string {
  return `${chain}/${emitter}/${sequence}`;
}

interface Transfer {
  /** In at most eight decimals: what is finer is not carried. */
  readonly amount: bigint;
  readonly token: string;
  readonly tokenChain: bigint;
  readonly recipient: string;
  readonly to: bigint;
}

const LONGEST_PAYLOAD = 8192;
const SHORTEST_TRANSFER = 133 * 2;

/** A transfer (1) or a transfer with a payload for a contract (3); undefined for what else the bridge publishes. */
function readTransfer(payload: string): Transfer | undefined {
  const kind = payload.slice(0, 2);
  if ((kind !== '01' && kind !== '03') || payload.length < SHORTEST_TRANSFER) return undefined;
  const at = (byte: number, length: number): string => payload.slice(byte * 2, (byte + length) * 2);
  return {
    amount: BigInt(`0x${at(1, 32)}`),
    token: at(33, 32),
    tokenChain: BigInt(`0x${at(65, 2)}`),
    recipient: at(67, 32),
    to: BigInt(`0x${at(99, 2)}`),
  };
}

/** Whether an amount is the one of a message once what is finer than eight decimals is left out. */
function isRounded(amount: bigint, normalized: bigint): boolean {
  for (let unit = 1n; unit <= 10n ** 10n; unit *= 10n) if (amount / unit === normalized) return true;
  return false;
}

interface Paid {
  readonly account: AccountKey;
  readonly given: ActionAmount;
}

/** The payment to the bridge that a message reports: of the token it names, or of the coin where that is the wrapped one. */
function findPayment({ chain, moves }: ProtocolInput, log: AccountLog, transfer: Transfer, tokens: AccountKey) {
  const isLocal = transfer.tokenChain === bridgeNumber('wormhole', chain);
  const token = isLocal ? toAddress(transfer.token) : undefined;
  const coin = WRAPPED_COINS[chain === 'eth-dev' ? 'eth' : chain];
  const isOf = ({ kind, asset, logIndex }: StoredMove): boolean => {
    if (kind === 'native' || kind === 'internal') return token !== undefined && token === coin;
    return kind === 'token' && (isLocal ? asset === token : true) && (logIndex ?? 0) < log.logIndex;
  };
  const found = moves.findLast(
    (move) => move.to === tokens && move.amount > 0n && isOf(move) && isRounded(move.amount, transfer.amount),
  );
  return found && toPaid(found);
}

function toPaid({ from, kind, asset, amount }: StoredMove): Paid {
  const moved: AssetKey = kind === 'token' ? asset : NATIVE_ASSET;
  return { account: from, given: { asset: moved, amount, tokenId: undefined } };
}

function readPublished(input: ProtocolInput, log: AccountLog, tokens: AccountKey): ProtocolAction | undefined {
  const source = bridgeNumber('wormhole', input.chain);
  const sequence = numberAt(log.data, 0);
  const transfer = readTransfer(bytesAt(log.data, 2, LONGEST_PAYLOAD) ?? '');
  const emitter = log.topics[1];
  if (source === undefined || sequence === undefined || emitter === undefined || !transfer) return undefined;
  const paid = findPayment(input, log, transfer, tokens);
  return createAction(wormhole, {
    kind: 'bridge-out',
    account: paid?.account ?? input.transaction.from,
    given: paid ? [paid.given] : [],
    counterpart: {
      network: bridgeNetworkName('wormhole', transfer.to),
      address: `0x${shortenWord(transfer.recipient)}`,
      message: formatMessage(source, emitter, sequence),
      certainty: 'proven',
    },
    evidence: [log.logIndex],
    note: 'Sent to another network. The token bridge there logs this message when it pays out.',
  });
}

/** What the bridge paid out after one message and before the next; the larger part is the recipient's, the rest a relayer's fee. */
function findPayout({ logs, moves }: ProtocolInput, log: AccountLog, tokens: AccountKey): StoredMove | undefined {
  const until =
    logs.find(({ topics, logIndex }) => topics[0] === log.topics[0] && logIndex > log.logIndex)?.logIndex ??
    Number.MAX_SAFE_INTEGER;
  const isAlone = logs.filter(({ address, topics }) => address === tokens && topics[0] === log.topics[0]).length === 1;
  const paid = moves.filter((move) => {
    if (move.kind === 'internal') return move.from === tokens && isAlone;
    if (move.kind !== 'token' || move.to === '' || move.logIndex === undefined) return false;
    const isBetween = move.logIndex > log.logIndex && move.logIndex < until;
    return isBetween && (move.from === tokens || move.from === '');
  });
  return paid.reduce<StoredMove | undefined>(
    (most, move) => (most === undefined || move.amount > most.amount ? move : most),
    undefined,
  );
}

function readRedeemed(input: ProtocolInput, log: AccountLog, tokens: AccountKey): ProtocolAction | undefined {
  const source = numberAt(log.topics[1] ?? '', 0);
  const [, , emitter] = log.topics;
  const sequence = numberAt(log.topics[3] ?? '', 0);
  if (source === undefined || emitter === undefined || sequence === undefined) return undefined;
  const paid = findPayout(input, log, tokens);
  return createAction(wormhole, {
    kind: 'bridge-in',
    account: paid?.to,
    got: paid ? [toPaid(paid).given] : [],
    parties: [{ role: 'payer', address: tokens }],
    counterpart: {
      network: bridgeNetworkName('wormhole', source),
      address: undefined,
      message: formatMessage(source, emitter, sequence),
      certainty: 'proven',
    },
    evidence: [log.logIndex],
    note: 'Paid out by the token bridge for a message from another network, which its log names by chain, emitter and sequence.',
  });
}

/**
 * Wormhole's token bridge, once Portal (wormhole-foundation/wormhole, 2021 to 2025: `LogMessagePublished` of the core contract by
 * the token bridge, `TransferRedeemed` of the token bridge). Guardians sign each message, which is paid out once.
 */
export const wormhole = defineProtocol({
  id: 'wormhole',
  version: 1,
  name: 'Wormhole token bridge',
  kinds: ['bridge-out', 'bridge-in'],
  chains: ['arbitrum', 'avalanche', 'base', 'bsc', 'eth', 'optimism', 'polygon'],
  topics: [EVENTS.WORMHOLE_PUBLISHED.topic, EVENTS.WORMHOLE_REDEEMED.topic],
  find(input): ProtocolAction[] {
    const contracts = contractsOf(input.chain);
    if (!contracts) return [];
    const { core, tokens } = contracts;
    return input.logs.flatMap((log) => {
      const [topic] = log.topics;
      if (topic === EVENTS.WORMHOLE_REDEEMED.topic && log.address === tokens) {
        return readRedeemed(input, log, tokens) ?? [];
      }
      const isPublished = topic === EVENTS.WORMHOLE_PUBLISHED.topic && log.address === core;
      return isPublished && toAddress(log.topics[1]) === tokens ? (readPublished(input, log, tokens) ?? []) : [];
    });
  },
});
