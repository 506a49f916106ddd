import { UNANSWERED } from '../../testing/fake-api.ts';
import { testStates } from '../../testing/test-states.ts';

const NO_COURSES = { courses: [] };
const NO_DATES = { sessions: [], asOf: '2026-11-18T12:00:00.000Z' };
const NOTHING_OF_MINE = { enrolments: [], certificates: [], passed: [] };

testStates({ path: '/training', route: 'listCourses', others: { listTrainingSessions: NO_DATES } });
testStates({
  path: '/training',
  as: 'member',
  route: 'getMyTraining',
  others: { listCourses: NO_COURSES, listTrainingSessions: NO_DATES, listLabs: { labs: [] } },
  empty: { answer: NOTHING_OF_MINE, says: 'You are enrolled in no course yet.' },
});
testStates({
  path: '/training/schedule',
  route: 'listTrainingSessions',
  empty: { answer: NO_DATES, says: /No course is planned at the moment/ },
});
testStates({
  path: '/training/TrainingEnrolledUsers',
  as: 'admin',
  route: 'listRoster',
  others: { listTrainingSessions: NO_DATES },
  empty: { answer: { rows: [] }, says: 'Nobody is enrolled yet.' },
});
testStates({
  path: '/admin-training',
  as: 'admin',
  route: 'listTrainingSessions',
  others: { listCourses: UNANSWERED },
});
