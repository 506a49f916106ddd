import { AppError } from '@trailmark/core/errors';
import type { AuditLog } from '../../audit/audit-log.ts';
import { readEventPage, readInclusion, readLogStatus } from '../../audit/read-log.ts';
import { reviewSpan } from '../../audit/review-span.ts';
import { startExport } from '../../audit/start-export.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

type AuditHandlers = Pick<
  Handlers,
  'listAuditEvents' | 'listOwnAuditEvents' | 'getAuditStatus' | 'getAuditProof' | 'getAuditReview' | 'exportAuditLog'
>;

/** The audit log for those who read it. */
export function createAuditHandlers(office: Office, log: AuditLog): AuditHandlers {
  return {
    listAuditEvents: async ({ query }, { caller }) => {
      const { limit, cursor, from, to, object, ...rest } = query;
      const filter = { ...rest, text: object, from: toDate(from), to: toDate(to) };
      return readEventPage(office, caller, { filter, limit, cursor });
    },
    listOwnAuditEvents: async ({ query }, { caller }) => {
      const account = caller.account?.id;
      if (account === undefined) throw new AppError('forbidden', 'Your account may not do this.');
      return readEventPage(office, caller, { filter: { account }, ...query, cursor: query.cursor });
    },
    getAuditStatus: () => readLogStatus(office, log),
    getAuditProof: ({ params }, { caller }) => readInclusion(office, caller, log, params.id),
    getAuditReview: ({ query }, { caller }) => reviewSpan(office, caller, query.days),
    exportAuditLog: async ({ query }) => new FileStream(await startExport(office, log, query.from)),
  };
}
