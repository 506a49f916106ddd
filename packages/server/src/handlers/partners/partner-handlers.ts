import type { partnerRoutes } from '@trailmark/api/contract/partner';
import type { InterestContext } from '../../deconfliction/tags.ts';
import type { Handlers } from '../../http/mount.ts';
import { answerOverNetwork } from '../../partners/answer-frame.ts';
import {
  addPartner,
  changePartner,
  readPartnerCard,
  readPartnerLog,
  readPartners,
} from '../../partners/change-partners.ts';
import { makeRequestFile, takeFile } from '../../partners/exchange-files.ts';
import { createPartnerContext } from '../../partners/partner-context.ts';

/** Deconfliction with agencies on other servers. */
export function createPartnerHandlers(given: InterestContext): Pick<Handlers, keyof typeof partnerRoutes> {
  const context = createPartnerContext(given);
  const { casework } = given;
  return {
    addPartner: ({ body }, { caller }) => addPartner(casework, caller, body),
    changePartner: ({ params, body }, { caller }) => changePartner(casework, caller, params.partner, body),
    exchangeWithPartner: async ({ body }) => [
      Buffer.from(JSON.stringify({ frame: await answerOverNetwork(context, body.frame) })),
    ],
    listPartnerLog: ({ params }, { caller }) => readPartnerLog(casework, caller, params.partner),
    listPartners: (_, { caller }) => readPartners(casework, caller),
    makePartnerRequest: ({ params }, { caller }) => makeRequestFile(context, caller, params.partner),
    readPartnerCard: async ({ body }) => readPartnerCard(body),
    takePartnerFile: ({ body }, { caller }) => takeFile(context, caller, body.frame),
  };
}
