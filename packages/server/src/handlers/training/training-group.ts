import type { trainingRoutes } from '@trailmark/api/contract/training';
import type { Handlers } from '../../http/mount.ts';
import type { HandlerDeps } from '../create-handlers.ts';
import { createCourseHandlers } from './course-handlers.ts';
import { createEnrolmentHandlers } from './enrolment-handlers.ts';
import { createLabHandlers } from './lab-handlers.ts';
import { createTrainingAdminHandlers } from './training-admin-handlers.ts';

/** Every handler of training. */
export function createTrainingGroup(
  deps: Pick<HandlerDeps, 'office' | 'ledgers' | 'knowledge'>,
): Pick<Handlers, keyof typeof trainingRoutes> {
  const { office, ledgers } = deps;
  return {
    ...createCourseHandlers(office),
    ...createEnrolmentHandlers(office, ledgers.software),
    ...createLabHandlers(deps),
    ...createTrainingAdminHandlers(office),
  };
}
