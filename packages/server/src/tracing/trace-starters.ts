import type { FlowStarter } from '@trailmark/api/contract/flow-graph';
import { traceRequest } from '@trailmark/api/contract/trace-wire';
import { STATED_USD } from '@trailmark/core/asset';
import type { z } from 'zod';
import type { TraceDeps } from './trace-as-of.ts';

/** A case prepared from the data that comes along. */
interface Starter {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly shows: readonly string[];
  readonly request: z.input<typeof traceRequest>;
  /** A height that the data hold where they were loaded. */
  readonly height: number;
}

/** The wallets from which the source of the Harmony case follows the money, in January 2023. */
const HARMONY_SOURCES: readonly string[] = [
  '0xc7a2dd0d776957b44821c961e1e1c1d80faa26b4',
  '0x7a017e5e9672bc994dcb1a2a27d853c9c629f7c3',
  '0xc94818b747964a12e50628405324e0ccc3187b42',
  '0xf8bae53adffac69028533da5fc77afd77ac0553a',
  '0xb925772079f9358cc023be938c5e4d403c22fb38',
  '0x1869b73c505003dd4022a4801e91b1b190b2e10a',
  '0x405007310e8d62525024e7a305cda605d4f8d2cd',
  '0xbaa02f164c509617947473f2c23419f7d11e8e67',
  '0x1edd087099c16ab0dbcc44eaf390c142b85f9fcb',
  '0x09a64d8d2d36434d178a10ed32afddb8d3273085',
  '0x21f56582efa07817cc2f433cfcba039e4c31e8c2',
  '0x5cd3eede7e681d67ebadcf125e4951f3a6001978',
  '0xe0698feb220530e5134960fb74ade84b54b602be',
  '0x810db892ac30fcfbf82340d3ee1e7a4241cb4348',
];

const STARTERS: readonly Starter[] = [
  {
    id: 'bitcoin-2011',
    title: 'Bitcoin, January 2011: one payment of 43.74 BTC',
    sentence:
      'A coin that is split, peeled and paid together with other funds within the three weeks of blocks that come along.',
    shows: [
      'Peel chains',
      'Methods that differ where funds mix',
      'Change, by rule, at every hop',
      'Where the data end',
    ],
    request: {
      chain: 'btc',
      seeds: [{ kind: 'output', txid: '38e3156d3edfd4bd32013121b916631dd1bc2e787d7dbcd5cada2991601fb123', vout: 0 }],
      method: 'fifo/1',
      stops: { maxHops: 12 },
    },
    height: 101_661,
  },
  {
    id: 'lifi-2024',
    title: 'LI.FI, July 2024: from one wallet to a mixer and beyond',
    sentence:
      'Payments of the theft from users of LI.FI, verified by hand, from the thief’s first wallet on, in dollars as their source states them.',
    shows: [
      'Exits at a mixer, a bridge and a service',
      'Amounts that a table states, not the ledger',
      'Labels as claims',
    ],
    request: {
      chain: 'eth',
      asset: STATED_USD,
      seeds: [{ kind: 'address', address: '0x8b3cb6bf982798fba233bca56749e22eec42dcf3' }],
      method: 'fifo/1',
      incident: 'LI.FI, 16 July 2024',
      stops: { maxHops: 12 },
    },
    height: 20_318_954,
  },
  {
    id: 'harmony-2023',
    title: 'Harmony bridge, January 2023: to deposits at exchanges',
    sentence:
      'The verified payments from the wallets behind the theft from the Harmony bridge; amounts below 400,000 dollars are summed and not followed.',
    shows: ['One incident with many sources', 'Deposits at exchanges', 'Cuts that say what they cut'],
    request: {
      chain: 'eth',
      asset: STATED_USD,
      seeds: HARMONY_SOURCES.map((address) => ({ kind: 'address', address })),
      method: 'haircut/1',
      incident: 'Harmony bridge, 13 January 2023',
      stops: { maxHops: 12, minAmount: '400000000000' },
    },
    height: 16_400_290,
  },
];

function isIndexed({ ledgers }: TraceDeps, { request, height }: Starter): boolean {
  const { chain } = request;
  return ledgers.find(chain)?.reader.block(height) !== undefined;
}

/** Prepared cases, with whether this installation holds what they read. */
export function listStarters(deps: TraceDeps): FlowStarter[] {
  return STARTERS.map((starter) => {
    const { id, title, sentence, shows, request } = starter;
    return {
      id,
      title,
      sentence,
      shows: [...shows],
      request: traceRequest.parse(request),
      isHeld: isIndexed(deps, starter),
    };
  });
}
