import type { AddressKey } from '@trailmark/core/ledger';
import type { BehaviourSubject } from '@trailmark/core/screening/behaviour';
import type { Flow } from './history.ts';
import { slide } from './slide.ts';

interface OneOff {
  readonly flows: Flow[];
  readonly time: number;
}

interface Crowd {
  readonly flows: readonly Flow[];
  readonly parties: number;
  /** Of all flows, services left out. */
  readonly allParties: number;
}

/** All flows of each party that is no service. */
function groupByParty(flows: readonly Flow[], isService: BehaviourSubject['isService']): Map<AddressKey, Flow[]> {
  const parties = new Map<AddressKey, Flow[]>();
  for (const flow of flows) {
    const same = parties.get(flow.other);
    if (same) same.push(flow);
    else parties.set(flow.other, [flow]);
  }
  for (const key of parties.keys()) if (isService(key)) parties.delete(key);
  return parties;
}

/**
 * The time in which most parties appear that appear at no other time: staff and customers who come back are none of them.
 * Undefined for flows without such parties.
 */
export function findCrowd(flows: readonly Flow[], subject: BehaviourSubject, seconds: number): Crowd | undefined {
  const parties = groupByParty(flows, subject.isService);
  const oneOffs: OneOff[] = [];
  for (const own of parties.values()) {
    const [first, last] = [own[0]?.time ?? 0, own.at(-1)?.time ?? 0];
    if (last - first <= seconds) oneOffs.push({ flows: own, time: first });
  }
  oneOffs.sort((a, b) => a.time - b.time);
  let best = { start: 0, end: 0 };
  for (const run of slide(oneOffs, seconds)) if (run.end - run.start > best.end - best.start) best = run;
  const crowd = oneOffs.slice(best.start, best.end);
  if (crowd.length === 0) return undefined;
  return { flows: crowd.flatMap((each) => each.flows), parties: crowd.length, allParties: parties.size };
}
