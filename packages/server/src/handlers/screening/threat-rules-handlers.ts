import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { decideRules, proposeRules, withdrawRules } from '../../screening/rule-sets/decide-rule-sets.ts';
import type { PastScreenings } from '../../screening/rule-sets/past-screenings.ts';
import { compareVersions, readVersion, readVersions } from '../../screening/rule-sets/read-rule-sets.ts';
import { checkDraft, previewDraft } from '../../screening/rule-sets/try-draft.ts';

type ThreatRulesHandlers = Pick<
  Handlers,
  keyof typeof import('@trailmark/api/contract/threat-rules').threatRulesRoutes
>;

/** The rules of address threat analysis: versions of the agency, and drafts. */
export function createThreatRulesHandlers(casework: CaseworkContext, past: PastScreenings): ThreatRulesHandlers {
  return {
    listThreatRules: (_, { caller }) => readVersions(casework, caller),
    getThreatRules: ({ params }, { caller }) => readVersion(casework, caller, params.version),
    compareThreatRules: ({ params, query }, { caller }) =>
      compareVersions(casework, caller, { version: params.version, from: query.from }),
    proposeThreatRules: ({ body }, { caller }) => proposeRules(casework, caller, body),
    decideThreatRules: ({ params, body }, { caller }) => decideRules(casework, caller, { id: params.version, ...body }),
    withdrawThreatRules: ({ params }, { caller }) => withdrawRules(casework, caller, params.version),
    checkThreatRules: ({ body }, { caller }) => checkDraft(casework, caller, body.content),
    previewThreatRules: ({ body }, { caller }) => previewDraft(casework, caller, body.content, past),
  };
}
