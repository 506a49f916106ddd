import type { CaseHead } from '@trailmark/api/contract/case';
import type { CaseRole } from '@trailmark/core/case';
import { addAccount, addAgency, listTestEvents, type TestAccount, type TestCaseworkContext } from './accounts.ts';
import { type Answer, type Asker, openAsker } from './ask.ts';

/** What an answer holds. Throws where it is a refusal. */
export function okOf<T>({ status, body }: Answer): T {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body).slice(0, 400)}`);
  return body as T;
}

export type CaseParty = CaseRole | 'colleague';

/** A case with a member of every role, and somebody of the agency who is none. */
export interface TestCase {
  readonly id: string;
  readonly people: Readonly<Record<CaseParty, TestAccount>>;
  readonly as: Readonly<Record<CaseParty, Asker>>;
}

const NAMES: Readonly<Record<CaseParty, string>> = {
  owner: 'Lead investigator',
  editor: 'Second analyst',
  viewer: 'Trainee',
  reviewer: 'Reviewing officer',
  legal: 'Prosecutor',
  colleague: 'Colleague',
};

/** Opens a case whose owner makes everybody but the colleague a member. */
export async function openTestCase(
  casework: TestCaseworkContext,
  given: Readonly<Record<string, string>> = {},
): Promise<TestCase> {
  const parties = Object.keys(NAMES) as CaseParty[];
  // Before the accounts, which are added at once: each would add the agency.
  await addAgency(casework);
  const opened = await Promise.all(
    parties.map(async (party) => {
      const account = await addAccount(casework, { name: NAMES[party] });
      return [party, account, await openAsker(casework, account)] as const;
    }),
  );
  const people = Object.fromEntries(opened.map(([party, account]) => [party, account])) as TestCase['people'];
  const as = Object.fromEntries(opened.map(([party, , asker]) => [party, asker])) as TestCase['as'];
  const body = { template: 'tax', title: 'Harbour', policy: 'need-to-know', ...given };
  const { id } = okOf<CaseHead>(await as.owner.post('/cases', body));
  for (const party of ['editor', 'viewer', 'reviewer', 'legal'] as const) {
    okOf(await as.owner.post(`/cases/${id}/members`, { account: people[party].id, role: party }));
  }
  return { id, people, as };
}

/** Statuses of one request made as everybody. */
export async function statusesOf(
  { as }: TestCase,
  ask: (asker: Asker) => Promise<Answer>,
): Promise<Record<CaseParty, number>> {
  const statuses: [string, number][] = [];
  for (const [party, asker] of Object.entries(as)) statuses.push([party, (await ask(asker)).status]);
  return Object.fromEntries(statuses) as Record<CaseParty, number>;
}

/** What the log says was done in a case, oldest first, without who looked. */
export async function listCaseActs(casework: TestCaseworkContext, id: string): Promise<string[]> {
  const events = await listTestEvents(casework);
  return events
    .filter(({ object }) => (object as { readonly id?: string } | null)?.id === id)
    .map(({ action }) => String(action))
    .filter((action) => action.startsWith('case.'));
}
