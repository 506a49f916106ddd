import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { ClusterView, MergeAlarm } from '@trailmark/core/cluster';
import type { ReadOptions } from '@trailmark/core/read-options';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import { type ClusterScope, toLinkRows } from './cluster-answer.ts';

type AlarmRow = RouteOutput<Contract['listMergeAlarms']>['items'][number];

/** Alarms as they are answered, in the order given. */
export async function toAlarmRows(
  scope: ClusterScope,
  alarms: readonly MergeAlarm[],
  read: ReadOptions,
): Promise<AlarmRow[]> {
  const links = await toLinkRows(
    scope,
    alarms.map(({ link }) => link),
    read,
  );
  const { chain } = scope.ledger;
  return alarms.flatMap((alarm, i) => {
    const link = links[i];
    return link
      ? [{ link, parts: alarm.parts.map(({ root, size }) => ({ root: formatOwner(chain, root), size })) }]
      : [];
  });
}

/** No transaction raises more alarms than it has inputs. */
const MOST_ALARMS_AT_ONCE = 100_000;

/** Alarms before a position. Those of one transaction stay on one page, however many they are. */
function pageOfAlarms(
  { clusters }: ClusterScope,
  view: ClusterView,
  before: number | undefined,
  limit: number,
): readonly MergeAlarm[] {
  const found = clusters.alarms(view, { before, limit: limit + 1 });
  const cut = found[limit]?.position;
  if (cut === undefined) return found;
  const whole = found.filter(({ position }) => position !== cut);
  if (whole.length > 0) return whole;
  return clusters.alarms(view, { before, limit: MOST_ALARMS_AT_ONCE }).filter(({ position }) => position === cut);
}

/** A page of alarms, the latest first, and where the next page starts. */
export async function readAlarmPage(
  scope: ClusterScope,
  { view, cursor, limit }: { readonly view: ClusterView; readonly cursor?: string | undefined; readonly limit: number },
  read: ReadOptions,
): Promise<{ items: AlarmRow[]; next: string | null }> {
  const key = listKey(['alarms', scope.ledger.id, view]);
  const before = decodeCursor(key, cursor, 1)?.[0];
  const page = pageOfAlarms(scope, view, before, limit);
  const last = page.at(-1)?.position;
  const isMore = last !== undefined && scope.clusters.alarms(view, { before: last, limit: 1 }).length > 0;
  return { items: await toAlarmRows(scope, page, read), next: isMore ? encodeCursor(key, [last]) : null };
}
