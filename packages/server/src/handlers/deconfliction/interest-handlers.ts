import type { interestRoutes } from '@trailmark/api/contract/interest';
import { answerConflict, changeInterest } from '../../deconfliction/answer-conflict.ts';
import { fileInterest } from '../../deconfliction/file-interest.ts';
import { readInterest, readInterests } from '../../deconfliction/read-interests.ts';
import type { InterestContext } from '../../deconfliction/tags.ts';
import type { Handlers } from '../../http/mount.ts';

/** Deconfliction: who else works on what a case names. */
export function createInterestHandlers(context: InterestContext): Pick<Handlers, keyof typeof interestRoutes> {
  return {
    listInterests: (_, { caller }) => readInterests(context, caller),
    fileInterest: ({ body }, { caller }) => fileInterest(context, caller, body),
    getInterest: ({ params }, { caller }) => readInterest(context, caller, params.interest),
    changeInterest: ({ params, body }, { caller }) => changeInterest(context, caller, params.interest, body),
    answerConflict: ({ params, body }, { caller }) => answerConflict(context, caller, params, body),
  };
}
