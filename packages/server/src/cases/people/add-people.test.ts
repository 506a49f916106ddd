import type { CaseHead } from '@trailmark/api/contract/case';
import type { CasePeople } from '@trailmark/api/contract/case-people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../../testing/ask.ts';

const BTC = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const ETHER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

let casework: TestCaseworkContext;
let lead: Asker;
let head: CaseHead;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  head = ok(await lead.post('/cases', { template: 'ransomware', title: 'Harbour' }));
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

interface Outcome {
  readonly isWritten: boolean;
  readonly people: number;
  readonly links: number;
  readonly same: number;
  readonly refused: readonly { readonly line: number; readonly lines: number; readonly why: string }[];
}
const GIVEN = { basis: 'statement', mark: 'claim', word: 'likely', relation: 'paid from', source: 'EV-01' };
const send = (text: string, more: object = {}) =>
  lead.post(`/cases/${head.id}/people/lines`, { text, ...GIVEN, ...more });
const people = async (): Promise<CasePeople> => ok(await lead.get(`/cases/${head.id}/people`));

describe('a pasted table', () => {
  test('becomes people with their addresses, in one line of the log', async () => {
    const text = `suspect;Suspect A;btc;${BTC};controls the key;EV-02, page 1\nsuspect;Suspect A;eth;${ETHER}\nvictim;Customer 7\n`;
    expect(ok(await send(text))).toMatchObject({ isWritten: true, people: 2, links: 2, same: 0, refused: [] });
    const { people: found, links } = await people();
    expect(found.map(({ number, name }) => [number, name])).toEqual([
      ['P-1', 'Suspect A'],
      ['V-1', 'Customer 7'],
    ]);
    expect(links.map(({ to, relation, source, mark }) => ({ to, relation, source, mark }))).toEqual([
      {
        to: { kind: 'address', chain: 'btc', address: BTC },
        relation: 'controls the key',
        source: 'EV-02, page 1',
        mark: 'claim',
      },
      { to: { kind: 'address', chain: 'eth', address: ETHER }, relation: 'paid from', source: 'EV-01', mark: 'claim' },
    ]);
    const actions = (await listTestEvents(casework)).map(({ action }) => String(action));
    expect(actions.filter((action) => action.startsWith('case.')).slice(-1)).toEqual(['case.people.add']);
  });

  test('names its columns itself, in any order, with quoted cells', async () => {
    const text = `Name\tKind\tPhone\tDetail\n"Lee, the ""Captain"""\tsuspect\t+44 20 7946 0018\tat large\nTelegram: tide_ops\thandle\n`;
    expect(ok(await send(text))).toMatchObject({ isWritten: true, people: 2, links: 0 });
    const { people: found } = await people();
    expect(found.map(({ name, detail, identifiers }) => ({ name, detail, identifiers }))).toEqual([
      {
        name: 'Lee, the "Captain"',
        detail: 'at large',
        identifiers: [{ type: 'phone', service: '', value: '+442079460018' }],
      },
      {
        name: 'Telegram: tide_ops',
        detail: '',
        identifiers: [{ type: 'handle', service: 'Telegram', value: 'tide_ops' }],
      },
    ]);
  });

  test('with a line that is not understood changes nothing and names each with its reason', async () => {
    const text = [
      ...['suspect,Suspect A', 'boss,Suspect B', 'suspect,', `suspect,C,btc,${BTC}x`, `suspect,D,,${ETHER}`],
      ...['suspect,E,gold,1', 'suspect,F,btc', 'suspect,"G', 'suspect,H,a,b,c,d,e'],
    ].join('\n');
    const outcome: Outcome = ok(await send(text));
    expect(outcome).toMatchObject({ isWritten: false, people: 1, links: 0 });
    expect(outcome.refused.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    const reasons = outcome.refused.map(({ why }) => why);
    expect(reasons[0]).toMatch(/“boss” is no kind\. Kinds are suspect, victim/);
    expect(reasons[1]).toBe('It names nobody.');
    expect(reasons[3]).toMatch(/can be of arbitrum, .*, eth, .*: write its chain/);
    expect(reasons[4]).toMatch(/“gold” is no chain/);
    expect(reasons[5]).toBe('It names a chain and no address.');
    expect(reasons[6]).toMatch(/quotation mark/);
    expect(reasons[7]).toMatch(/7 cells.*6 columns/);
    expect((await people()).people).toEqual([]);
  });

  test('leaves out what is rejected on request', async () => {
    const outcome: Outcome = ok(await send('suspect,Suspect A\nboss,B', { leavesOut: true }));
    expect(outcome).toMatchObject({ isWritten: true, people: 1, refused: [{ line: 2, lines: 1 }] });
    expect((await people()).people.map(({ name }) => name)).toEqual(['Suspect A']);
  });

  test('sent twice adds nothing twice', async () => {
    const text = `suspect,Suspect A,btc,${BTC}`;
    ok(await send(text));
    expect(ok(await send(text))).toMatchObject({ isWritten: false, people: 0, links: 0, same: 1 });
    expect(ok(await send(`${text},controls the key`))).toMatchObject({ isWritten: true, people: 0, links: 1 });
    const { people: found, links } = await people();
    expect([found.length, links.length]).toEqual([1, 2]);
  });

  test('that says more of somebody who is there is refused at that line, so that it is not lost', async () => {
    ok(await send('suspect,Suspect A'));
    const outcome: Outcome = ok(await send('kind,name,phone\nsuspect,suspect a,+44 20 7946 0018'));
    expect(outcome).toMatchObject({ isWritten: false, refused: [{ line: 2 }] });
    expect(outcome.refused[0]?.why).toMatch(/^P-1 is this person already/);
    const twice: Outcome = ok(await send('kind,name,detail\nvictim,V,one\nvictim,V,two'));
    expect(twice.refused).toEqual([{ line: 3, lines: 1, why: 'A line above says “one” of this person.' }]);
  });

  test.each([
    ['\n \n', 400, /no line with text/],
    ['kind,name,colour\nsuspect,A,red', 400, /no column “colour”/],
    ['suspect,A\n'.repeat(1_001), 400, /1001 lines/],
  ])('%# that is no table is refused as a whole', async (text, status, why) => {
    const answer = await send(text);
    expect(answer.status).toBe(status);
    expect((answer.body as { readonly detail: string }).detail).toMatch(why);
  });

  test('counts the lines of a quoted cell', async () => {
    const outcome: Outcome = ok(await send('suspect,"A\nB"\nboss,C'));
    expect(outcome.refused.map(({ line, lines }) => [line, lines])).toEqual([
      [1, 2],
      [3, 1],
    ]);
  });
});
