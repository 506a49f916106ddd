import { UNANSWERED } from '../../testing/fake-api.ts';
import { testStates } from '../../testing/test-states.ts';

const as = 'allowed';

testStates({
  path: '/coin-flow',
  as,
  route: 'listFlows',
  others: { listTraceMethods: UNANSWERED, listFlowStarters: UNANSWERED },
});
testStates({
  path: '/coin-flow',
  as,
  route: 'listFlowStarters',
  others: { listTraceMethods: UNANSWERED, listFlows: { items: [], next: null } },
});
testStates({ path: '/coin-flow/5f0c1a52-0000-4000-8000-000000000003', as, route: 'getFlow' });
