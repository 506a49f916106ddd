import type { CaseHead, CaseMember, CaseTemplate } from '@trailmark/api/contract/case';
import type { CaseRow } from '@trailmark/store/cases/agency-cases/case-rows';
import type { MemberRow } from '@trailmark/store/cases/agency-cases/member-rows';
import { templateOf } from './case-templates.ts';

export const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);
export const toUnits = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Today, UTC: `YYYY-MM-DD`. */
export function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function toCaseHead(row: CaseRow, templates: readonly CaseTemplate[]): CaseHead {
  const {
    id,
    number,
    reference,
    title,
    type,
    status,
    priority,
    policy,
    unit,
    deadline,
    version,
    openedBy,
    role,
    tags,
  } = row;
  return {
    ...{ id, number, reference, title, type, status, priority, policy, unit, deadline, version, openedBy, role },
    tags: [...tags],
    typeName: templateOf(templates, type).name,
    lead: row.leadId === null ? null : { id: row.leadId, name: row.lead ?? 'Former account' },
    nextDue: row.nextDueOn === null ? null : { on: row.nextDueOn, what: row.nextDueWhat ?? '' },
    money: {
      lossUsd: toUnits(row.lossUsd),
      tracedUsd: toUnits(row.tracedUsd),
      securedUsd: toUnits(row.securedUsd),
    },
    openedAt: toSeconds(row.openedAt),
    changedAt: toSeconds(row.changedAt),
    closedAt: row.closedAt && toSeconds(row.closedAt),
    record: row.record === null ? null : `F-${row.record}`,
  };
}

export function toMember({ account, name, unit, role, addedAt, addedBy }: MemberRow): CaseMember {
  return { id: account, name, unit: unit ?? '', role, addedAt: toSeconds(addedAt), addedBy };
}
