import type { AccountChainId } from '@trailmark/core/chain';

/** A network with the numbers that bridges know it by. */
export interface BridgeNetwork {
  /** As actions name it in `counterpart.network`. */
  readonly name: string;
  /** Where it is a chain that Trailmark reads. */
  readonly chain?: AccountChainId;
  /** EIP-155 number; Across and LI.FI name networks by it, and give one to networks that have none. */
  readonly number?: bigint;
  /** Circle's domain. */
  readonly cctp?: bigint;
  readonly wormhole?: bigint;
  /** Endpoint of LayerZero's second version. */
  readonly layerZero?: bigint;
}

/**
 * Numbers as the projects publish them: chainlist, Circle's supported domains, wormhole-foundation/wormhole-sdk-ts
 * (`chains.ts`), Stargate's mainnet contracts, across-protocol/contracts (2025).
 */
const NETWORKS: readonly BridgeNetwork[] = [
  { name: 'ethereum', chain: 'eth', number: 1n, cctp: 0n, wormhole: 2n, layerZero: 30101n },
  { name: 'avalanche', chain: 'avalanche', number: 43114n, cctp: 1n, wormhole: 6n, layerZero: 30106n },
  { name: 'optimism', chain: 'optimism', number: 10n, cctp: 2n, wormhole: 24n, layerZero: 30111n },
  { name: 'arbitrum', chain: 'arbitrum', number: 42161n, cctp: 3n, wormhole: 23n, layerZero: 30110n },
  { name: 'base', chain: 'base', number: 8453n, cctp: 6n, wormhole: 30n, layerZero: 30184n },
  { name: 'polygon', chain: 'polygon', number: 137n, cctp: 7n, wormhole: 5n, layerZero: 30109n },
  { name: 'bnb chain', chain: 'bsc', number: 56n, cctp: 17n, wormhole: 4n, layerZero: 30102n },
  { name: 'gnosis', number: 100n },
  { name: 'noble', cctp: 4n },
  { name: 'solana', cctp: 5n, wormhole: 1n },
  { name: 'sui', cctp: 8n, wormhole: 21n },
  { name: 'aptos', cctp: 9n, wormhole: 22n },
  { name: 'unichain', number: 130n, cctp: 10n, wormhole: 44n },
  { name: 'linea', number: 59144n, cctp: 11n, wormhole: 38n, layerZero: 30183n },
  { name: 'codex', cctp: 12n },
  { name: 'sonic', number: 146n, cctp: 13n, wormhole: 52n },
  { name: 'world chain', number: 480n, cctp: 14n, wormhole: 45n },
  { name: 'sei', cctp: 16n, wormhole: 40n },
  { name: 'zksync', number: 324n },
  { name: 'blast', number: 81457n },
  { name: 'scroll', number: 534352n, wormhole: 34n, layerZero: 30214n },
  { name: 'mode', number: 34443n },
  { name: 'lisk', number: 1135n },
  { name: 'zora', number: 7777777n },
  { name: 'ink', number: 57073n, wormhole: 46n },
  { name: 'soneium', number: 1868n },
  { name: 'fantom', wormhole: 10n },
  { name: 'celo', wormhole: 14n },
  { name: 'near', wormhole: 15n },
  { name: 'moonbeam', wormhole: 16n },
  { name: 'injective', wormhole: 19n },
  { name: 'algorand', wormhole: 8n },
];

type NumberKind = 'number' | 'cctp' | 'wormhole' | 'layerZero';

const WORDS: Readonly<Record<NumberKind, string>> = {
  number: 'chain',
  cctp: 'domain',
  wormhole: 'wormhole chain',
  layerZero: 'endpoint',
};

/** Name of a network by one of its numbers; `chain 777` where it is not in the list. */
export function bridgeNetworkName(kind: NumberKind, number: bigint): string {
  return NETWORKS.find((network) => network[kind] === number)?.name ?? `${WORDS[kind]} ${number}`;
}

/** The number a bridge gives to a chain. A development node counts as Ethereum, of which it may be a copy. */
export function bridgeNumber(kind: NumberKind, chain: AccountChainId): bigint | undefined {
  const known = chain === 'eth-dev' ? 'eth' : chain;
  return NETWORKS.find((network) => network.chain === known)?.[kind];
}

/** The chain that an action's `counterpart.network` names, where it is one that Trailmark reads. */
export function findBridgeChain(name: string): AccountChainId | undefined {
  return NETWORKS.find((network) => network.name === name)?.chain;
}

/** An address of 20 bytes from a word, as its digits; all 32 bytes where the upper twelve are not zero. */
export function shortenWord(word: string): string {
  return word.startsWith('0'.repeat(24)) ? word.slice(24) : word;
}
