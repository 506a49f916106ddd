import { createOverlaps } from '../../cases/overlaps.ts';
import { addPeople } from '../../cases/people/add-people.ts';
import { openPersonal, setPersonal } from '../../cases/people/personal-data.ts';
import { readPeople } from '../../cases/people/read-people.ts';
import { addLabel, addLink, withdrawCaseLink, withdrawLabel } from '../../cases/people/set-links.ts';
import { setPerson, withdrawCasePerson } from '../../cases/people/set-person.ts';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import type { Handlers } from '../../http/mount.ts';

type CasePeopleHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-people').casePeopleRoutes>;

/** People and entities of cases, their links, and the cases' own labels. */
export function createCasePeopleHandlers(casework: CaseworkContext): CasePeopleHandlers {
  const overlapsFor = (caller: Caller) => createOverlaps(casework, ownAccount(caller).id);
  return {
    listCasePeople: ({ params }, { caller }) => readPeople(casework, caller, params.case),
    setCasePerson: ({ params, body }, { caller }) =>
      setPerson(casework, overlapsFor(caller), caller, params.case, body),
    addCasePeople: ({ params, body }, { caller }) =>
      addPeople(casework, overlapsFor(caller), caller, params.case, body),
    withdrawCasePerson: ({ params, body }, { caller }) =>
      withdrawCasePerson(casework, caller, { id: params.case, person: params.person, ...body }),
    openPersonalData: ({ params, body }, { caller }) =>
      openPersonal(casework, caller, { id: params.case, person: params.person, reason: body.reason }),
    setPersonalData: ({ params, body }, { caller }) =>
      setPersonal(casework, caller, { id: params.case, person: params.person }, body),
    addCaseLink: ({ params, body }, { caller }) => addLink(casework, overlapsFor(caller), caller, params.case, body),
    withdrawCaseLink: ({ params, body }, { caller }) =>
      withdrawCaseLink(casework, caller, { id: params.case, link: params.link, why: body.why }),
    addCaseLabel: ({ params, body }, { caller }) => addLabel(casework, overlapsFor(caller), caller, params.case, body),
    withdrawCaseLabel: ({ params, body }, { caller }) =>
      withdrawLabel(casework, caller, { id: params.case, label: params.label, why: body.why }),
  };
}
