import { openCaseInEmergency, readEmergencies, reviewEmergency } from '../../cases/emergency-access.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type EmergencyHandlers = Pick<
  Handlers,
  keyof typeof import('@trailmark/api/contract/case-emergency').caseEmergencyRoutes
>;

/** Emergency access to cases, and its reviews. */
export function createCaseEmergencyHandlers(casework: CaseworkContext): EmergencyHandlers {
  return {
    openCaseInEmergency: ({ body }, { caller }) => openCaseInEmergency(casework, caller, body),
    listCaseEmergencies: (_, { caller }) => readEmergencies(casework, caller),
    reviewCaseEmergency: ({ params, body }, { caller }) =>
      reviewEmergency(casework, caller, { id: params.emergency, ...body }),
  };
}
