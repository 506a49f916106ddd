import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { Arrivals } from './arrivals.ts';
import { DownloadTickets } from './download-tickets.ts';
import { LongWork } from './long-work.ts';

/** What requests about evidence share while the server runs. */
export interface EvidenceService {
  readonly casework: CaseworkContext;
  /** Name and version of this program, for rows of custody. */
  readonly software: string;
  readonly arrivals: Arrivals;
  readonly comparing: LongWork<boolean>;
  readonly reading: LongWork<CaseEvidence>;
  readonly tickets: DownloadTickets;
}

export function createEvidenceService(casework: CaseworkContext, software: string): EvidenceService {
  return {
    casework,
    software,
    arrivals: new Arrivals(casework.filesDir),
    comparing: new LongWork(),
    reading: new LongWork(),
    tickets: new DownloadTickets(() => casework.now().getTime()),
  };
}

/** Names one file of one case, and who asks. */
export interface EvidenceCall {
  readonly caller: Caller;
  readonly id: string;
  readonly item: string;
}
