import type { Contract } from '@trailmark/api/contract';
import type { sourceRoutes } from '@trailmark/api/contract/source';
import { AppError } from '@trailmark/core/errors';
import type { Handlers } from '../http/mount.ts';

const refuse = async (): Promise<never> => {
  throw new AppError('unavailable', 'This part is not there yet.');
};

export const pendingSourceHandlers: Pick<Handlers<Contract>, keyof typeof sourceRoutes> = {
  listSources: refuse,
  listSourceRequests: refuse,
  changeSource: refuse,
  fetchAddress: refuse,
};
