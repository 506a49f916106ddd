import { AppError } from '@trailmark/core/errors';

/** Refuses an address with more payments than a trace begins with: of its newest alone it could begin. Throws `invalid`. */
export function refuseTooMany(text: string, most: number): never {
  throw new AppError('invalid', text, { context: { mostReceipts: most } });
}

/** A trace was refused because an address has too many payments: of its newest alone it could begin. */
export function isTooManyReceipts(error: unknown): error is AppError {
  return AppError.is(error, 'invalid') && error.context.mostReceipts !== undefined;
}

/**
 * Refuses an address without a payment to begin with, as far as all of it was read: a computed zero. `isUsed`: payments of the
 * other direction, or outside the time window, are indexed. Throws `invalid`.
 */
export function refuseNothing(text: string, isUsed: boolean): never {
  throw new AppError('invalid', text, { context: { nothing: isUsed ? 'used' : 'unseen' } });
}

/** Why there is no payment to begin with: none in this direction or window, or none at all; undefined for any other failure. */
export function findNothing(error: unknown): 'used' | 'unseen' | undefined {
  if (!AppError.is(error, 'invalid')) return undefined;
  const { nothing } = error.context;
  return nothing === 'used' || nothing === 'unseen' ? nothing : undefined;
}
