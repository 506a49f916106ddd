import { UNANSWERED } from '../../testing/fake-api.ts';
import { testStates } from '../../testing/test-states.ts';

const as = 'admin';

testStates({
  path: '/admin-sources',
  as,
  route: 'listSources',
  others: { listSourceRequests: { items: [], next: null } },
  empty: { answer: { items: [] }, says: /Nothing was requested yet/ },
});
testStates({ path: '/admin-sources', as, route: 'listSourceRequests', others: { listSources: UNANSWERED } });
