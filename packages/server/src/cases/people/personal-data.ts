import type { Contract } from '@trailmark/api/contract';
import type { CasePerson, CasePersonalData } from '@trailmark/api/contract/case-people';
import type { RouteInput } from '@trailmark/api/route';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { findPersonal, updatePersonal } from '@trailmark/store/cases/agency-cases/person-rows';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { openBytes, openCaseKey, sealBytes } from '../case-key.ts';
import { actOnCase, checkVersion } from '../case-scope.ts';
import { getPerson, getPresentPerson, toPerson, toPersonNumber } from './read-people.ts';

type Personal = Pick<CasePersonalData, 'birthDate' | 'documents'>;

const NOTHING: Personal = { birthDate: null, documents: [] };
export const aboutPerson = (caseId: string, person: string) => `person ${caseId} ${person}`;

/** Birth date and documents of a person. The reason is in the log before the answer is given; members only. */
export function openPersonal(
  casework: CaseworkContext,
  caller: Caller,
  { id, person, reason }: { readonly id: string; readonly person: string; readonly reason: string },
): Promise<CasePersonalData> {
  let number = '';
  const details = () => ({ person, number, reason });
  return actOnCase(
    casework,
    caller,
    { id, right: 'read', action: 'person.open', isAfterRecord: true, details },
    async (tx, opened) => {
      if (opened.role === null) {
        throw new AppError('forbidden', 'Only members of the case see personal data. Its owner can make you a member.');
      }
      const row = await getPerson(tx, id, person);
      number = toPersonNumber(row);
      const sealed = await findPersonal(tx, id, person);
      const { birthDate, documents } = sealed
        ? (JSON.parse(
            openBytes(openCaseKey(casework.keys, opened), aboutPerson(id, person), sealed).toString('utf8'),
          ) as Personal)
        : NOTHING;
      return { person, version: row.version, birthDate, documents };
    },
  );
}

/** Enters them in place of those entered before. Throws `conflict` where the entry has another version by now. */
export function setPersonal(
  casework: CaseworkContext,
  caller: Caller,
  { id, person }: { readonly id: string; readonly person: string },
  { version, birthDate, documents }: RouteInput<Contract['setPersonalData']>['body'],
): Promise<CasePerson> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  if (birthDate !== null && birthDate > at.toISOString().slice(0, 10)) {
    throw new AppError('invalid', 'A birth date is not in the future.', { context: { field: 'birthDate' } });
  }
  const isEmpty = birthDate === null && documents.length === 0;
  const details = ({ number }: CasePerson) => ({ person, number });
  return actOnCase(casework, caller, { id, right: 'write', action: 'person.personal', details }, async (tx, opened) => {
    const row = await getPresentPerson(tx, id, person);
    checkVersion(row.version, version);
    const bytes = Buffer.from(toCanonicalJson({ birthDate, documents }));
    const personal = isEmpty ? null : sealBytes(openCaseKey(casework.keys, opened), aboutPerson(id, person), bytes);
    await updatePersonal(tx, { id: person, personal, by, at });
    await touchCase(tx, id, at);
    return toPerson(await getPerson(tx, id, person));
  });
}
