import type { Ids } from '../planted.ts';
import { always, reason } from './call.ts';

const plan = {
  level: 'essentials',
  startsLocal: '2027-03-01T09:00',
  endsLocal: '2027-03-01T17:00',
  zone: 'Europe/Paris',
  mode: 'online',
  place: 'Online',
  language: 'en',
  seats: 5,
  cancelUntilLocal: '2027-02-20T09:00',
};

const session = (body?: unknown) => (ids: Ids) => ({
  params: { session: ids.trainingSession },
  ...(body ? { body } : {}),
});

const enrolment = (body: unknown) => (ids: Ids) => ({ params: { enrolment: ids.enrolment }, body });

const certificate = (body?: unknown) => (ids: Ids) => ({
  params: { certificate: ids.certificate },
  ...(body ? { body } : {}),
});

const lab = { params: { lab: 'absent' } };

/** Courses, sessions, labs and certificates. */
export const TRAINING = {
  listCourses: always({}),
  listTrainingSessions: always({}),
  getTrainingCalendar: always({}),
  getSessionCalendar: session(),
  getCertificateKey: always({}),
  getRevocations: always({}),
  getCourseMaterials: always({ params: { level: 'essentials' } }),
  getMyTraining: always({}),
  enrolInSession: session({ consent: true, accommodations: '', experience: '' }),
  cancelEnrolment: enrolment({}),
  listLabs: always({}),
  getLab: always(lab),
  submitLab: always({ ...lab, body: { answers: {} } }),
  getCertificateFile: certificate(),
  listRoster: always({}),
  exportRoster: always({}),
  setEnrolmentState: enrolment({ state: 'passed' }),
  moveEnrolment: (ids: Ids) => ({ params: { enrolment: ids.enrolment }, body: { session: ids.trainingSession } }),
  issueCertificate: enrolment({}),
  revokeCertificate: certificate({ reason }),
  createTrainingSession: always({ body: plan }),
  updateTrainingSession: session(plan),
  cancelTrainingSession: session({ reason }),
} as const;
