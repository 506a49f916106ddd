import { testStates } from '../../testing/test-states.ts';

const NONE = { answer: { items: [], total: 0 }, says: /No ticket yet/ };

testStates({ path: '/support', as: 'member', route: 'listTickets', empty: NONE });
testStates({ path: '/support?tab=all', as: 'admin', route: 'listTickets', empty: NONE });
testStates({ path: '/support/5f0c1a52-0000-4000-8000-000000000003', as: 'member', route: 'getTicket' });
