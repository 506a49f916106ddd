import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ActionAmount, ProtocolAction } from '@trailmark/core/protocol-action';
import { numberAt, toAddress } from './abi-words.ts';
import { bridgeNetworkName, shortenWord } from './bridge-networks.ts';
import { EVENTS } from './event-signatures.ts';
import { findSentPacket, isDelivered, type SentPacket } from './layerzero-packet.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';

/** Pools of Stargate's second version (Stargate's documentation, mainnet contracts, 2025): of tokens, and of the coin. */
const POOLS: Readonly<Partial<Record<AccountChainId, readonly AccountKey[]>>> = {
  arbitrum: ['e8cdf27acd73a434d661c84887215f7598e7d0d3', 'ce8cca271ebc0533920c83d39f417ed6a0abb7d0'],
  avalanche: ['5634c4a5fed09819e3c46d86a965dd9447d86e47', '12dc9256acc9895b076f6638d628382881e62cee'],
  base: ['27a16dc786820b16e5c9028b75b99f6f604b5d26'],
  bsc: ['962bd449e630b0d928f308ce63f1a21f02576057', '138eb30f73bc423c6455c53df6d89cb01d9ebc63'],
  eth: ['c026395860db2d07ee33e05fe50ed7bd583189c7', '933597a323eb81cae705c5bc29985172fd5a3973'],
  optimism: ['ce8cca271ebc0533920c83d39f417ed6a0abb7d0', '19cfce47ed54a88614648dc3f19a5980097007dd'],
  polygon: ['9aa02d4fae7f58b8e8f34c66e756cc734dac7fe4', 'd47b03ee6d86cf251ee7860fb2acf9f91b9fd4d7'],
};
const COIN_POOLS: Readonly<Partial<Record<AccountChainId, AccountKey>>> = {
  arbitrum: 'a45b5130f36cdca45667738e2a258ab09f4a5f7f',
  base: 'dc181bd607330aeebef6ea62e03e5e1fb4b6f7c7',
  eth: '77b2043768d28e9c9ab44e1abfc95944bce57931',
  optimism: 'e8cdf27acd73a434d661c84887215f7598e7d0d3',
};
const NO_GUID = '0'.repeat(64);
/** Kind and asset come before the recipient in a message of a Stargate pool, nothing in one of a token. */
const POOL_RECIPIENT = 3;

type Emitter = 'coin-pool' | 'pool' | 'token';

function emitterOf({ chain }: ProtocolInput, { address }: AccountLog): Emitter {
  const known = chain === 'eth-dev' ? 'eth' : chain;
  if (COIN_POOLS[known] === address) return 'coin-pool';
  return POOLS[known]?.includes(address) ? 'pool' : 'token';
}

interface Ends {
  readonly from: (move: StoredMove) => boolean;
  readonly emitter: Emitter;
}

/** The amount in the asset that moved with it; the log names none. A pool of the coin takes its fee in the same payment. */
function findAmount(moves: readonly StoredMove[], amount: bigint, { from, emitter }: Ends): ActionAmount[] {
  if (emitter === 'coin-pool') return [{ asset: NATIVE_ASSET, amount, tokenId: undefined }];
  const found = moves.find((move) => move.kind === 'token' && move.amount === amount && from(move));
  return found ? [{ asset: found.asset, amount, tokenId: undefined }] : [];
}

function recipientOf(packet: SentPacket | undefined, emitter: Emitter): string | undefined {
  const start = emitter === 'token' ? 0 : POOL_RECIPIENT * 2;
  const word = packet?.message.slice(start, start + 64);
  return word?.length === 64 ? `0x${shortenWord(word)}` : undefined;
}

const SENT_BY_POOL = 'Sent to another network. The pool there logs the same message when it pays out.';
const SENT_BUS =
  'Sent to another network together with others. This log has no message yet: the transaction that sends them all has it.';
