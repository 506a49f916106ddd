import type { ChainId } from '@trailmark/core/chain';

/**
 * Words of the Etherscan Flow case, schema version 1, as published in the repository etherscan/skills (MIT),
 * `skills/etherscan-flow/schema/case.schema.json`.
 */
export const ETHERSCAN_ROLES = [
  'wallet',
  'erc20_token',
  'nft_contract',
  'defi_pool',
  'multisig',
  'staking_contract',
  'lending_protocol',
  'dao_contract',
  'attacker_eoa',
  'scam_contract',
  'victim_wallet',
  'intermediate_wallet',
  'cex_deposit',
  'dex_router',
  'mixer_contract',
  'bridge',
  'nft_drainer_contract',
  'sweeper_bot',
  'unknown_eoa',
  'unknown_contract',
] as const;
export type EtherscanRole = (typeof ETHERSCAN_ROLES)[number];

export const ETHERSCAN_EDGE_TYPES = [
  'transfer',
  'token_transfer',
  'dex_swap',
  'bridge',
  'nft',
  'approve',
  'contract_call',
  'mint',
  'burn',
  'stake',
  'unstake',
  'borrow',
  'repay',
  'liquidity_add',
  'liquidity_remove',
] as const;
export type EtherscanEdgeType = (typeof ETHERSCAN_EDGE_TYPES)[number];

/** Fields this software takes over; others are counted and left out. */
export const ETHERSCAN_FIELDS = {
  case: ['id', 'name', 'schemaVersion', 'nodes', 'edges', '_meta'],
  node: ['id', 'address', 'chainid', 'label', 'subLabel', 'role', 'hop', 'notes', 'x', 'y'],
  edge: [
    'id',
    'source',
    'target',
    'amount',
    'token',
    'token_address',
    'txcount',
    'type',
    'txhash',
    'txhashes',
    'chainid',
    'block',
    'timestamp',
  ],
} as const;

/** Texts of a case: one line without tags and controls, at most 200 characters. */
export const ETHERSCAN_TEXT = 200;
export const ETHERSCAN_MAX_HASHES = 100;

/** EVM chains by EIP-155 number, both ways. `name` is the lower-case word a case uses. */
export interface ChainNumbers {
  readonly find: (chainId: number) => ChainId | undefined;
  readonly of: (chain: ChainId) => number | undefined;
  readonly name: (chainId: number) => string;
}
