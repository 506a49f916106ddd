import type { alertRoutes } from '@trailmark/api/contract/alert';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import { handleAlerts } from '../../inbox/handle-alerts.ts';
import { readAlert, readAlertCounts, readAlertPeople, readAlerts } from '../../inbox/read-alerts.ts';
import { AlertFeed, streamAlertCounts } from '../../inbox/stream-alerts.ts';

/** The inbox. `stopping` ends what is streamed. */
export function createAlertHandlers(
  casework: CaseworkContext,
  stopping?: AbortSignal,
): Pick<Handlers, keyof typeof alertRoutes> {
  const feed = new AlertFeed(casework);
  return {
    listAlerts: ({ query }, { caller }) => readAlerts(casework, caller, query),
    countAlerts: (_, { caller }) => readAlertCounts(casework, caller),
    getAlert: ({ params }, { caller }) => readAlert(casework, caller, params.alert),
    listAlertPeople: ({ params }, { caller }) => readAlertPeople(casework, caller, params.alert),
    handleAlerts: ({ body }, { caller }) => handleAlerts(casework, caller, body),
    async streamAlerts(_, { caller }) {
      const leaving = new AbortController();
      const signal = stopping ? AbortSignal.any([leaving.signal, stopping]) : leaving.signal;
      return new FileStream({
        name: 'alerts.txt',
        mediaType: 'text/event-stream',
        chunks: streamAlertCounts(casework, feed, { caller, signal }),
        onCancel: () => leaving.abort(),
      });
    },
  };
}
