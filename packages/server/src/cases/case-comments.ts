import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseComment } from '@trailmark/api/contract/case-comment';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { rightsOf } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  type CommentRow,
  countComments,
  findComment,
  hasThing,
  insertComment,
  listComments,
  withdrawComment,
} from '@trailmark/store/cases/agency-cases/comment-rows';
import { putCaseText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { actOnCase, openCase, readCases } from './case-scope.ts';
import { toSeconds } from './case-view.ts';

type Body<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];

function toComment(row: CommentRow, own: string): CaseComment {
  const { id, number, about, aboutNumber, text, at, byId, by, withdrawnAt, withdrawnBy, withdrawnWhy } = row;
  return {
    ...{ id, text, by, number: `K-${number}`, subject: { about, number: aboutNumber }, isOwn: byId === own },
    at: toSeconds(at),
    withdrawn: withdrawnAt && { at: toSeconds(withdrawnAt), by: withdrawnBy ?? '', why: withdrawnWhy ?? '' },
  };
}

/** A page of the comments in a case, or about one thing in it, the last first. */
export function readComments(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { about, number, before, limit }: RouteInput<Contract['listCaseComments']>['query'],
): Promise<RouteOutput<Contract['listCaseComments']>> {
  const own = ownAccount(caller).id;
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const rows = await listComments(tx, id, { about, number }, { before, limit: limit + 1 });
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map((row) => toComment(row, own)),
      count: await countComments(tx, id, { about, number }),
      next: last && rows.length > limit ? last.number : null,
    };
  });
}

async function getComment(tx: Transaction, id: string, comment: string): Promise<CommentRow> {
  const row = await findComment(tx, id, comment);
  if (!row) throw new AppError('not-found', 'There is no such comment in this case.');
  return row;
}

const toDetails = ({ id, number, subject }: CaseComment) => ({ comment: id, number, about: subject.number });

/** Says something about a case or one thing in it. Throws `invalid` where the case has no such thing. */
export function addComment(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { subject, text }: Body<'addCaseComment'>,
): Promise<CaseComment> {
  const [comment, by, at] = [randomUUID(), ownAccount(caller).id, casework.now()];
  const act = { id, right: 'comment', action: 'comment.add', details: toDetails } as const;
  return actOnCase(casework, caller, act, async (tx, { agency }) => {
    if (!(await hasThing(tx, id, subject))) {
      throw new AppError('invalid', `The case has no ${subject.number || 'thing without a number'} of this kind.`, {
        context: { field: 'subject' },
      });
    }
    const { about, number: aboutNumber } = subject;
    await insertComment(tx, { id: comment, caseId: id, agency, about, aboutNumber, text, by, at });
    await putCaseText(tx, { caseId: id, agency, source: comment }, 'comment', text);
    await touchCase(tx, id, at);
    return toComment(await getComment(tx, id, comment), by);
  });
}

/** Takes a comment back: an own one, or as an owner of the case. It stays, marked. Throws `forbidden` and `conflict`. */
export function withdrawCaseComment(
  casework: CaseworkContext,
  caller: Caller,
  { id, comment, why }: { readonly id: string; readonly comment: string; readonly why: string },
): Promise<CaseComment> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const act = { id, right: 'comment', action: 'comment.withdraw', details: toDetails } as const;
  return actOnCase(casework, caller, act, async (tx, { role }) => {
    const row = await getComment(tx, id, comment);
    if (row.byId !== by && !rightsOf(role).includes('manage')) {
      throw new AppError('forbidden', 'Only its author, and owners of the case, withdraw a comment.');
    }
    if (!(await withdrawComment(tx, comment, { by, why, at }))) {
      throw new AppError('conflict', `K-${row.number} was withdrawn before.`);
    }
    await touchCase(tx, id, at);
    return toComment(await getComment(tx, id, comment), by);
  });
}
