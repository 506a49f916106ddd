import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { COURSE_LEVELS } from '@trailmark/core/training/level';
import { listCertificates } from '@trailmark/store/cases/training/certificate-rows';
import { listRoster } from '@trailmark/store/cases/training/enrolment-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { accountOf } from './enrol.ts';
import { toEnrolmentView } from './enrolment-view.ts';

/** Enrolments, certificates and passed levels of the caller. */
export async function readOwnTraining(
  casework: CaseworkContext,
  caller: Caller,
): Promise<RouteOutput<Contract['getMyTraining']>> {
  const { id } = accountOf(caller);
  const { rows, certificates } = await read(casework, caller, async (tx) => ({
    rows: await listRoster(tx, { account: id }),
    certificates: await listCertificates(tx, id),
  }));
  const passed = new Set(rows.filter(({ state }) => state === 'passed').map(({ level }) => level));
  return {
    enrolments: rows.map((row) => toEnrolmentView(row, casework.now())),
    certificates: certificates.map((each) => ({
      id: each.id,
      level: each.level,
      issuedAt: each.issuedAt.toISOString(),
      validUntil: each.validUntil,
      revokedAt: each.revokedAt?.toISOString() ?? null,
    })),
    passed: COURSE_LEVELS.filter((level) => passed.has(level)),
  };
}
