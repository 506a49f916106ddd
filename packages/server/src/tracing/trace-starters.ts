import type { FlowStarter } from '@trailmark/api/contract/trace';
import { traceRequest } from '@trailmark/api/contract/trace-wire';
import { isAccountChainId } from '@trailmark/core/account-chain';
import { STATED_USD } from '@trailmark/core/asset';
import type { z } from 'zod';
import type { TraceDeps } from './open-trace.ts';

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

const STARTERS: readonly Starter[] = [
  {
    id: 'lifi-2024',
    title: 'LI.FI, July 2024: from one wallet to many exits',
    sentence:
      'Verified payments of the theft from LI.FI users, from the thief’s first wallet to the places they end, in dollars as their source states them.',
    shows: [
      'Exits at a mixer and at services',
      'Methods that disagree where funds mix',
      'Amounts stated by a table, not by the ledger',
    ],
    request: {
      chain: 'eth',
      asset: STATED_USD,
      seeds: [{ kind: 'address', address: '0x8b3cb6bf982798fba233bca56749e22eec42dcf3' }],
      method: 'fifo/1',
      incident: 'LI.FI theft of 16 July 2024',
      stops: { maxHops: 12 },
    },
    height: 20_318_954,
  },
];

function isHeld({ ledgers, accountLedgers }: TraceDeps, { request, height }: Starter): boolean {
  const { chain } = request;
  const ledger = isAccountChainId(chain) ? accountLedgers.find(chain) : ledgers.find(chain);
  return ledger?.reader.block(height) !== undefined;
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
      isHeld: isHeld(deps, starter),
    };
  });
}
