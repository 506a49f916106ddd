import { openCaseworkContext } from '../../packages/server/src/casework/open-casework.ts';
import { readConfig } from '../../packages/server/src/config.ts';
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
  const casework = await openCaseworkContext(config);
  try {
    const agency = await addAgency(casework, 'North District Police');
    const lead = await addAccount(casework, { agency, email: 'lead@north.example', name: 'Lead investigator' });
    const admin = await addAccount(casework, {
      agency,
      email: 'admin@north.example',
      name: 'Agency administrator',
      role: 'agency-admin',
    });
    return {
      lead,
      admin,
      leadSession: await openTestSession(casework, lead),
      adminSession: await openTestSession(casework, admin),
    };
  } finally {
    await casework.store.close();
  }
}
