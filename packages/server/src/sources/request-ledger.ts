import { AppError } from '@trailmark/core/errors';
import type { AnySource } from '@trailmark/ingest/on-demand/on-demand-source';
import { insertOutboundRequest, settleOutboundRequest } from '@trailmark/store/cases/sources/request-rows';
import type { Caller } from '../office/caller.ts';
import { type Office, scopeOf } from '../office/office.ts';
import type { SendDeps } from '../outbound/send-to-source.ts';

/** Writes each request in a transaction of its own before it leaves, and what came of it afterwards. */
export function createRequestLedger(
  office: Office,
  caller: Caller,
  source: AnySource,
): Pick<SendDeps, 'record' | 'settle'> {
  const { account } = caller;
  if (!account) throw new AppError('unauthorised', 'Requests leave for somebody who is signed in.');
  const scope = scopeOf(caller);
  return {
    record: ({ url, revealed }) =>
      office.store.transact(scope, (tx) =>
        insertOutboundRequest(tx, {
          agencyId: account.agency,
          accountId: account.id,
          sourceId: source.id,
          chain: source.chain,
          askedAt: office.now(),
          revealed: revealed.slice(0, 400),
          url: url.slice(0, 2_000),
        }),
      ),
    settle: (id, outcome) => office.store.transact(scope, (tx) => settleOutboundRequest(tx, id, outcome)),
  };
}
