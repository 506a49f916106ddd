import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { across } from './across.ts';
import { blend } from './blend.ts';
import { blurV1 } from './blur-v1.ts';
import { blurV2 } from './blur-v2.ts';
import { cctpV1 } from './cctp-v1.ts';
import { cctpV2 } from './cctp-v2.ts';
import { cowProtocol } from './cow-protocol.ts';
import { cryptopunks } from './cryptopunks.ts';
import { dexSwap } from './dex-swap.ts';
import { EVENT_NAMES } from './event-signatures.ts';
import { harmonyHorizon } from './harmony-horizon.ts';
import { layerzeroOft } from './layerzero-oft.ts';
import { lifi } from './lifi.ts';
import { looksrareV1 } from './looksrare-v1.ts';
import { looksrareV2 } from './looksrare-v2.ts';
import { METHOD_NAMES } from './method-signatures.ts';
import { nomad } from './nomad.ts';
import type { Protocol, ProtocolInput } from './protocol.ts';
import { rarible } from './rarible.ts';
import { seaport } from './seaport.ts';
import { stablecoinFreeze } from './stablecoin-freeze.ts';
import { sudoswap } from './sudoswap.ts';
import { thorchain } from './thorchain.ts';
import { tokenApproval } from './token-approval.ts';
import { tornadoCash } from './tornado-cash.ts';
import { wormhole } from './wormhole.ts';
import { wrappedCoin } from './wrapped-coin.ts';
import { wyvern } from './wyvern.ts';
import { x2y2 } from './x2y2.ts';

/** Every protocol, in the order their actions are listed. */
export const PROTOCOLS: readonly Protocol[] = [
  stablecoinFreeze,
  tornadoCash,
  nomad,
  harmonyHorizon,
  thorchain,
  cctpV1,
  cctpV2,
  across,
  wormhole,
  layerzeroOft,
  lifi,
  cowProtocol,
  dexSwap,
  cryptopunks,
  seaport,
  wyvern,
  looksrareV1,
  looksrareV2,
  blurV1,
  blurV2,
  blend,
  x2y2,
  rarible,
  sudoswap,
  wrappedCoin,
  tokenApproval,
];

const BY_TOPIC = new Map<string, Protocol[]>();
for (const protocol of PROTOCOLS) {
  if (protocol.topics === 'moves') continue;
  for (const topic of protocol.topics) BY_TOPIC.set(topic, [...(BY_TOPIC.get(topic) ?? []), protocol]);
}

function runsOn(protocol: Protocol, chain: AccountChainId): boolean {
  return protocol.chains === 'all' || chain === 'eth-dev' || protocol.chains.includes(chain);
}

/** What known protocols did in a transaction. A failed one did nothing. */
export function findActions(input: ProtocolInput): ProtocolAction[] {
  if (input.transaction.status === 'failed') return [];
  const topics = new Set(input.logs.map(({ topics: [first] }) => first ?? ''));
  return PROTOCOLS.filter(
    (protocol) =>
      runsOn(protocol, input.chain) &&
      (protocol.topics === 'moves' || protocol.topics.some((topic) => topics.has(topic))),
  ).flatMap((protocol) => protocol.find(input));
}

/** Addresses that logs speak of without moving anything: each once a log, never the empty key. */
export function findMentions(
  chain: AccountChainId,
  logs: readonly AccountLog[],
): { address: AccountKey; logIndex: number }[] {
  return logs.flatMap((log) => {
    const found = new Set<AccountKey>();
    for (const protocol of BY_TOPIC.get(log.topics[0] ?? '') ?? []) {
      if (!runsOn(protocol, chain)) continue;
      for (const address of protocol.mentions?.(log, chain) ?? []) found.add(address);
    }
    found.delete('');
    return [...found].map((address) => ({ address, logIndex: log.logIndex }));
  });
}

/** Name and parameter types of a known event, by its first topic: `Transfer(address,address,uint256)`. */
export function eventName(topic0: string): string | undefined {
  return EVENT_NAMES.get(topic0);
}

/** Name and parameter types of a well-known method, by the first four bytes of a call (8 hex digits). Others may share them. */
export function methodName(selector: string): string | undefined {
  return METHOD_NAMES.get(selector);
}
