import type { CaseHead } from '@trailmark/api/contract/case';
import { expect } from 'vitest';
import type { TestAccount, TestCaseworkContext } from '../../testing/accounts.ts';
import type { Answer, Asker } from '../../testing/ask.ts';

/** The address that a filled case is about. */
export const FILLED_ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

/** The body of an answer that has to be good. */
export function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

export interface Filling {
  readonly casework: TestCaseworkContext;
  readonly lead: Asker;
  readonly legal: TestAccount;
  readonly policy?: string;
}

/** A case with a pinned result, money, a statement, a suspect with personal data, a link, a label, a note, a comment, tags
 * and a legal adviser. */
export async function fillCase({ casework, lead, legal, policy = 'sealed' }: Filling): Promise<CaseHead> {
  const head = ok<CaseHead>(
    await lead.post('/cases', { template: 'ransomware', title: 'Harbour', policy, deadline: '2026-12-15' }),
  );
  const at = `/cases/${head.id}`;
  // What its template asks for before a disclosure is for tests of their own.
  ok(await lead.post(`${at}/authority-needs`, { version: 1, acts: ['request'] }));
  const statements = [{ mark: 'claim', text: 'The files were locked on 2 March.', source: 'EV-01' }];
  ok(
    await lead.post(at, {
      version: 1,
      reference: 'K 77/26',
      fields: { family: 'Example' },
      statements,
      tags: ['Harbour group', 'locker'],
    }),
  );
  casework.advance(1_000);
  ok(
    await lead.post(`${at}/items`, {
      kind: 'address',
      note: 'Demand',
      input: { params: { chain: 'btc', address: FILLED_ADDRESS }, query: {} },
    }),
  );
  casework.advance(1_000);
  ok(
    await lead.post(`${at}/money`, {
      kind: 'loss',
      asset: 'btc',
      amount: '4180000000',
      day: '2026-03-03',
      mark: 'fact',
    }),
  );
  casework.advance(1_000);
  ok(await lead.post(`${at}/members`, { account: legal.id, role: 'legal' }));
  const { person } = ok<{ person: { id: string } }>(
    await lead.post(`${at}/people`, { kind: 'suspect', name: 'Suspect A' }),
  );
  const data = { version: 1, birthDate: '1984-02-03', documents: [] };
  ok(await lead.post(`${at}/people/${person.id}/personal-data/change`, data));
  const link = {
    person: person.id,
    relation: 'Controls the key',
    basis: 'seized-device',
    mark: 'fact',
    source: 'EV-11',
  };
  const confidence = { of: 'person', word: 'certain' };
  const to = { kind: 'address', chain: 'btc', address: FILLED_ADDRESS };
  ok(await lead.post(`${at}/links`, { ...link, confidence, to }));
  const label = { chain: 'btc', address: FILLED_ADDRESS, text: 'Demand', mark: 'inference', source: 'A-1' };
  ok(await lead.post(`${at}/labels`, label));
  ok(await lead.post(`${at}/notes`, { title: 'Interview', text: `The demand named ${FILLED_ADDRESS}.` }));
  ok(await lead.post(`${at}/comments`, { subject: { about: 'item', number: 'A-1' }, text: 'Paid twice?' }));
  return head;
}
