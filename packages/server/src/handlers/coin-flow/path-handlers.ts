import type { Handlers } from '../../http/mount.ts';
import { findPaths } from '../../tracing/find-paths.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';

/** Paths between two places, or to the nearest services. */
export function createPathHandlers(deps: TraceDeps): Pick<Handlers, 'findPaths'> {
  return { findPaths: ({ body }, { read }) => findPaths(deps, body, read) };
}
