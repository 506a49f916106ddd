import type { AccountLog } from '@trailmark/core/account-block';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedAccounts } from '../ledgers.ts';
import type { NamedAccount } from './account-input.ts';
import type { AccountView } from './account-view.ts';
import { type PageActions, readActions, toAction } from './actions.ts';
import type { AccountSummary } from './summary.ts';

const MOST_EVENTS = 50;
/** What a log may do to an address without its doing. Approvals and swaps are in the history. */
const EVENT_KINDS: ReadonlySet<string> = new Set(['freeze', 'unfreeze', 'destroy-frozen']);

interface Mention {
  readonly position: Position;
  readonly log: AccountLog;
}

export interface AccountEvents {
  readonly mentions: readonly Mention[];
  readonly page: PageActions;
}

/** Logs that speak of an address, newest first, and what protocols did in their transactions. */
export async function readEvents(
  ledger: ServedAccounts,
  { key }: NamedAccount,
  read: ReadOptions,
): Promise<AccountEvents> {
  const mentions = await ledger.reader.mentions(key, { limit: MOST_EVENTS }, read);
  const positions = [...new Set(mentions.map(({ position }) => position))];
  if (positions.length === 0) return { mentions, page: { actions: new Map(), records: new Map(), moves: new Map() } };
  return { mentions, page: await readActions(ledger, positions, read) };
}

function isOf({ kind, account, evidence }: ProtocolAction, key: string, log: AccountLog): boolean {
  return EVENT_KINDS.has(kind) && account === key && evidence.includes(log.logIndex);
}

/** Freezes and the like, newest first. */
export function toEvents(
  view: AccountView,
  { key }: NamedAccount,
  { mentions, page }: AccountEvents,
): AccountSummary['events'] {
  return mentions.flatMap(({ position, log }) => {
    const height = positionHeight(position);
    const own = (page.actions.get(position) ?? []).filter((action) => isOf(action, key, log));
    return own.map((action) => ({
      ...toAction(view, action),
      hash: page.records.get(position)?.hash ?? null,
      height,
      time: view.moment(height).time,
    }));
  });
}
