import { HAS_INTERNALS } from '@trailmark/core/account-block';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { balancerV2 } from './balancer-v2.ts';
import { curve } from './curve.ts';
import { type NetChange, netChange } from './net-change.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';
import { SWAP_ROUTERS } from './swap-routers.ts';
import type { SwapVenue } from './swap-venue.ts';
import { uniswapV2 } from './uniswap-v2.ts';
import { uniswapV3 } from './uniswap-v3.ts';
import { uniswapV4 } from './uniswap-v4.ts';

export const SWAP_VENUES: readonly SwapVenue[] = [uniswapV2, uniswapV3, uniswapV4, balancerV2, curve];

interface PoolLog {
  readonly venue: SwapVenue;
  readonly pool: string;
  readonly logIndex: number;
}

function listPools({ logs }: ProtocolInput): PoolLog[] {
  return logs.flatMap((log) => {
    const venue = SWAP_VENUES.find(({ topics }) => topics.includes(log.topics[0] ?? ''));
    const pool = venue?.poolOf(log);
    return venue && pool !== undefined ? [{ venue, pool, logIndex: log.logIndex }] : [];
  });
}

function describeNet({ given, got }: NetChange): string {
  if (given.length === 1 && got.length === 1) return 'Net change of the account that started it, without the fee.';
  if (given.length === 0 && got.length === 0)
    return 'The account that started it neither gave nor got anything but the fee: contracts traded among themselves.';
  return 'What the account that started it gave and got is not one asset for one other, so this is a list of its net changes and not a rate.';
}

function describe(input: ProtocolInput, net: NetChange, pools: readonly PoolLog[]): string {
  const count = new Set(pools.map(({ pool }) => pool)).size;
  const router = SWAP_ROUTERS.get(input.transaction.to);
  return [
    describeNet(net),
    router === undefined ? '' : `Called through: ${router}.`,
    count === 1 ? 'One exchange contract took part.' : `${count} exchange contracts took part.`,
    net.hasMergedCoin ? 'The coin and its wrapped form count as one here.' : '',
    (input.transaction.holds & HAS_INTERNALS) === 0
      ? 'Internal transfers are not indexed, so coin that contracts paid out may be missing.'
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * A transaction that holds a log of an exchange is one swap of the account that started it: what it lost for what it gained,
 * however many pools and whichever router lay between (netting per transaction, as in GraphSense 2.16 and explorers).
 * The logs are only the sign; amounts come from the moves, so that a lying log cannot state any.
 */
export const dexSwap = defineProtocol({
  id: 'dex-swap',
  version: 1,
  name: 'Decentralised exchange',
  kinds: ['swap'],
  chains: 'all',
  topics: SWAP_VENUES.flatMap(({ topics }) => topics),
  find(input): ProtocolAction[] {
    const pools = listPools(input);
    if (pools.length === 0) return [];
    const account = input.transaction.from;
    const net = netChange(input.chain, input.moves, account);
    return [
      createAction(this, {
        kind: 'swap',
        protocol: [...new Set(pools.map(({ venue }) => venue.name))].join(', '),
        account: net.given.length + net.got.length === 0 ? undefined : account,
        given: net.given,
        got: net.got,
        parties: [...new Set(pools.map(({ pool }) => pool))].slice(0, 20).map((address) => ({ role: 'pool', address })),
        evidence: pools.map(({ logIndex }) => logIndex),
        note: describe(input, net, pools),
      }),
    ];
  },
});
