import { randomUUID } from 'node:crypto';
import {
  addAccount,
  openTestSession,
  type TestAccount,
  type TestCaseworkContext,
} from '../../packages/server/src/testing/accounts.ts';
import { sql } from '../../packages/store/src/cases/sql.ts';
import { plantAlerts } from './planted-alerts.ts';
import { plantCase, plantCaseKey } from './planted-cases.ts';
import { plantFlows } from './planted-flows.ts';
import { plantPointers } from './planted-interest.ts';
import { plantScams } from './planted-scams.ts';
import { plantScreenings } from './planted-screenings.ts';

/** Names of objects that routes take, each belonging to the first agency or to the installation. */
export interface Ids {
  readonly agency: string;
  /** An active member of the agency who is none of those who ask. */
  readonly account: string;
  readonly session: string;
  readonly apiToken: string;
  readonly grant: string;
  readonly mail: string;
  readonly message: string;
  readonly ticket: string;
  readonly trainingSession: string;
  readonly enrolment: string;
  readonly certificate: string;
  readonly event: string;
  readonly threatRules: string;
  readonly labelAppeal: string;
  readonly flow: string;
  readonly removedFlow: string;
  readonly job: string;
  readonly case: string;
  readonly caseItem: string;
  readonly caseEvidence: string;
  readonly caseUpload: string;
  readonly caseMoney: string;
  readonly caseAuthority: string;
  readonly caseRequest: string;
  readonly caseRequestAsset: string;
  readonly casePerson: string;
  readonly caseLink: string;
  readonly caseLabel: string;
  readonly caseTask: string;
  readonly caseNote: string;
  readonly caseComment: string;
  readonly casePackage: string;
  readonly caseRecord: string;
  readonly caseEvent: string;
  readonly caseKept: string;
  readonly caseReport: string;
  readonly screening: string;
  readonly screeningBatch: string;
  readonly caseEmergency: string;
  readonly caseKey: string;
  readonly alert: string;
  readonly alertChannel: string;
  readonly alertDelivery: string;
  readonly scamReport: string;
  readonly agencyLabel: string;
  readonly watch: string;
  readonly interest: string;
  readonly partner: string;
  readonly photo: string;
  readonly email: string;
}

const NOWHERE = '00000000-0000-4000-8000-00000000dead';

export const UNKNOWN_IDS: Ids = {
  agency: NOWHERE,
  account: NOWHERE,
  session: NOWHERE,
  apiToken: NOWHERE,
  grant: NOWHERE,
  mail: NOWHERE,
  message: NOWHERE,
  ticket: NOWHERE,
  trainingSession: NOWHERE,
  enrolment: NOWHERE,
  certificate: NOWHERE,
  event: NOWHERE,
  threatRules: NOWHERE,
  labelAppeal: NOWHERE,
  flow: NOWHERE,
  removedFlow: NOWHERE,
  job: NOWHERE,
  case: NOWHERE,
  caseItem: NOWHERE,
  caseEvidence: NOWHERE,
  caseUpload: NOWHERE,
  caseMoney: NOWHERE,
  caseAuthority: NOWHERE,
  caseRequest: NOWHERE,
  caseRequestAsset: NOWHERE,
  casePerson: NOWHERE,
  caseLink: NOWHERE,
  caseLabel: NOWHERE,
  caseTask: NOWHERE,
  caseNote: NOWHERE,
  caseComment: NOWHERE,
  casePackage: NOWHERE,
  caseRecord: NOWHERE,
  caseEvent: NOWHERE,
  caseKept: NOWHERE,
  caseReport: NOWHERE,
  screening: NOWHERE,
  screeningBatch: NOWHERE,
  caseEmergency: NOWHERE,
  caseKey: NOWHERE,
  alert: NOWHERE,
  alertChannel: NOWHERE,
  alertDelivery: NOWHERE,
  scamReport: NOWHERE,
  agencyLabel: NOWHERE,
  watch: NOWHERE,
  interest: NOWHERE,
  partner: NOWHERE,
  photo: `${'0'.repeat(32)}.webp`,
  email: 'nobody@nowhere.example',
};

interface Owners {
  readonly agency: string;
  readonly person: TestAccount;
  readonly admin: TestAccount;
  /** Accounts that own the case: everybody of the agency who may use the tools. */
  readonly owners: readonly string[];
}

/** A word that is nowhere else, the same in every run. */
const nameWord = (index: number): string => `planted-${index}-${(0x5eed0000 + index * 4391).toString(16)}`;

