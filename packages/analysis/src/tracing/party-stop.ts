import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { StopReason } from '@trailmark/core/trace/stop-reason';
import type { StopRules } from '@trailmark/core/trace/trace-request';

/** Whether a trail ends at a name that is no service: a private wallet continues, because who has it is not where its money is from. */
function endsAtName({ category }: KnownParty, { labelled }: StopRules): boolean {
  return labelled === true && category !== 'individual';
}

/** Why a trail ends at a party by who it is; undefined where the request follows on. The same on every chain. */
export function partyStop(party: KnownParty, stops: StopRules): StopReason | undefined {
  const { kind } = party;
  const ends = {
    service: stops.services,
    mixer: stops.mixers,
    sanctioned: stops.sanctioned,
    bridge: stops.contracts,
    contract: stops.contracts,
    named: endsAtName(party, stops),
  } as const;
  if (!ends[kind]) return undefined;
  return kind === 'named' ? 'labelled' : kind;
}
