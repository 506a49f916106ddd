import { testStates } from '../../testing/test-states.ts';

testStates({
  path: '/video-tutorials',
  as: 'member',
  route: 'listTutorials',
  empty: { answer: { items: [] }, says: 'This installation came without recordings.' },
});
