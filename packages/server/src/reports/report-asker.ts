import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { CallHandler } from '../http/call-handler.ts';
import type { RequestScope } from '../http/request-scope.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers } from '../ledger/ledgers.ts';
import type { SourceHost } from '../sources/source-host.ts';

/** Where reports read from. */
export interface ReportDeps {
  readonly casework: CaseworkContext;
  readonly knowledge: Knowledge;
  readonly ledgers: Ledgers;
  readonly software: () => string;
  /** External sources; undefined where nothing leaves. */
  readonly sources?: SourceHost | undefined;
}

export interface ReportAsker {
  readonly deps: ReportDeps;
  readonly caller: Caller;
  readonly ask: CallHandler;
  readonly read: RequestScope['read'];
}