const SENT_BY_TOKEN =
  'Sent to another network by a token that LayerZero carried the message of. The contract is not one known here: check whose it is.';

function readSent(input: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const [, guid] = log.topics;
  const account = toAddress(log.topics[2]);
  const to = numberAt(log.data, 0);
  const amount = numberAt(log.data, 1);
  if (guid?.length !== 64 || account === undefined || to === undefined || amount === undefined) return undefined;
  const emitter = emitterOf(input, log);
  const packet = findSentPacket(input.logs, guid);
  const isOwn = packet?.to === to && toAddress(packet.sender) === log.address;
  if (emitter === 'token' && !isOwn) return undefined;
  const isBus = guid === NO_GUID;
  const from = (move: StoredMove): boolean =>
    move.from === account && (move.to === log.address || move.to === '' || move.asset === log.address);
  return createAction(layerzeroOft, {
    kind: 'bridge-out',
    account,
    given: findAmount(input.moves, amount, { from, emitter }),
    counterpart: {
      network: bridgeNetworkName('layerZero', to),
      address: recipientOf(packet, emitter),
      message: isBus ? undefined : guid,
      certainty: emitter === 'token' || isBus ? 'stated' : 'proven',
    },
    evidence: [log.logIndex],
    note: emitter === 'token' ? SENT_BY_TOKEN : isBus ? SENT_BUS : SENT_BY_POOL,
  });
}

const PAID_BY_POOL =
  'Paid out by a pool for a message from another network, whose id its log carries. Payments that were sent together share one message.';
const PAID_BY_TOKEN =
  'Paid out by a token for a message that LayerZero delivered to it. The contract is not one known here: check whose it is.';

function readReceived(input: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const [, guid] = log.topics;
  const account = toAddress(log.topics[2]);
  const origin = numberAt(log.data, 0);
  const amount = numberAt(log.data, 1);
  if (guid?.length !== 64 || account === undefined || origin === undefined || amount === undefined) return undefined;
  const emitter = emitterOf(input, log);
  if (emitter === 'token' && !isDelivered(input.logs, log.address, origin)) return undefined;
  const from = (move: StoredMove): boolean => move.to === account && (move.from === log.address || move.from === '');
  return createAction(layerzeroOft, {
    kind: 'bridge-in',
    account,
    got: findAmount(input.moves, amount, { from, emitter }),
    parties: [{ role: 'payer', address: log.address }],
    counterpart: {
      network: bridgeNetworkName('layerZero', origin),
      address: undefined,
      message: guid,
      certainty: emitter === 'token' ? 'stated' : 'proven',
    },
    evidence: [log.logIndex],
    note: emitter === 'token' ? PAID_BY_TOKEN : PAID_BY_POOL,
  });
}

/**
 * Tokens that LayerZero carries (LayerZero-Labs/LayerZero-v2, `IOFT`, 2024: `OFTSent`, `OFTReceived`), pools of Stargate's second
 * version among them (stargate-protocol/stargate-v2, 2024). Anybody may write these logs: pools known by address count, and tokens
 * whose message the endpoint logs in the same transaction, which are never called proven.
 */
export const layerzeroOft = defineProtocol({
  id: 'layerzero-oft',
  version: 1,
  name: 'Stargate and LayerZero tokens',
  kinds: ['bridge-out', 'bridge-in'],
  chains: ['arbitrum', 'avalanche', 'base', 'bsc', 'eth', 'optimism', 'polygon'],
  topics: [EVENTS.OFT_SENT.topic, EVENTS.OFT_RECEIVED.topic],
  find(input): ProtocolAction[] {
    return input.logs.flatMap((log) => {
      if (log.topics[0] === EVENTS.OFT_SENT.topic) return readSent(input, log) ?? [];
      return log.topics[0] === EVENTS.OFT_RECEIVED.topic ? (readReceived(input, log) ?? []) : [];
    });
  },
});
