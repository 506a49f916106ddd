import { readConfig } from '../../packages/server/src/config.ts';
import { openOffice } from '../../packages/server/src/office/open-office.ts';
import {
  addAccount,
  addAgency,
  openTestSession,
  type TestAccount,
  type TestSession,
} from '../../packages/server/src/testing/accounts.ts';

export interface SeededAccounts {
  readonly lead: TestAccount;
  readonly leadSession: TestSession;
  readonly admin: TestAccount;
  readonly adminSession: TestSession;
}

/** Puts an agency and two people into a data folder that no server has open. Their sessions need no sign-in. */
export async function seedAccounts(dataDir: string, port: number): Promise<SeededAccounts> {
  const config = readConfig({ TRAILMARK_DATA_DIR: dataDir, TRAILMARK_PORT: String(port) });
  const office = await openOffice(config);
  try {
    const agency = await addAgency(office, 'North District Police');
    const lead = await addAccount(office, { agency, email: 'lead@north.example', name: 'Lead investigator' });
    const admin = await addAccount(office, {
      agency,
      email: 'admin@north.example',
      name: 'Agency administrator',
      role: 'agency-admin',
    });
    return {
      lead,
      admin,
      leadSession: await openTestSession(office, lead),
      adminSession: await openTestSession(office, admin),
    };
  } finally {
    await office.store.close();
  }
}
