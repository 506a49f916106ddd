import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/chain';

interface AccountChainFacts {
  readonly id: AccountChainId;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Names of the token standards as the field uses them on this chain. */
  readonly standards: { readonly token: string; readonly nft: string; readonly multiToken: string };
  /** Ticker of the coin in the price table. */
  readonly ticker: string | undefined;
  readonly isTest: boolean;
}

/** Where the fee of a transaction goes, as far as the block itself shows. */
export type FeeRule =
  /** The base fee is burned, the rest is the producer's (EIP-1559); before it everything is the producer's. */
  | 'base-fee-burned'
  /** Everything goes to the producer named in the header. */
  | 'to-producer'
  /** The protocol shares it out in ways a block does not show: the sender's loss is known, the recipients are not. */
  | 'recipients-unknown';

export interface EvmChain extends AccountChainFacts {
  readonly family: 'evm';
  /** EIP-155. */
  readonly chainId: number;
  /** Block 0, 64 hex digits; undefined for development chains, which make their own. */
  readonly genesisHash: string | undefined;
  readonly feeRule: FeeRule;
  /** Receipts of a rollup state what its data costs on the chain below (`l1Fee`), paid by the sender on top of gas. */
  readonly hasL1Fee: boolean;
  /** The contract that wraps the coin without Transfer events on deposit and withdrawal. */
  readonly wrappedNative: AccountKey | undefined;
  /** Header, transactions and receipts hash as on Ethereum, so that a block can be proven to its hash. */
  readonly hasEthereumHashes: boolean;
  /** Time of the fork from which SELFDESTRUCT no longer burns (EIP-6780), seconds; undefined: not known. */
  readonly cancunTime: number | undefined;
  /** The same as a height, where a chain set the fork by height. */
  readonly cancunHeight?: number | undefined;
  /** Blocks on top after which one counts as final where the node has no `finalized` tag. */
  readonly finalityDepth: number;
}

export interface TronChain extends AccountChainFacts {
  readonly family: 'tron';
  readonly genesisHash: string;
  readonly finalityDepth: number;
}

export type AccountChain = EvmChain | TronChain;

/** An EVM chain: 18 decimals and ERC names by default. */
export function defineEvmChain(
  chain: Omit<EvmChain, 'family' | 'decimals' | 'standards' | 'isTest'> &
    Partial<Pick<EvmChain, 'standards' | 'isTest'>>,
): EvmChain {
  return {
    standards: { token: 'ERC-20', nft: 'ERC-721', multiToken: 'ERC-1155' },
    isTest: false,
    ...chain,
    family: 'evm',
    decimals: 18,
  };
}

/** The TRON chain: 6 decimals. */
export function defineTronChain(chain: Omit<TronChain, 'family' | 'decimals' | 'standards' | 'isTest'>): TronChain {
  return {
    ...chain,
    family: 'tron',
    decimals: 6,
    standards: { token: 'TRC-20', nft: 'TRC-721', multiToken: 'TRC-1155' },
    isTest: false,
  };
}
