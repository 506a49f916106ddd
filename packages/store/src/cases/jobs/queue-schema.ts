import { AppError } from '@trailmark/core/errors';
import { getConstructionPlans } from 'pg-boss';

/** Schema of the queue's own tables, made by migration 0100. */
export const QUEUE_SCHEMA = 'pgboss';

/**
 * The statements that make the queue's tables, as the installed pg-boss prints them, without the transaction it puts around
 * them. Throws `internal` where it prints another version than the migration names: an upgrade brings a migration of its own.
 */
export function printQueueSchema(version: number): string {
  const statements = getConstructionPlans(QUEUE_SCHEMA).replace(/^\s*(BEGIN|COMMIT);\s*$/gm, '');
  if (statements.includes(`version(version) VALUES ('${version}')`)) return statements;
  throw new AppError(
    'internal',
    `The installed pg-boss does not construct schema version ${version}: install the version that package.json names.`,
  );
}
