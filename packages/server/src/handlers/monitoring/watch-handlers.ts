import type { watchRoutes } from '@trailmark/api/contract/watch';
import type { Handlers } from '../../http/mount.ts';
import {
  changeWatch,
  changeWatchState,
  createWatches,
  removeWatch,
  type WatchDeps,
} from '../../monitoring/change-watches.ts';
import { previewWatch } from '../../monitoring/preview-watch.ts';
import { readFrontierView } from '../../monitoring/read-frontier-view.ts';
import { listKinds, readHealth, readWatch, readWatches } from '../../monitoring/read-watches.ts';
import { testWatch } from '../../monitoring/test-watch.ts';

/** Watches of cases. */
export function createWatchHandlers({
  casework,
  ledgers,
  knowledge,
}: WatchDeps): Pick<Handlers, keyof typeof watchRoutes> {
  const deps = { casework, ledgers, knowledge };
  return {
    createWatches: ({ params, body }, { caller, read }) => createWatches(deps, caller, { id: params.case, body }, read),
    getWatch: ({ params }, { caller }) => readWatch(casework, caller, params.watch),
    getWatchFrontier: ({ params }, { caller, read }) => readFrontierView(deps, caller, params.watch, read),
    getWatchHealth: (_, { caller }) => readHealth(deps, casework, caller),
    listWatchKinds: async () => listKinds(deps),
    listWatches: ({ query }, { caller }) => readWatches(casework, caller, query),
    previewWatch: ({ params, body }, { caller, read }) => previewWatch(deps, caller, { id: params.case, body }, read),
    removeWatch: ({ params, body }, { caller }) => removeWatch(deps, caller, params.watch, body.version),
    setWatchState: ({ params, body }, { caller }) => changeWatchState(deps, caller, params.watch, body),
    testWatch: ({ params, body }, { caller, read }) =>
      testWatch(deps, caller, { id: params.watch, version: body.version }, read),
    updateWatch: ({ params, body }, { caller }) => changeWatch(deps, caller, params.watch, body),
  };
}
