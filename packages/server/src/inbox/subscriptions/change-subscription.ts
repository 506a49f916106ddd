import { createHash, randomBytes } from 'node:crypto';
import { API_BASE } from '@trailmark/api/contract';
import type { AlertSubscription } from '@trailmark/api/contract/alert-subscription';
import { type Digest, findSubscription, putDigest, putFeed } from '@trailmark/store/cases/alerts/subscription-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { caseScope, readCases } from '../../cases/case-scope.ts';
import { toSeconds } from '../../cases/case-view.ts';
import type { Caller } from '../../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';

const TOKEN_BYTES = 32;

/** What the database has of a token. */
export function hashFeedToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

async function readIn(tx: Transaction, account: string): Promise<AlertSubscription> {
  const row = await findSubscription(tx, account);
  if (!row) return { feed: null, digest: 'off' };
  const { feedSince, feedReadAt, feedReads, digest } = row;
  const readAt = feedReadAt && toSeconds(feedReadAt);
  return { feed: feedSince && { since: toSeconds(feedSince), readAt, reads: feedReads }, digest };
}

export function readSubscription(casework: CaseworkContext, caller: Caller): Promise<AlertSubscription> {
  return readCases(casework, caller, (tx) => readIn(tx, ownAccount(caller).id));
}

/** Changes the caller's own subscription and logs it, both or neither. */
function act(
  casework: CaseworkContext,
  caller: Caller,
  action: string,
  work: (tx: Transaction, owner: { readonly account: string; readonly agency: string }) => Promise<void>,
): Promise<AlertSubscription> {
  const { id: account, agency } = ownAccount(caller);
  const at = casework.now();
  return casework.store.transact({ ...caseScope(caller), at }, async (tx) => {
    await work(tx, { account, agency });
    const entry = { action: `alert-subscription.${action}`, object: { kind: 'account', id: account } };
    await recordAudit(tx, toAuditEvent(caller, entry, at));
    return readIn(tx, account);
  });
}

/** Makes a feed under a new token, or ends it. The address is in this answer and nowhere else. */
export async function changeFeed(
  casework: CaseworkContext,
  caller: Caller,
  isOn: boolean,
): Promise<{ subscription: AlertSubscription; url: string | null }> {
  const token = isOn ? randomBytes(TOKEN_BYTES).toString('base64url') : null;
  const hash = token && hashFeedToken(token);
  const subscription = await act(casework, caller, isOn ? 'start-feed' : 'end-feed', (tx, owner) =>
    putFeed(tx, owner, hash, casework.now()),
  );
  return { subscription, url: token && `${casework.origin}${API_BASE}/alert-feeds/${token}` };
}

export function changeDigest(casework: CaseworkContext, caller: Caller, digest: Digest): Promise<AlertSubscription> {
  return act(casework, caller, `digest-${digest}`, (tx, owner) => putDigest(tx, owner, digest, casework.now()));
}
