import { AppError } from '@trailmark/core/errors';

/** Reported where room is missing; nothing is lost, and what was started is repaired by the next write. */
export function fullDisk(what: string, cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    `There is no room left on the disk of ${what}. Make room, then go on: nothing is lost.`,
    {
      cause,
    },
  );
}

/** Does work that writes into a folder; a full disk is reported in a sentence. */
export async function withRoom<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw code === 'ENOSPC' || code === 'EDQUOT' ? fullDisk(folder, error) : error;
  }
}
