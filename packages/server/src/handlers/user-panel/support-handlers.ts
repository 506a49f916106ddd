import type { Handlers } from '../../http/mount.ts';
import { describeServer } from '../../installation/server-facts.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import type { Office } from '../../office/office.ts';
import { getTicket, listTickets, openTicket, replyToTicket, setTicketStatus } from '../../support/tickets.ts';

type SupportHandlers = Pick<
  Handlers,
  'listTickets' | 'createTicket' | 'getTicket' | 'replyTicket' | 'setTicketStatus' | 'getServerFacts'
>;

/** Tickets between people and their administrators. */
export function createSupportHandlers(office: Office, ledgers: Ledgers, knowledge: Knowledge): SupportHandlers {
  return {
    listTickets: ({ query }, { caller }) => listTickets(office, caller, query),
    createTicket: async ({ body }, { caller }) => openTicket(office, caller, body),
    getTicket: ({ params }, { caller }) => getTicket(office, caller, params.id),
    replyTicket: async (input, { caller }) => replyToTicket(office, caller, input),
    setTicketStatus: async (input, { caller }) => setTicketStatus(office, caller, input),
    getServerFacts: async () => describeServer(office, ledgers, knowledge),
  };
}
