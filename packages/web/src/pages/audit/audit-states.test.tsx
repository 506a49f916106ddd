import { UNANSWERED } from '../../testing/fake-api.ts';
import { testStates } from '../../testing/test-states.ts';

testStates({
  path: '/audit',
  as: 'admin',
  route: 'listAuditEvents',
  others: { getAuditStatus: UNANSWERED },
  empty: { answer: { items: [], next: null }, says: 'No event is as the filters ask.' },
});
