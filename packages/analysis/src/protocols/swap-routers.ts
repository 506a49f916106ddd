import type { AccountKey } from '@trailmark/core/account-block';

/**
 * Routers by address, with the name their operators publish. A router only adds a name to a swap: what was swapped is netted
 * from the moves whoever routed it. Uniswap, 1inch and 0x deploy at the same address on the chains listed here.
 */
export const SWAP_ROUTERS: ReadonlyMap<AccountKey, string> = new Map([
  ['7a250d5630b4cf539739df2c5dacb4c659f2488d', 'Uniswap v2 router'],
  ['e592427a0aece92de3edee1f18e0157c05861564', 'Uniswap v3 router'],
  ['68b3465833fb72a70ecdf485e0e4c7bd8665fc45', 'Uniswap router 2'],
  ['ef1c6e67703c7bd7107eed8303fbe6ec2554bf6b', 'Uniswap universal router'],
  ['3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad', 'Uniswap universal router'],
  ['66a9893cc07d91d95644aedd05d03f95e1dba8af', 'Uniswap universal router'],
  ['d9e1ce17f2641f24ae83637ab66a2cca9c378b9f', 'SushiSwap router'],
  ['1111111254fb6c44bac0bed2854e76f90643097d', '1inch v4 router'],
  ['1111111254eeb25477b68fb85ed929f73a960582', '1inch v5 router'],
  ['111111125421ca6dc452d289314280a0f8842a65', '1inch v6 router'],
  ['def1c0ded9bec7f1a1670819833240f027b25eff', '0x exchange proxy'],
]);
