import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { listCaseChoices } from '@trailmark/store/cases/agency-cases/case-rows';
import { listColleagues } from '@trailmark/store/cases/agency-cases/member-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { listCaseAssets } from './case-money.ts';
import { readCases } from './case-scope.ts';
import { listTemplates } from './case-templates.ts';

/** What forms and filters of cases offer. */
export function readChoices(
  casework: CaseworkContext,
  knowledge: Knowledge,
  caller: Caller,
): Promise<RouteOutput<Contract['getCaseChoices']>> {
  return readCases(casework, caller, async (tx) => {
    const colleagues = await listColleagues(tx, ownAccount(caller).agency);
    return {
      templates: [...listTemplates(casework.filesDir)],
      colleagues: colleagues.map(({ account: id, name, unit }) => ({ id, name, unit: unit ?? '' })),
      assets: listCaseAssets(knowledge).map(({ ticker: _, ...asset }) => asset),
      ...(await listCaseChoices(tx)),
    };
  });
}
