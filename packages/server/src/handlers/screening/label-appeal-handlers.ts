import type { labelAppealRoutes } from '@trailmark/api/contract/label-appeal';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { decideAppeal, openAppeal, readLabelAppeals, withdrawAppeal } from '../../screening/label-appeals.ts';

/** Appeals against labels. */
export function createLabelAppealHandlers(
  casework: CaseworkContext,
  { labels }: Pick<Knowledge, 'labels'>,
): Pick<Handlers, keyof typeof labelAppealRoutes> {
  return {
    listLabelAppeals: ({ query }, { caller }) => readLabelAppeals(casework, caller, labels(), query),
    openLabelAppeal: ({ body }, { caller }) => openAppeal(casework, caller, labels(), body),
    decideLabelAppeal: ({ params, body }, { caller }) =>
      decideAppeal(casework, caller, labels(), { id: params.appeal, ...body }),
    withdrawLabelAppeal: ({ params }, { caller }) => withdrawAppeal(casework, caller, labels(), params.appeal),
  };
}
