import { sql } from '../sql.ts';

/** Of an account `a`: may use the tools today, as a session may. Neither the account nor its agency is suspended. */
export const ADMITTED = sql`a.status = 'active' AND (a.is_allowed OR a.role IN ('agency-admin', 'platform-admin'))
  AND EXISTS (SELECT FROM agency g WHERE g.id = a.agency_id AND g.status = 'active')`;
