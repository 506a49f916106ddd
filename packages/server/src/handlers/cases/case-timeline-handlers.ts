import { followItem, type LedgerParts, refreshLedgerEvents } from '../../cases/ledger-events.ts';
import { addEvent, changeEvent, readWithdrawnEvents, withdrawEvent } from '../../cases/reported-events.ts';
import { readTimeline, readTimelinePage } from '../../cases/timeline.ts';
import { exportTimeline } from '../../cases/timeline-export.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type TimelineHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-timeline').caseTimelineRoutes>;

/** The timeline of a case, and what people report on it. */
export function createCaseTimelineHandlers(casework: CaseworkContext, parts: LedgerParts): TimelineHandlers {
  return {
    getCaseTimeline: ({ params, query }, { caller }) => readTimeline(casework, caller, params.case, query),
    listCaseTimeline: ({ params, query }, { caller }) => readTimelinePage(casework, caller, params.case, query),
    exportCaseTimeline: ({ params, query }, { caller }) => exportTimeline(casework, caller, params.case, query),
    refreshCaseTimeline: ({ params }, { caller, read }) =>
      refreshLedgerEvents(casework, parts, caller, { id: params.case, read }),
    addCaseEvent: ({ params, body }, { caller }) => addEvent(casework, caller, params.case, body),
    updateCaseEvent: ({ params, body }, { caller }) =>
      changeEvent(casework, caller, { id: params.case, event: params.event }, body),
    withdrawCaseEvent: ({ params, body }, { caller }) =>
      withdrawEvent(casework, caller, { id: params.case, event: params.event }, body.why),
    listWithdrawnCaseEvents: ({ params }, { caller }) => readWithdrawnEvents(casework, caller, params.case),
  };
}

type ItemHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-item').caseItemRoutes>;

/** The handlers of pinned results, where the timeline follows the addresses among them. */
export function createFollowedItemHandlers(
  items: ItemHandlers,
  casework: CaseworkContext,
  parts: LedgerParts,
): ItemHandlers {
  return {
    ...items,
    pinCaseItem: async (input, scope) => {
      const pinned = await items.pinCaseItem(input, scope);
      const { caller, read } = scope;
      if (!pinned.wasThere)
        await followItem(casework, parts, caller, { id: input.params.case, item: pinned.item, read });
      return pinned;
    },
    checkCaseItem: async (input, scope) => {
      const checked = await items.checkCaseItem(input, scope);
      const { caller, read } = scope;
      await followItem(casework, parts, caller, { id: input.params.case, item: checked.item, read });
      return checked;
    },
  };
}
