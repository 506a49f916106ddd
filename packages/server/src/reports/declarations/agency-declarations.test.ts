import type { EnhancedReport, ReportPreview } from '@trailmark/api/contract/enhanced-report';
import type { ReportDeclaration, ReportDeclarations } from '@trailmark/api/contract/report-declarations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillCase, ok } from '../../cases/testing/fill-case.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { hashWording } from './agency-declarations.ts';
import { compareWordings } from './compare-wordings.ts';
import { checkWording, fillWording, PLACEHOLDERS } from './fill-wording.ts';
import { SHIPPED_WORDINGS } from './shipped-wordings.ts';

let casework: TestCaseworkContext;
let admin: Asker;
let lead: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  admin = await openAsker(casework, await addAccount(casework, { name: 'Agency administrator', role: 'agency-admin' }));
});

const OWN = { title: 'Statement of truth of {agency}', paragraphs: ['I, {examiner}, stand by it.', 'In {case}.'] };
const save = (more: object = {}, asker = admin) =>
  asker.post('/report-declarations/uk', { version: 0, wording: OWN, note: 'As counsel has it', ...more });
const read = async (asker: Asker): Promise<ReportDeclaration | undefined> =>
  ok<ReportDeclarations>(await asker.get('/report-declarations')).items.find((item) => item.jurisdiction === 'uk');

describe('the wording of a declaration', () => {
  test('is the one of the software until an administrator saves another, and is so again after a return to it', async () => {
    expect(await read(admin)).toMatchObject({ version: 0, isOwn: false, inForce: SHIPPED_WORDINGS.uk, versions: [] });
    ok(await save());
    expect(await read(admin)).toMatchObject({ version: 1, isOwn: true, inForce: OWN, shipped: SHIPPED_WORDINGS.uk });
    const back = ok<ReportDeclaration>(await save({ version: 1, wording: null, note: 'Back to it' }));
    expect(back).toMatchObject({ version: 2, isOwn: false, inForce: SHIPPED_WORDINGS.uk });
    expect(
      back.versions.map(({ number, isOwn, note, savedBy, sha256 }) => [number, isOwn, note, savedBy, sha256]),
    ).toEqual([
      [2, false, 'Back to it', 'Agency administrator', hashWording(SHIPPED_WORDINGS.uk)],
      [1, true, 'As counsel has it', 'Agency administrator', hashWording(OWN)],
    ]);
    const events = (await listTestEvents(casework)).filter(({ action }) => action === 'report-declaration.save');
    expect(events.map(({ object, details }) => [object, details])).toEqual([
      [
        { kind: 'report-declaration', id: 'uk' },
        { number: 1, isOwn: true, sha256: hashWording(OWN) },
      ],
      [
        { kind: 'report-declaration', id: 'uk' },
        { number: 2, isOwn: false, sha256: hashWording(SHIPPED_WORDINGS.uk) },
      ],
    ]);
  });

  test('is saved over the version it was made from, once, and by nobody but an administrator', async () => {
    lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
    expect((await save({}, lead)).status).toBe(403);
    ok(await save());
    const other = { ...OWN, title: 'Another' };
    expect((await save({ wording: other })).body.detail).toContain('Somebody saved another wording');
    expect((await save({ wording: other, version: 5 })).status).toBe(409);
    expect((await save({ version: 1 })).body.detail).toBe('This wording is in force already.');
    expect((await read(lead))?.version).toBe(1);
  });

  test('is seen by its own agency alone, in which every declaration has its own versions', async () => {
    ok(await save());
    const elsewhere = await addAgency(casework, 'Harbour Authority');
    const stranger = await openAsker(casework, await addAccount(casework, { agency: elsewhere, role: 'agency-admin' }));
    expect(await read(stranger)).toMatchObject({ version: 0, inForce: SHIPPED_WORDINGS.uk });
    ok(await save({}, stranger));
    ok(await admin.post('/report-declarations/us', { version: 0, wording: OWN, note: 'As counsel has it' }));
    expect((await read(admin))?.versions).toHaveLength(1);
  });

  test('is refused where it names what no report has', async () => {
    for (const [paragraph, says] of [
      ['I, {examinr}.', 'Paragraph 1 names {examinr}, which no report has'],
      ['I, {examiner.', 'Paragraph 1 has a brace without its partner'],
      ['I, {{examiner}}.', 'Paragraph 1 has a brace without its partner'],
      ['{constructor}', 'Paragraph 1 names {constructor}'],
    ] as const) {
      const { status, body } = await save({ wording: { ...OWN, paragraphs: [paragraph] } });
      expect([status, body.detail]).toEqual([400, expect.stringContaining(says)]);
    }
    expect((await save({ wording: { title: '{}', paragraphs: ['Mine.'] } })).body.detail).toContain('The title names');
    expect((await read(admin))?.version).toBe(0);
  });
});

