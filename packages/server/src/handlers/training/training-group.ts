import type { trainingRoutes } from '@trailmark/api/contract/training';
import type { Handlers } from '../../http/mount.ts';
import { createCourseHandlers } from './course-handlers.ts';
import { createEnrolmentHandlers } from './enrolment-handlers.ts';
import { createLabHandlers, type LabDeps } from './lab-handlers.ts';
import { createTrainingAdminHandlers } from './training-admin-handlers.ts';

/** Every handler of training. */
export function createTrainingGroup(deps: LabDeps): Pick<Handlers, keyof typeof trainingRoutes> {
  const { casework, ledgers } = deps;
  return {
    ...createCourseHandlers(casework),
    ...createEnrolmentHandlers(casework, ledgers.software),
    ...createLabHandlers(deps),
    ...createTrainingAdminHandlers(casework),
  };
}
