import { testStates } from '../../testing/test-states.ts';

const as = 'admin';

testStates({
  path: '/admin-users',
  as,
  route: 'listUsers',
  others: { listRoleGrants: { items: [] } },
  empty: {
    answer: { items: [], next: null, total: 0, waiting: { count: 0, overdue: 0 }, reviewDue: 0 },
    says: 'No account fits these filters.',
  },
});
testStates({
  path: '/admin-inbox',
  as,
  route: 'listContactMessages',
  empty: { answer: { items: [], next: null, open: 0 }, says: /No message yet/ },
});
testStates({
  path: '/admin-outbox',
  as,
  route: 'listMails',
  empty: {
    answer: {
      items: [],
      next: null,
      counts: { queued: 0, sent: 0, failed: 0, cancelled: 0 },
      hasMailServer: false,
    },
    says: 'No mail was written yet.',
  },
});
testStates({ path: '/admin-agencies', as, route: 'listAgencies' });
testStates({ path: '/admin-users/5f0c1a52-0000-4000-8000-000000000003', as, route: 'getUser' });
testStates({ path: '/admin-inbox/5f0c1a52-0000-4000-8000-000000000003', as, route: 'getContactMessage' });
