import type { CommentSubject } from '@trailmark/core/case';
import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

export interface CommentRow {
  readonly id: string;
  readonly number: number;
  readonly about: CommentSubject;
  /** Number of the thing; empty for the case. */
  readonly aboutNumber: string;
  readonly text: string;
  readonly at: Date;
  readonly byId: string;
  readonly by: string;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnWhy: string | null;
}

const FORMER = 'Former account';
const SELECT = sql`
  SELECT k.id, k.number, k.about, k.about_number AS "aboutNumber", k.text, k.at, k.by_id AS "byId",
         coalesce(a.name, ${FORMER}) AS by, k.withdrawn_at AS "withdrawnAt", w.name AS "withdrawnBy",
         k.withdrawn_why AS "withdrawnWhy"
  FROM case_comment k LEFT JOIN account a ON a.id = k.by_id LEFT JOIN account w ON w.id = k.withdrawn_by`;

export interface CommentFilter {
  readonly about?: CommentSubject | undefined;
  readonly number?: string | undefined;
}

const isAbout = (caseId: string, { about, number }: CommentFilter): Sql =>
  allOf([
    sql`k.case_id = ${caseId}`,
    ...(about === undefined ? [] : [sql`k.about = ${about}`]),
    ...(number === undefined ? [] : [sql`k.about_number = ${number}`]),
  ]);

/** The last first. */
export function listComments(
  tx: Transaction,
  caseId: string,
  filter: CommentFilter,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<CommentRow[]> {
  return tx.list<CommentRow>(sql`${SELECT} WHERE ${isAbout(caseId, filter)}
    AND ${before === undefined ? sql`true` : sql`k.number < ${before}`} ORDER BY k.number DESC LIMIT ${limit}`);
}

/** Comments that are in force. */
export async function countComments(tx: Transaction, caseId: string, filter: CommentFilter): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM case_comment k WHERE ${isAbout(caseId, filter)} AND k.withdrawn_at IS NULL`,
  );
  return count;
}

export function findComment(tx: Transaction, caseId: string, id: string): Promise<CommentRow | undefined> {
  return tx.find<CommentRow>(sql`${SELECT} WHERE k.case_id = ${caseId} AND k.id = ${id}`);
}

export interface NewComment {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly about: CommentSubject;
  readonly aboutNumber: string;
  readonly text: string;
  readonly by: string;
  readonly at: Date;
}

/** The next number is taken while the case is locked. */
export async function insertComment(tx: Transaction, given: NewComment): Promise<void> {
  const { id, caseId, agency, about, aboutNumber, text, by, at } = given;
  await tx.run(sql`
    INSERT INTO case_comment (id, case_id, agency_id, number, about, about_number, text, at, by_id)
    VALUES (${id}, ${caseId}, ${agency}, (SELECT coalesce(max(number), 0) + 1 FROM case_comment WHERE case_id = ${caseId}),
            ${about}, ${aboutNumber}, ${text}, ${at}, ${by})`);
}

/** False where it was withdrawn before. */
export async function withdrawComment(
  tx: Transaction,
  id: string,
  { by, why, at }: { readonly by: string; readonly why: string; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    UPDATE case_comment SET withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_why = ${why}
    WHERE id = ${id} AND withdrawn_at IS NULL`);
  return count === 1;
}

/** The rows that each kind of thing is found in, by its number: letters and what follows the hyphen. */
function thingOf(caseId: string, about: Exclude<CommentSubject, 'case'>, letters: string, number: number): Sql {
  const at = sql`WHERE case_id = ${caseId} AND number = ${number}`;
  switch (about) {
    case 'item':
      return sql`SELECT 1 FROM case_item ${at} AND ${letters} = 'A'`;
    case 'file':
      return sql`SELECT 1 FROM case_evidence ${at} AND ${letters} = 'EV'`;
    case 'person':
      return sql`SELECT 1 FROM case_person ${at} AND letter = ${letters}`;
    case 'task':
      return sql`SELECT 1 FROM case_task ${at} AND ${letters} = 'T'`;
    case 'note':
      return sql`SELECT 1 FROM case_note ${at} AND ${letters} = 'N'`;
    case 'request':
      return sql`SELECT 1 FROM case_request ${at} AND ${letters} = 'R'`;
  }
}

/** Whether the case has such a thing. */
export async function hasThing(
  tx: Transaction,
  caseId: string,
  { about, number }: { readonly about: CommentSubject; readonly number: string },
): Promise<boolean> {
  if (about === 'case') return number === '';
  const [letters = '', digits = ''] = number.split('-');
  const place = Number(digits);
  if (letters === '' || place > 2_147_483_647) return false;
  return (await tx.find(thingOf(caseId, about, letters, place))) !== undefined;
}
