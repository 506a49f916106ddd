import { checkItem, pinItem, readItem, readItems, withdrawCaseItem } from '../../cases/case-items.ts';
import { createOverlaps } from '../../cases/overlaps.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { createHandlerCaller } from '../../http/call-handler.ts';
import type { Handlers } from '../../http/mount.ts';

type CaseItemHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-item').caseItemRoutes>;

export interface ItemTools {
  /** Handlers of the tools whose answers are pinned. */
  readonly tools: Partial<Handlers>;
  readonly software: () => string;
}

/** Results pinned in cases. */
export function createCaseItemHandlers(casework: CaseworkContext, { tools, software }: ItemTools): CaseItemHandlers {
  return {
    listCaseItems: ({ params, query }, { caller }) => readItems(casework, caller, params.case, query),
    getCaseItem: ({ params }, { caller }) => readItem(casework, caller, params.case, params.item),
    pinCaseItem: ({ params, body }, scope) =>
      pinItem(
        casework,
        {
          ask: createHandlerCaller(tools, scope),
          findOverlaps: createOverlaps(casework, ownAccount(scope.caller).id),
          software: software(),
        },
        scope.caller,
        params.case,
        body,
      ),
    checkCaseItem: ({ params }, scope) =>
      checkItem(casework, createHandlerCaller(tools, scope), scope.caller, params.case, params.item),
    withdrawCaseItem: ({ params, body }, { caller }) =>
      withdrawCaseItem(casework, caller, { id: params.case, item: params.item, why: body.why }),
  };
}
