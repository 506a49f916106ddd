import type { trainingRoutes } from '@trailmark/api/contract/training';
import type { Handlers } from '../../http/mount.ts';
import { createCourseHandlers } from './course-handlers.ts';
import { createEnrolmentHandlers } from './enrolment-handlers.ts';
import { createLabHandlers, type LabDeps } from './lab-handlers.ts';
import { createTrainingAdminHandlers } from './training-admin-handlers.ts';

/** Every handler of training. */
export function createTrainingGroup(deps: LabDeps): Pick<Handlers, keyof typeof trainingRoutes> {
  const { office, ledgers } = deps;
  return {
    ...createCourseHandlers(office),
    ...createEnrolmentHandlers(office, ledgers.software),
    ...createLabHandlers(deps),
    ...createTrainingAdminHandlers(office),
  };
}
