import type { AlertLine } from '@trailmark/core/alert';
import type { ChainId } from '@trailmark/core/chain';
import type { ReadOptions } from '@trailmark/core/read-options';
import { lockAlertOfKey } from '@trailmark/store/cases/alerts/alert-rows';
import type { Caller } from '../casework/caller.ts';
import { formatAlertNumber } from '../inbox/alert-view.ts';
import { watchTest } from '../inbox/kinds/watch-test.ts';
import { raiseAlert } from '../inbox/raise-alert.ts';
import { actOnWatch, openWatch, type WatchDeps } from './change-watches.ts';
import { formatWatchNumber } from './engine/to-alert.ts';
import { previewWatch } from './preview-watch.ts';

/** How far back a transaction is looked for that meets the rules. */
const WEEKS = 13;

interface TestedWatch {
  readonly alert: string;
  readonly number: string;
  readonly found: string | null;
}

/**
 * Raises a test alert in the inbox, channels and emails of a watch, now, whatever its quiet hours. Throws `conflict` for another
 * version than the present one.
 */
export async function testWatch(
  deps: WatchDeps,
  caller: Caller,
  { id, version }: { readonly id: string; readonly version: number },
  read: ReadOptions,
): Promise<TestedWatch> {
  const { casework } = deps;
  const { caseId, subjectKind: kind, chain, subject, conditions, folds } = await openWatch(casework, caller, id);
  const body = {
    ...{ kind, chain: chain as ChainId, subject, folds: [...folds], weeks: WEEKS },
    conditions: conditions.map(({ rule, setting }) => ({ rule, setting: { ...setting } })),
  };
  const { items } = await previewWatch(deps, caller, { id: caseId, body }, read);
  const [last] = items;
  const line: AlertLine = last
    ? {
        mark: 'fact',
        name: 'Last met by',
        text: `${last.title}, block ${last.height}`,
        chain: body.chain,
        txid: last.txid,
      }
    : { mark: 'fact', name: 'Last met by', text: `no transaction in the last ${WEEKS} weeks of the index` };
  const at = casework.now();
  return actOnWatch(casework, caller, { id, version, action: 'watch.test' }, async (tx, row) => {
    const { agency, name, number, channels, recipients } = row;
    const key = `test:${id}:${at.toISOString()}`;
    const raised = await raiseAlert(tx, {
      ...{
        agency,
        case: caseId,
        kind: watchTest,
        key,
        mark: 'fact',
        place: null,
        happenedAt: at,
        at,
        channels,
        recipients,
      },
      title: `Test: ${name}`,
      summary: 'Somebody tried this watch. Nothing happened on a chain.',
      body: { movements: [], lines: [line], notes: ['This is a test.'], facts: { test: true } },
      // Not the watch itself: a test counts as no alert of it.
      origin: { id: `test:${id}`, name: `${formatWatchNumber(number)} ${name}`, words: `version ${version}` },
    });
    const made = await lockAlertOfKey(tx, agency, key);
    return { alert: raised.id, number: formatAlertNumber(made?.number ?? 0), found: last?.title ?? null };
  });
}
