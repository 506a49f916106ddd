import { AppError } from '@trailmark/core/errors';
import type { AuditLog } from '../../audit/audit-log.ts';
import { readEventPage, readInclusion, readLogStatus } from '../../audit/read-log.ts';
import { reviewSpan } from '../../audit/review-span.ts';
import { startExport } from '../../audit/start-export.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';

const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

type AuditHandlers = Pick<
  Handlers,
  'listAuditEvents' | 'listOwnAuditEvents' | 'getAuditStatus' | 'getAuditProof' | 'getAuditReview' | 'exportAuditLog'
>;

/** The audit log for those who read it. */
export function createAuditHandlers(casework: CaseworkContext, log: AuditLog): AuditHandlers {
  return {
    listAuditEvents: async ({ query }, { caller }) => {
      const { limit, cursor, from, to, object, ...rest } = query;
      const filter = { ...rest, text: object, from: toDate(from), to: toDate(to) };
      return readEventPage(casework, caller, { filter, limit, cursor });
    },
    listOwnAuditEvents: async ({ query }, { caller }) => {
      const account = caller.account?.id;
      if (account === undefined) throw new AppError('forbidden', 'Your account may not do this.');
      return readEventPage(casework, caller, { filter: { account }, ...query, cursor: query.cursor });
    },
    getAuditStatus: () => readLogStatus(casework, log),
    getAuditProof: ({ params }, { caller }) => readInclusion(casework, caller, log, params.id),
    getAuditReview: ({ query }, { caller }) => reviewSpan(casework, caller, query.days),
    exportAuditLog: async ({ query }) => new FileStream(await startExport(casework, log, query.from)),
  };
}
