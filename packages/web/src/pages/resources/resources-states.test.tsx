import { testStates } from '../../testing/test-states.ts';

testStates({
  path: '/resources/publications',
  route: 'listContent',
  empty: { answer: { items: [] }, says: 'No publication fits these filters.' },
});
testStates({
  path: '/resources/caseStudies',
  route: 'listContent',
  empty: { answer: { items: [] }, says: 'No case study is published here.' },
});
testStates({ path: '/resources/methods', route: 'listContent' });
testStates({ path: '/resources/publications/heuristics', route: 'getContent' });
testStates({ path: '/resources/methods/clusters', route: 'getContent' });
testStates({ path: '/access/resources/le-portal/', as: 'allowed', route: 'listPortal' });
testStates({ path: '/admin-content', as: 'admin', route: 'listContentVersions' });
