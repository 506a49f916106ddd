import { AppError } from '@trailmark/core/errors';
import type { AnySource } from '@trailmark/ingest/on-demand/on-demand-source';
import { insertOutboundRequest, settleOutboundRequest } from '@trailmark/store/cases/sources/request-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, scopeOf } from '../casework/casework-context.ts';
import type { SendDeps } from '../outbound/send-to-source.ts';

/** Writes each request in a transaction of its own before it leaves, and the result afterwards. */
export function createRequestLedger(
  casework: CaseworkContext,
  caller: Caller,
  {
    source,
    caseId = null,
  }: {
    readonly source: Pick<AnySource, 'id' | 'chain'>;
    readonly caseId?: string | null | undefined;
  },
): Pick<SendDeps, 'record' | 'settle'> {
  const { account } = caller;
  if (!account) throw new AppError('unauthorised', 'Requests leave for somebody who is signed in.');
  const scope = scopeOf(caller);
  return {
    record: ({ url, revealed }) =>
      casework.store.transact(scope, (tx) =>
        insertOutboundRequest(tx, {
          agencyId: account.agency,
          accountId: account.id,
          caseId,
          sourceId: source.id,
          chain: source.chain,
          askedAt: casework.now(),
          revealed: revealed.slice(0, 400),
          url: url.slice(0, 2_000),
        }),
      ),
    settle: (id, outcome) => casework.store.transact(scope, (tx) => settleOutboundRequest(tx, id, outcome)),
  };
}