test('a report prints the wording of the agency, or that of the software where its author asks for it, and says which', async () => {
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  const legal = await addAccount(casework, { name: 'Legal adviser' });
  const { id } = await fillCase({ casework, lead, legal });
  const made = ok<EnhancedReport>(await lead.post(`/cases/${id}/enhanced-reports`, { title: 'A {case} of “it”' }));
  const base = `/cases/${id}/enhanced-reports/${made.id}`;
  let { version } = made;
  const show = async (more: object): Promise<string[]> => {
    const draft = { ...made.draft, items: [], jurisdiction: 'uk', ...more };
    ({ version } = ok<EnhancedReport>(await lead.post(`${base}/draft`, { version, draft })));
    const { document } = ok<ReportPreview>(await lead.get(`${base}/preview`));
    const blocks = document.sections.find((section) => section.id === 'opinion')?.blocks ?? [];
    return blocks.map((block) =>
      block.kind === 'heading'
        ? block.title
        : block.kind === 'text'
          ? block.text.map((run) => (typeof run === 'string' ? run : 'code' in run ? run.code : run.text)).join('')
          : '',
    );
  };
  const shipped = `Wording of this declaration: for “uk”, as the software comes with it. SHA-256 before names were put in: ${hashWording(SHIPPED_WORDINGS.uk)}.`;
  expect(await show({})).toEqual(expect.arrayContaining([SHIPPED_WORDINGS.uk.title, shipped]));
  ok(await save());
  const own = await show({});
  const day = new Date(casework.now()).toISOString().slice(0, 10);
  expect(own).toEqual(
    expect.arrayContaining([
      'Statement of truth of North District Police',
      'I, Lead investigator, stand by it.',
      `In ${made.caseNumber}.`,
      expect.stringMatching(new RegExp(`version 1 of the agency for “uk”, saved ${day}T.* by Agency administrator`)),
    ]),
  );
  expect(own).not.toContain(shipped);
  expect(await show({ wording: 'shipped' })).toEqual(expect.arrayContaining([SHIPPED_WORDINGS.uk.title, shipped]));
});

test('the value of a placeholder is not read for placeholders', () => {
  const values = Object.fromEntries(Object.keys(PLACEHOLDERS).map((name) => [name, `<{case} $& ${name}>`]));
  const filled = fillWording(
    { title: '{report}{case}', paragraphs: ['{date}'] },
    values as Parameters<typeof fillWording>[1],
  );
  expect(filled).toEqual({ title: '<{case} $& report><{case} $& case>', paragraphs: ['<{case} $& date>'] });
});

test('wordings of the software pass the check, and differ from themselves in nothing', () => {
  for (const wording of Object.values(SHIPPED_WORDINGS)) {
    checkWording(wording);
    const lines = compareWordings(wording, wording);
    expect(lines).toEqual([wording.title, ...wording.paragraphs].map((text) => [{ kind: 'same', text }]));
  }
});

test('a difference names the words that went and came, and an added paragraph is a line', () => {
  const before = { title: 'My oath', paragraphs: ['I stand by it.'] };
  expect(compareWordings(before, { title: 'My oath', paragraphs: ['I stand by all of it.', 'And sign.'] })).toEqual([
    [{ kind: 'same', text: 'My oath' }],
    [
      { kind: 'same', text: 'I stand by' },
      { kind: 'new', text: ' all of' },
      { kind: 'same', text: ' it.' },
    ],
    [{ kind: 'new', text: 'And sign.' }],
  ]);
});
