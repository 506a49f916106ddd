import { TAB_COUNTERS, TEMPLATE_STEPS } from '../../cases/case-areas.ts';
import { readChoices } from '../../cases/case-choices.ts';
import { readCases } from '../../cases/case-scope.ts';
import { changeCase, changeCasePolicy, changeMember, openNewCase, readMembers } from '../../cases/change-case.ts';
import { listCasePage, readCaseFigures } from '../../cases/list-cases.ts';
import { readOverview } from '../../cases/read-case.ts';
import { forgetSavedView, keepSavedView, readSavedViews } from '../../cases/saved-views.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';

type CaseHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case').caseRoutes>;

/** Cases: the list, the head and the overview, members, saved views. */
export function createCaseHandlers(casework: CaseworkContext, knowledge: Knowledge): CaseHandlers {
  return {
    listCases: ({ query }, { caller }) => listCasePage(casework, caller, query),
    getCaseFigures: ({ query }, { caller }) => readCaseFigures(casework, caller, query, knowledge.prices().version),
    getCaseChoices: (_, { caller }) => readChoices(casework, knowledge, caller),
    createCase: ({ body }, { caller }) => openNewCase(casework, caller, body, TEMPLATE_STEPS),
    getCase: ({ params }, { caller }) => readOverview(casework, caller, params.case, TAB_COUNTERS),
    updateCase: ({ params, body }, { caller }) => changeCase(casework, caller, params.case, body),
    listCaseMembers: ({ params }, { caller }) => readCases(casework, caller, (tx) => readMembers(tx, params.case)),
    setCaseMember: ({ params, body }, { caller }) => changeMember(casework, caller, params.case, body),
    setCasePolicy: ({ params, body }, { caller }) => changeCasePolicy(casework, caller, params.case, body),
    listCaseViews: (_, { caller }) => readSavedViews(casework, caller),
    saveCaseView: ({ body }, { caller }) => keepSavedView(casework, caller, body),
    removeCaseView: ({ params }, { caller }) => forgetSavedView(casework, caller, params.view),
  };
}
