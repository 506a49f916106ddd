import { sha256 } from './import-file.ts';
import { RECORD_STORY } from './record-story.ts';
import type { Found, Loose, Memory, Step, Story } from './write-step.ts';

const rows =
  (table: string, fits: (row: Loose) => unknown = () => true) =>
  (found: Found) =>
    (found.tables[table] ?? []).filter(fits).length;
const sum = (values: readonly Loose[]) => values.reduce((all: number, value: number) => all + value, 0);
const versions = (table: string) => (found: Found) =>
  sum((found.tables[table] ?? []).map(({ version }) => version - 1));
const withdrawn = (table: string) => rows(table, (row) => row.withdrawn_at !== null);
const count = (found: Found, action: string) => found.log[action] ?? 0;
const custodyRows = (act: string) => (found: Found) =>
  found.custody.rows.filter((row: Loose) => row.act === act).length;
const keeps = (name: string, at: (answer: Loose) => Loose) => (answer: Loose, memory: Memory) => {
  const { id, version = memory.version } = at(answer);
  Object.assign(memory, { [name]: id, version });
};
const itself = (answer: Loose) => answer;
const now = () => Math.floor(Date.now() / 1_000);
/** Days after one that is long past: each change of it shows how many there were. */
const toDay = (days: number) => new Date(Date.UTC(2040, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
export const toDays = (day: string | null) =>
  day === null ? 0 : Math.round((Date.parse(day) - Date.UTC(2040, 0, 1)) / 86_400_000);

const ofReported = ({ reported }: Memory) => ({ case: reported });
/** A draft that can be frozen: one result, an examiner and a reviewer. */
const draftOf = (item: unknown, account: unknown) => ({
  ...{ title: 'Report', instructions: '', questions: [], items: [item], audience: 'court', jurisdiction: 'none' },
  ...{ language: 'en', classification: '', hides: [], opinion: '' },
  examiner: { name: 'Second investigator', qualifications: 'Trained in tracing' },
  reviewer: { account, name: 'Head of unit', qualifications: 'Reviewer' },
});

/** A story of something new each time. */
const ofNew = (...steps: readonly Step[]): Story => ({ begin: () => undefined, steps });

export const STORIES: Readonly<Record<string, Story>> = {
  head: {
    begin: async (read, memory) => {
      memory.version = (await read('')).head.version;
    },
    steps: [
      {
        ...{ route: 'updateCase', action: 'case.update', keep: keeps('head', itself) },
        body: ({ version, turn }) => ({ version, title: `Main ${turn}` }),
        shown: (found) => found.head.version - count(found, 'case.policy'),
      },
      {
        ...{ route: 'setCasePolicy', action: 'case.policy', keep: keeps('head', itself) },
        body: ({ version }) => ({ version, policy: version % 3 === 0 ? 'open' : 'need-to-know' }),
        shown: (found) => found.head.version - count(found, 'case.update'),
      },
    ],
  },
  member: {
    begin: async (read, memory) => {
      memory.isMember = (await read('/members')).items.length > 1;
    },
    steps: [
      {
        ...{ route: 'setCaseMember', action: 'case.member' },
        body: ({ isMember }) => ({ role: isMember ? null : 'viewer' }),
        shown: (found) => {
          const changes = count(found, 'case.member');
          return found.members.items.length === 1 + (changes % 2) ? changes : -1;
        },
      },
    ],
  },
  view: ofNew(
    {
      ...{ route: 'saveCaseView' },
      body: ({ turn }) => ({ name: `View ${turn}` }),
      keep: ({ items }, memory) =>
        keeps('view', itself)(
          items.find((one: Loose) => one.name === `View ${memory.turn}`),
          memory,
        ),
    },
    { route: 'removeCaseView', params: ({ view }) => ({ view }) },
  ),
  item: ofNew(
    {
      ...{ route: 'pinCaseItem', action: 'case.item.pin', keep: keeps('caseItem', ({ item }) => item) },
      body: ({ turn }) => {
        const address = `0x1${String(turn).padStart(39, '0')}`;
        return { kind: 'label', input: { params: { network: 'eth', address }, query: {} } };
      },
      shown: rows('case_item', ({ kind }) => kind === 'label'),
    },
    { route: 'checkCaseItem', action: 'case.item.check', shown: rows('case_item', (row) => row.checked_at) },
    { route: 'withdrawCaseItem', action: 'case.item.withdraw', shown: withdrawn('case_item') },
  ),
  authority: ofNew(
    {
      ...{ route: 'setCaseAuthority', action: 'case.authority.set' },
      body: ({ turn }) => ({ number: `26/${turn}` }),
      keep: ({ items }, memory) => {
        keeps('caseAuthority', itself)(
          items.find((one: Loose) => one.number === `26/${memory.turn}`),
          memory,
        );
      },
      shown: (found) =>
        rows('case_authority')(found) + versions('case_authority')(found) - count(found, 'case.authority.end'),
    },
    {
      ...{ route: 'endCaseAuthority', action: 'case.authority.end', body: ({ version }) => ({ version }) },
      shown: rows('case_authority', (row) => row.ended_at),
    },
  ),
  need: {
    begin: async (read, memory) => {
      memory.version = (await read('/authorities')).needs.version;
    },
    steps: [
      {
        ...{ route: 'setAuthorityNeeds', action: 'case.authority.needs' },
        body: ({ version }) => ({ version, acts: ['monitoring'] }),
        shown: ({ tables }) => tables.case_authority_need?.[0]?.version ?? 0,
      },
    ],
  },
  source: {
    begin: async (read, memory) => {
      memory.isAllowed = (await read('/sources')).items.some(({ ended }: Loose) => !ended);
    },
    steps: [
      {
        ...{ route: 'allowCaseSource', action: 'case.source.allow', skips: ({ isAllowed }) => isAllowed === true },
        ...{ body: () => ({ source: 'esplora-btc' }), shown: rows('case_source') },
      },
      { route: 'endCaseSource', action: 'case.source.end', shown: rows('case_source', (row) => row.ended_at) },
    ],
  },
  contact: {
    begin: async (read, memory) => {
      const { received } = await read('/contacts', 'second');
      if (received.length > 0) memory.caseContact = received[0].id;
    },
    steps: [
      {
        ...{ route: 'askCustodian', action: 'case.contact.ask' },
        shown: ({ contacts }) => contacts.messages.filter((one: Loose) => one.kind === 'ask').length,
      },
      {
        ...{ route: 'answerCaseContact', as: 'second', action: 'case.contact.answer' },
        params: ({ hidden, caseContact }) => ({ case: hidden, contact: caseContact }),
        skips: ({ caseContact }) => !caseContact,
        shown: ({ contacts }) => contacts.messages.filter((one: Loose) => one.kind === 'reply').length,
      },
    ],
  },
  emergency: {
    begin: async (read, memory) => {
      const [open] = (await read('/case-emergencies', 'second')).items;
      memory.caseEmergency = open?.id;
    },
    steps: [
      {
        ...{ route: 'openCaseInEmergency', as: 'head', action: 'case.emergency.open' },
        skips: ({ caseEmergency }) => caseEmergency !== undefined,
        body: ({ number }) => ({ number }),
        keep: ({ opened }, memory) => keeps('caseEmergency', itself)(opened, memory),
        shown: (found) => found.emergencies.items.length + count(found, 'case.emergency.review'),
      },
      {
        ...{ route: 'reviewCaseEmergency', as: 'second', action: 'case.emergency.review' },
        shown: (found) => count(found, 'case.emergency.open') - found.emergencies.items.length,
      },
    ],
  },
  evidence: {
    begin: async (read, memory) => {
      const { items } = await read('/evidence?limit=1');
      memory.version = items[0].version;
    },
    steps: [
      {
        ...{ route: 'addCaseCustody', action: 'case.evidence.custody', shown: custodyRows('copy') },
        body: () => ({ doneAt: now() - 60 }),
      },
      {
        ...{ route: 'describeCaseEvidence', action: 'case.evidence.describe' },
        ...{ body: ({ version }) => ({ version }), shown: ({ exhibit }) => exhibit.version - 1 },
      },
      { route: 'verifyCaseEvidence', action: 'case.evidence.verify', shown: custodyRows('verify') },
      { route: 'exportCaseEvidence', action: 'case.evidence.export', shown: custodyRows('export') },
    ],
  },
  retention: {
    begin: async (read, memory) => {
      memory.days = toDays((await read('/retention')).retainUntil);
    },
    steps: [
      {
        ...{ route: 'setCaseRetention', action: 'case.retention' },
        body: ({ days }) => ({ retainUntil: toDay(Number(days) + 1) }),
        shown: ({ retention }) => toDays(retention.retainUntil),
      },
      {
        ...{ route: 'placeCaseHold', action: 'case.hold.place' },
        body: ({ turn }) => ({ reason: `Letter ${turn}` }),
        keep: ({ holds }, memory) => {
          memory.caseItem = holds.find((one: Loose) => one.reason === `Letter ${memory.turn}`).id;
        },
        shown: ({ retention }) => retention.holds.length,
      },
      {
        ...{ route: 'releaseCaseHold', action: 'case.hold.release' },
        shown: ({ retention }) => retention.holds.filter((one: Loose) => one.released).length,
      },
    ],
  },
  draft: ofNew(
    {
      ...{ route: 'setCaseRequest', action: 'case.request.draft', keep: keeps('caseRequest', itself) },
      ...{ body: ({ packet }) => ({ item: packet }), shown: rows('case_request', (row) => row.number > 1) },
    },
    {
      ...{ route: 'stepCaseRequest', action: 'case.request.step' },
      body: ({ version }) => ({ version, on: undefined }),
      shown: rows('case_request', (row) => row.state === 'withdrawn'),
    },
  ),
  answered: {
    begin: async (read, memory) => {
      const { items } = await read('/requests');
      keeps('caseRequest', itself)(
        items.find((one: Loose) => one.number === 'R-1'),
        memory,
      );
    },
    steps: [
      {
        ...{ route: 'updateCaseRequest', action: 'case.request.update' },
        body: ({ version }) => ({ version, files: [] }),
        shown: ({ tables }) => tables.case_request?.find((row) => row.number === 1)?.version - 1,
      },
      {
        ...{ route: 'addRequestAsset', action: 'case.request.asset', shown: rows('case_request_asset') },
        body: ({ turn }) => ({ isInMoney: false, source: `Letter ${turn}` }),
        keep: ({ assets }, memory) => {
          memory.caseRequestAsset = assets.find((one: Loose) => one.source === `Letter ${memory.turn}`).id;
        },
      },
      { route: 'withdrawAsset', action: 'case.request.asset-withdraw', shown: withdrawn('case_request_asset') },
    ],
  },
  person: ofNew(
    {
      ...{ route: 'setCasePerson', action: 'case.person.set', keep: keeps('casePerson', ({ person }) => person) },
      shown: rows('case_person', ({ name }) => !name.startsWith('Pasted')),
    },
    {
      ...{ route: 'setPersonalData', action: 'case.person.personal', keep: keeps('casePerson', itself) },
      body: ({ version }) => ({ version }),
      shown: ({ people }) => people.people.filter((one: Loose) => one.hasPersonalData).length,
    },
    { route: 'openPersonalData', action: 'case.person.open' },
    {
      ...{ route: 'addCaseLink', action: 'case.link.add', keep: keeps('caseLink', ({ link }) => link) },
      shown: rows('case_link'),
    },
    { route: 'withdrawCaseLink', action: 'case.link.withdraw', shown: withdrawn('case_link') },
    {
      ...{ route: 'addCaseLabel', action: 'case.label.add', keep: keeps('caseLabel', ({ label }) => label) },
      shown: rows('case_label'),
    },
    { route: 'withdrawCaseLabel', action: 'case.label.withdraw', shown: withdrawn('case_label') },
    {
      ...{ route: 'withdrawCasePerson', action: 'case.person.withdraw', shown: withdrawn('case_person') },
      body: ({ version }) => ({ version }),
    },
  ),
  // Three people in one act: all of them or none.
  pasted: ofNew({
    ...{ route: 'addCasePeople', action: 'case.people.add' },
    body: ({ turn }) => ({ text: [1, 2, 3].map((line) => `witness,Pasted ${turn} ${line}`).join('\n') }),
    shown: (found) => rows('case_person', ({ name }) => name.startsWith('Pasted'))(found) / 3,
  }),
  money: ofNew(
    {
      ...{ route: 'setCaseMoney', action: 'case.money.set' },
      body: ({ turn }) => ({ source: `Letter ${turn}` }),
      keep: ({ items }, memory) => {
        keeps('caseMoney', itself)(
          items.find((one: Loose) => one.source === `Letter ${memory.turn}`),
          memory,
        );
      },
      shown: (found) => rows('case_money')(found) + count(found, 'case.money.remove'),
    },
    {
      ...{ route: 'removeCaseMoney', action: 'case.money.remove', body: ({ version }) => ({ version }) },
      shown: (found) => count(found, 'case.money.set') - rows('case_money')(found),
    },
  ),
  note: ofNew(
    {
      ...{ route: 'addCaseNote', action: 'case.note.add', keep: keeps('caseNote', ({ note }) => note) },
      shown: rows('case_note'),
    },
    { route: 'saveCaseNote', action: 'case.note.save', shown: versions('case_note') },
    {
      // Written from a version that is no longer the last: both texts are kept.
      ...{ route: 'saveCaseNote', status: 409, action: 'case.note.keep' },
      keep: ({ facts }, memory) => keeps('caseKept', () => facts.kept)(facts, memory),
      shown: rows('case_note_version', (row) => row.number === null),
    },
    {
      ...{ route: 'settleCaseNote', action: 'case.note.settle' },
      shown: rows('case_note_version', (row) => row.settled_at),
    },
  ),
  comment: ofNew(
    {
      ...{ route: 'addCaseComment', action: 'case.comment.add', keep: keeps('caseComment', itself) },
      shown: rows('case_comment'),
    },
    { route: 'withdrawCaseComment', action: 'case.comment.withdraw', shown: withdrawn('case_comment') },
  ),
  event: ofNew(
    {
      ...{ route: 'addCaseEvent', action: 'case.event.add', keep: keeps('caseEvent', itself) },
      shown: rows('case_reported_event'),
    },
    {
      ...{ route: 'updateCaseEvent', action: 'case.event.change' },
      shown: (found) => versions('case_reported_event')(found) - count(found, 'case.event.withdraw'),
    },
    { route: 'withdrawCaseEvent', action: 'case.event.withdraw', shown: withdrawn('case_reported_event') },
    { route: 'refreshCaseTimeline', action: 'case.timeline.refresh' },
  ),
  task: ofNew(
    {
      ...{ route: 'addCaseTask', action: 'case.task.add', keep: keeps('caseTask', itself) },
      ...{ body: () => ({ due: null }), shown: rows('case_task') },
    },
    {
      ...{ route: 'updateCaseTask', action: 'case.task.change', keep: keeps('caseTask', itself) },
      body: ({ version }) => ({ version }),
      shown: (found) => versions('case_task')(found) - count(found, 'case.task.done'),
    },
    {
      ...{ route: 'setCaseTaskState', action: 'case.task.done', body: ({ version }) => ({ version }) },
      shown: rows('case_task', (row) => row.state === 'done'),
    },
  ),
  // Of one administrator: to trust a key takes another one.
  key: ofNew(
    {
      ...{ route: 'proposeCaseKey', as: 'head', keep: keeps('caseKey', itself) },
      body: ({ turn }) => ({ publicKey: sha256(Buffer.from(`key ${turn}`)) }),
      shown: ({ keys }) => keys.items.length,
    },
    {
      ...{ route: 'decideCaseKey', as: 'head' },
      shown: ({ keys }) => keys.items.filter((one: Loose) => one.state === 'withdrawn').length,
    },
  ),
  package: ofNew(
    {
      ...{ route: 'makeCasePackage', action: 'case.package', keep: keeps('casePackage', itself) },
      shown: ({ packages }) => packages.items.length,
    },
    {
      ...{ route: 'revokeCasePackage', action: 'case.package.revoke' },
      shown: ({ packages }) => packages.items.filter((one: Loose) => one.revoked).length,
    },
  ),
  record: RECORD_STORY,
  // In the case of another, where somebody reviews.
  report: ofNew(
    {
      ...{ route: 'createEnhancedReport', as: 'second', action: 'case.report.create' },
      ...{ params: ofReported, keep: keeps('caseReport', itself), shown: ({ reports }) => reports.items.length },
    },
    {
      ...{ route: 'saveEnhancedReport', as: 'second', action: 'case.report.save', keep: keeps('caseReport', itself) },
      params: ofReported,
      body: ({ version, reportedItem, reviewer }) => ({ version, draft: draftOf(reportedItem, reviewer) }),
    },
    {
      ...{ route: 'freezeEnhancedReport', as: 'second', action: 'case.report.freeze', params: ofReported },
      body: ({ version }) => ({ version }),
      shown: ({ reports }) => sum(reports.items.map((one: Loose) => one.versions)),
    },
    {
      ...{ route: 'decideEnhancedReport', as: 'head', action: 'case.report.decide', params: ofReported },
      body: () => ({ decision: 'sign', why: '' }),
      shown: ({ reports }) => reports.items.filter((one: Loose) => one.state === 'signed').length,
    },
  ),
  // Stated about another agency's package: kept once, however often it comes.
  revocation: ofNew({ route: 'receivePackageRevocation' }),
};
