import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { AssetKey } from '@trailmark/core/asset';
import type { AccountChainId, ChainId } from '@trailmark/core/chain';
import type { ActionKind, ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol } from './protocol.ts';

/** Issuers' own contracts: anybody's contract can write such a log, so only these count. */
const ISSUERS: Readonly<Partial<Record<AccountChainId, ReadonlyMap<AccountKey, string>>>> = {
  eth: new Map([
    ['dac17f958d2ee523a2206206994597c13d831ec7', 'Tether USDT'],
    ['a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'Circle USDC'],
    ['1abaea1f7c830bd89acc67ec4af516284b1bc33c', 'Circle EURC'],
    ['4fabb145d64652a948d72533023f6e7a623c7c53', 'Paxos BUSD'],
    ['8e870d67f660d95d5be530380d0ec0bd388289e1', 'Paxos USDP'],
    ['45804880de22913dafe09f4980848ece6ecbaf78', 'Paxos PAXG'],
  ]),
  arbitrum: new Map([['af88d065e77c8cc2239327c5edb3a432268e5831', 'Circle USDC']]),
  avalanche: new Map([['b97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', 'Circle USDC']]),
  base: new Map([['833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'Circle USDC']]),
  optimism: new Map([['0b2c639c533813f4aa9d7837caf62653d097ff85', 'Circle USDC']]),
  polygon: new Map([['3c499c542cef5e3811e1192ce70d8cc03d5c3359', 'Circle USDC']]),
  trx: new Map([['a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'Tether USDT']]),
};

/** Who can freeze a token at its holders, by its contract; undefined where no issuer is known to. */
export function findIssuer(chain: ChainId, asset: AssetKey): string | undefined {
  return ISSUERS[chain as AccountChainId]?.get(asset);
}

interface Meaning {
  readonly kind: ActionKind;
  readonly note: string;
}

const FREEZE =
  'The issuer froze this address: it can no longer move this token. What it holds of other assets is not affected.';
const UNFREEZE = 'The issuer lifted its freeze of this address for this token.';
const DESTROY = 'The issuer destroyed what this frozen address held of this token.';

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  [EVENTS.TETHER_ADDED.topic, { kind: 'freeze', note: FREEZE }],
  [EVENTS.TETHER_REMOVED.topic, { kind: 'unfreeze', note: UNFREEZE }],
  [EVENTS.TETHER_DESTROYED.topic, { kind: 'destroy-frozen', note: DESTROY }],
  [EVENTS.FIAT_TOKEN_BLACKLISTED.topic, { kind: 'freeze', note: FREEZE }],
  [EVENTS.FIAT_TOKEN_UNBLACKLISTED.topic, { kind: 'unfreeze', note: UNFREEZE }],
  [EVENTS.PAXOS_FROZEN.topic, { kind: 'freeze', note: FREEZE }],
  [EVENTS.PAXOS_UNFROZEN.topic, { kind: 'unfreeze', note: UNFREEZE }],
  [EVENTS.PAXOS_WIPED.topic, { kind: 'destroy-frozen', note: DESTROY }],
]);

/** Tether's contract on Ethereum does not index the address, the one on TRON does: it is in the data or in a topic. */
function readSubject({ topics, data }: AccountLog): { address: AccountKey | undefined; amount: bigint | undefined } {
  const isIndexed = topics.length > 1;
  const address = isIndexed ? toAddress(topics[1]) : addressAt(data, 0);
  const amount = topics[0] === EVENTS.TETHER_DESTROYED.topic ? numberAt(data, isIndexed ? 0 : 1) : undefined;
  return { address, amount };
}

function issuerOf(chain: AccountChainId, log: AccountLog): string | undefined {
  return ISSUERS[chain]?.get(log.address);
}

/**
 * Blacklist events of stablecoin issuers: Tether (`AddedBlackList`, `RemovedBlackList`, `DestroyedBlackFunds`, 2017), Circle's
 * FiatToken (`Blacklisted`, `UnBlacklisted`, 2018) and Paxos (`AddressFrozen`, `AddressUnfrozen`, `FrozenAddressWiped`, 2018).
 */
export const stablecoinFreeze = defineProtocol({
  id: 'stablecoin-freeze',
  version: 1,
  name: 'Stablecoin issuer',
  kinds: ['freeze', 'unfreeze', 'destroy-frozen'],
  chains: Object.keys(ISSUERS) as AccountChainId[],
  topics: [...MEANINGS.keys()],
  find({ chain, logs }): ProtocolAction[] {
    return logs.flatMap((log) => {
      const meaning = MEANINGS.get(log.topics[0] ?? '');
      const issuer = issuerOf(chain, log);
      const { address, amount } = readSubject(log);
      if (!meaning || issuer === undefined || address === undefined) return [];
      return [
        createAction(this, {
          ...meaning,
          protocol: issuer,
          account: address,
          about: amount === undefined ? [] : [{ asset: log.address, amount, tokenId: undefined }],
          parties: [{ role: 'issuer', address: log.address }],
          evidence: [log.logIndex],
        }),
      ];
    });
  },
  mentions(log, chain) {
    const { address } = readSubject(log);
    return issuerOf(chain, log) === undefined || address === undefined ? [] : [address];
  },
});
