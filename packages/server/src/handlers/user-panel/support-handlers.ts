import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { describeServer } from '../../installation/server-facts.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { getTicket, listTickets, openTicket, replyToTicket, setTicketStatus } from '../../support/tickets.ts';

type SupportHandlers = Pick<
  Handlers,
  'listTickets' | 'createTicket' | 'getTicket' | 'replyTicket' | 'setTicketStatus' | 'getServerFacts'
>;

/** Tickets between people and their administrators. */
export function createSupportHandlers(
  casework: CaseworkContext,
  ledgers: Ledgers,
  knowledge: Knowledge,
): SupportHandlers {
  return {
    listTickets: ({ query }, { caller }) => listTickets(casework, caller, query),
    createTicket: async ({ body }, { caller }) => openTicket(casework, caller, body),
    getTicket: ({ params }, { caller }) => getTicket(casework, caller, params.id),
    replyTicket: async (input, { caller }) => replyToTicket(casework, caller, input),
    setTicketStatus: async (input, { caller }) => setTicketStatus(casework, caller, input),
    getServerFacts: async () => describeServer(casework, ledgers, knowledge),
  };
}
