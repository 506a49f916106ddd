import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { findIntake, type IntakeRow, putIntake } from '@trailmark/store/cases/scams/report-rows';
import type { Caller } from '../casework/caller.ts';
import { act } from '../casework/casework-context.ts';
import { ownAccount, ownAgencyScope, readOwn } from '../casework/own-account.ts';
import type { ScamContext } from './receive-report.ts';
import { hashAnswer } from './sealed-report.ts';

function toIntake(row: IntakeRow | undefined): RouteOutput<Contract['getOwnScamIntake']> {
  if (!row) return { intake: null };
  const { slug, isOpen, question, portalName, portalTemplate } = row;
  return { intake: { slug, isOpen, question, portalName, portalTemplate } };
}

export function readIntake({ casework }: ScamContext, caller: Caller) {
  return readOwn(casework, caller, async (tx) => toIntake(await findIntake(tx, ownAccount(caller).agency)));
}

/** Opens or closes the public form of the agency. The answer of its question is kept as a digest. */
export function setIntake(
  { casework }: ScamContext,
  caller: Caller,
  { answer, ...intake }: RouteInput<Contract['setScamIntake']>['body'],
) {
  const { agency } = ownAccount(caller);
  const entry = {
    action: 'scam.intake',
    object: { kind: 'agency', id: agency },
    details: { isOpen: intake.isOpen, slug: intake.slug },
  };
  return act(
    casework,
    caller,
    entry,
    async (tx) => {
      const known = await findIntake(tx, agency);
      const kept = known?.question === intake.question ? known.answerHash : null;
      const given = answer === null || answer === '' ? kept : hashAnswer(casework, answer);
      if (intake.question !== '' && given === null) {
        throw new AppError('invalid', 'A question needs an answer.', { context: { field: 'answer' } });
      }
      const answerHash = intake.question === '' ? null : given;
      await putIntake(tx, { ...intake, agency, answerHash, at: casework.now() });
      return toIntake(await findIntake(tx, agency));
    },
    ownAgencyScope(caller),
  );
}