/** Puts an object of every kind into the store, with words in its texts that are nowhere else. */
export async function plantObjects(casework: TestCaseworkContext, { agency, person, admin, owners }: Owners) {
  const words = Array.from({ length: 21 }, (_, index) => nameWord(index));
  const word = (index: number) => words[index] ?? '';
  const email = `${word(0)}@kestrelgate.example`;
  const target = await addAccount(casework, { agency, name: `Analyst ${word(1)}`, email });
  const session = await openTestSession(casework, target);
  const now = casework.now();
  const later = new Date(now.getTime() + 30 * 86_400_000);
  const id = () => randomUUID();
  const ids = {
    ...{ agency, account: target.id, apiToken: id(), grant: id(), mail: id() },
    ...{ message: id(), ticket: id(), job: id(), email },
  };
  const training = { trainingSession: id(), enrolment: id(), certificate: id() };
  const photo = `${randomUUID()}.webp`;
  const sessionId = await casework.store.transact({ kind: 'system' }, async (tx) => {
    await tx.run(
      sql`UPDATE account SET phone = ${word(2)}, unit = ${word(3)}, photo = ${photo} WHERE id = ${target.id}`,
    );
    await tx.run(sql`INSERT INTO api_token (hash, id, account_id, agency_id, name, expires_at)
      VALUES (${word(4)}, ${ids.apiToken}, ${target.id}, ${agency}, ${word(4)}, ${later})`);
    await tx.run(sql`INSERT INTO role_grant (id, agency_id, account_id, from_role, role, reason, proposed_by, proposed_at, expires_at)
      VALUES (${ids.grant}, ${agency}, ${target.id}, 'member', 'agency-admin', ${word(5)}, ${admin.id}, ${now}, ${later})`);
    await tx.run(
      sql`INSERT INTO mail (id, agency_id, recipient, subject, body) VALUES (${ids.mail}, ${agency}, ${email}, ${word(6)}, ${word(6)})`,
    );
    await tx.run(sql`INSERT INTO contact_message (id, received_at, name, email, agency, phone, message, origin)
      VALUES (${ids.message}, ${now}, ${word(7)}, 'x@y.example', 'Z', '1', ${word(7)}, 'LEPORTAL')`);
    await tx.run(sql`INSERT INTO support_ticket (id, agency_id, account_id, key, category, severity, subject, created_at, changed_at)
      VALUES (${ids.ticket}, ${agency}, ${target.id}, ${id()}, 'question', 'normal', ${word(8)}, ${now}, ${now})`);
    await tx.run(sql`INSERT INTO support_message (ticket_id, agency_id, account_id, key, is_admin, at, text)
      VALUES (${ids.ticket}, ${agency}, ${target.id}, ${id()}, false, ${now}, ${word(9)})`);
    await tx.run(sql`INSERT INTO job (id, agency_id, account_id, kind, title, input, status, turn, failure, created_at, ended_at)
      VALUES (${ids.job}, ${agency}, ${person.id}, 'fetch-addresses', ${word(13)}, '{}', 'failed', 0, ${word(13)}, ${now}, ${now})`);
    await tx.run(sql`INSERT INTO training_session (id, level, starts_at, ends_at, zone, mode, place, language, seats, cancel_until, changed_at)
      VALUES (${training.trainingSession}, 'essentials', ${later}, ${new Date(later.getTime() + 3_600_000)}, 'Europe/Paris', 'online',
              'Online', 'en', 10, ${later}, ${now})`);
    await tx.run(sql`INSERT INTO training_enrolment (id, session_id, account_id, agency_id, state, requested_at, changed_at, consented_at, accommodations)
      VALUES (${training.enrolment}, ${training.trainingSession}, ${target.id}, ${agency}, 'passed', ${now}, ${now}, ${now}, ${word(10)})`);
    await tx.run(sql`INSERT INTO training_certificate (id, enrolment_id, account_id, agency_id, level, issued_at, valid_until, file)
      VALUES (${training.certificate}, ${training.enrolment}, ${target.id}, ${agency}, 'essentials', ${now}, '2030-01-01', ${word(11)})`);
    const row = await tx.find<{ id: string }>(sql`SELECT id FROM session WHERE hash = ${session.hash}`);
    return row?.id ?? '';
  });
  const flows = await casework.store.transact({ kind: 'system' }, (tx) =>
    plantFlows(tx, { agency, account: target.id, at: now, word: word(12) }),
  );
  const screenings = await casework.store.transact({ kind: 'system' }, (tx) =>
    plantScreenings(tx, { agency, account: person.id, at: now, word: word(15) }),
  );
  const cases = await plantCase(casework, {
    agency,
    account: person.id,
    owners,
    word: word(14),
    policy: 'need-to-know',
    supervisor: target.id,
  });
  const caseKey = await plantCaseKey(casework, { agency, by: target.id, word: word(16) });
  const alerts = await casework.store.transact({ kind: 'system' }, (tx) =>
    plantAlerts(tx, { agency, account: person.id, caseId: cases.case, at: now, word: word(17) }),
  );
  const scams = await casework.store.transact({ kind: 'system' }, (tx) =>
    plantScams(tx, casework, { agency, account: target.id, at: now, word: word(18) }),
  );
  const place = { agency, account: person.id, at: now };
  const pointers = await plantPointers(casework, { ...place, caseId: cases.case, words: [word(19), word(20)] });
  const event = id();
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`INSERT INTO audit_event (id, at, agency_id, account_id, action, outcome, body)
      VALUES (${event}, ${now}, ${agency}, ${person.id}, 'look-up.planted', 'success', '{}')`),
  );
  const more = { ...alerts, ...scams, ...pointers, event, caseKey, photo, session: sessionId };
  return { ids: { ...ids, ...training, ...flows, ...screenings, ...cases, ...more } satisfies Ids, words };
}
