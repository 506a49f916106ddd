import type { Ids } from '../planted.ts';
import { always, KEY, nothing } from './call.ts';

/** Profile, subscription, tickets and tutorials. */
export const USER_PANEL = {
  getProfile: always({}),
  updateProfile: always({ body: {} }),
  setPhoto: always({ body: { image: 'bm8gaW1hZ2U=' } }),
  removePhoto: always(nothing),
  getUserImage: (ids: Ids) => ({ params: { file: ids.photo } }),
  getSubscription: always({}),
  listUsage: always({}),
  listTickets: always({}),
  createTicket: always({
    body: { key: KEY, category: 'question', severity: 'low', tool: null, subject: 'S', text: 'T', diagnostics: null },
  }),
  getTicket: (ids: Ids) => ({ params: { id: ids.ticket } }),
  replyTicket: (ids: Ids) => ({ params: { id: ids.ticket }, body: { key: KEY, text: 'T' } }),
  setTicketStatus: (ids: Ids) => ({ params: { id: ids.ticket }, body: { status: 'solved' } }),
  getServerFacts: always({}),
  listTutorials: always({}),
  getTutorialFile: always({ params: { file: 'absent.webm' } }),
} as const;
