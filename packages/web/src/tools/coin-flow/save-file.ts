import { flowRoutes } from '@trailmark/api/contract/flow';
import { traceRoutes } from '@trailmark/api/contract/trace';
import type { RouteInput } from '@trailmark/api/route';
import { saveRouteFile } from '../../save-file.ts';

const FILES = { exportFlowFile: flowRoutes.exportFlowFile, exportTraceAudit: traceRoutes.exportTraceAudit };
type FileRoutes = typeof FILES;

/** Asks the server for a file of a flow or a trace and saves it. */
export function saveFile<N extends keyof FileRoutes>(
  name: N,
  input: { readonly params?: Record<string, string>; readonly body: RouteInput<FileRoutes[N]>['body'] },
  fallback: string,
): Promise<void> {
  return saveRouteFile(FILES[name], input, fallback);
}
