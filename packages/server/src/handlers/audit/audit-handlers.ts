import { AppError } from '@trailmark/core/errors';
import type { AuditLog } from '../../audit/audit-log.ts';
import { readEventPage, readInclusion, readLogStatus, verifyNow } from '../../audit/read-log.ts';
import { reviewSpan } from '../../audit/review-span.ts';
import { startExport } from '../../audit/start-export.ts';
import { type CaseworkContext, scopeOf } from '../../casework/casework-context.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';

const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

type AuditHandlers = Pick<
  Handlers,
  | 'listAuditEvents'
  | 'listAgencyAuditEvents'
  | 'listOwnAuditEvents'
  | 'getAuditStatus'
  | 'verifyAuditLog'
  | 'getAuditProof'
  | 'getAuditReview'
  | 'exportAuditLog'
>;

type EventQuery = Parameters<Handlers['listAuditEvents']>[0]['query'];

function toFilter({ from, to, object, limit: _limit, cursor: _cursor, ...rest }: EventQuery) {
  return { ...rest, text: object, from: toDate(from), to: toDate(to) };
}

/** The audit log for those who read it. */
export function createAuditHandlers(casework: CaseworkContext, log: AuditLog): AuditHandlers {
  const source = { casework, log };
  return {
    listAuditEvents: async ({ query }, { caller }) =>
      readEventPage(source, caller, { filter: toFilter(query), limit: query.limit, cursor: query.cursor }),
    listAgencyAuditEvents: async ({ query }, { caller }) => {
      const agency = caller.account?.agency;
      if (agency === undefined) throw new AppError('forbidden', 'Your account may not do this.');
      const { limit, cursor } = query;
      return readEventPage(source, caller, { filter: { ...toFilter(query), agency }, limit, cursor });
    },
    listOwnAuditEvents: async ({ query }, { caller }) => {
      const account = caller.account?.id;
      if (account === undefined) throw new AppError('forbidden', 'Your account may not do this.');
      return readEventPage(source, caller, { filter: { account }, ...query, cursor: query.cursor });
    },
    getAuditStatus: () => readLogStatus(casework, log),
    verifyAuditLog: () => verifyNow(casework, log),
    getAuditProof: ({ params }, { caller }) => readInclusion(casework, scopeOf(caller), log, params.id),
    getAuditReview: ({ query }, { caller }) => reviewSpan(casework, caller, query.days),
    exportAuditLog: async ({ query }, { caller }) =>
      new FileStream(await startExport(casework, log, query.from, scopeOf(caller))),
  };
}
