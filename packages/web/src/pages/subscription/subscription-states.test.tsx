import { testStates } from '../../testing/test-states.ts';

testStates({ path: '/subscription', as: 'member', route: 'getSubscription' });
