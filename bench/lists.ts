import type { Label, LabelPacks, LabelPackVersion } from '../packages/core/src/label.ts';
import { NO_KNOWLEDGE } from '../packages/server/src/knowledge/knowledge.ts';
import { createLedgers } from '../packages/server/src/ledger/ledgers.ts';
import { alertListChanges } from '../packages/server/src/lists/alert-changes.ts';
import { ListCopies } from '../packages/server/src/lists/list-copies.ts';
import {
  addAccount,
  createTestCaseworkContext,
  type TestCaseworkContext,
} from '../packages/server/src/testing/accounts.ts';
import { createSampleKnowledge, sampleLabel } from '../packages/server/src/testing/sample-labels.ts';
import { sql } from '../packages/store/src/cases/sql.ts';
import { CASES, plantCases } from './cases.ts';
import { percentiles, type Section, timeRounds, timesBar } from './harness.ts';

const ENTRIES = 80_000;
/** Of each case; the last address of one case in a hundred is on the list. */
const NAMED = 10;
const EVERY = 100;
const COMPARED = { target: 2_000, most: 11 };
const VERSIONS = ['a'.repeat(16), 'b'.repeat(16)] as const;
const SYSTEM = { kind: 'system' } as const;

const entryOf = (n: number, programme: string): Label =>
  sampleLabel(`listed-${n}`, `Entity ${n}`, { category: 'sanctioned', details: { entity: `Entity ${n}`, programme } });

/** Two copies of a list, between which something else is stated about every entry. */
class ChangingPacks implements LabelPacks {
  active = 0;
  readonly #copies = ['CYBER1', 'CYBER2'].map((programme) =>
    Array.from({ length: ENTRIES }, (_, n) => entryOf(n, programme)),
  );

  list(): LabelPackVersion[] {
    const head = {
      id: 'eu-consolidated',
      title: 'EU',
      publisher: 'x',
      licence: 'x',
      visibility: 'public',
      url: undefined,
    } as const;
    const counts = { labelCount: ENTRIES, addressCount: ENTRIES, refusedCount: 0, importer: 'bench@1' };
    return VERSIONS.map((version, i) => ({
      ...{ ...head, ...counts, version, asOf: `2026-01-0${i + 1}`, importedAt: i, isActive: i === this.active },
    }));
  }

  async read(_: string, version: string): Promise<readonly Label[]> {
    return this.#copies[version === VERSIONS[0] ? 0 : 1] ?? [];
  }

  preview = () => Promise.reject(new Error('Nothing is imported here.'));
  activate = async () => {};
}

async function plantIdentifiers(casework: TestCaseworkContext): Promise<void> {
  await casework.store.transact(SYSTEM, (tx) =>
    tx.run(sql`
      INSERT INTO case_identifier (case_id, agency_id, key, source)
      SELECT c.id, c.agency_id, 'address:btc:' || CASE WHEN k = ${NAMED} AND c.n % ${EVERY} = 0 THEN 'listed-' || c.n ELSE md5(c.n::text || '-' || k) END, c.id
      FROM (SELECT id, agency_id, row_number() OVER (ORDER BY number) AS n FROM agency_case) c, generate_series(1, ${NAMED}::integer) AS k`),
  );
  await casework.store.asOwner(`UPDATE agency_case SET status = 'active' WHERE status = 'closed'`);
  await casework.store.asOwner('VACUUM ANALYZE');
}

/** The least that the comparison reads: what all cases name, row by row, compared with nothing. */
async function timeBareRead(casework: TestCaseworkContext): Promise<number[]> {
  const read = () => casework.store.transact(SYSTEM, (tx) => tx.list(sql`SELECT case_id, key FROM case_identifier`));
  return await timeRounds(read, 7, 1);
}

/** A new copy of a list against what all cases name: read, compared, and each case notified that it touches. */
export async function benchLists(): Promise<Section> {
  const casework = await createTestCaseworkContext();
  try {
    await plantCases(casework, [await addAccount(casework)]);
    await plantIdentifiers(casework);
    const packs = new ChangingPacks();
    const ledgers = createLedgers({
      readers: new Map(),
      overlays: new Map(),
      ingestStatus: () => null,
      software: 'bench',
    });
    const knowledge = { ...NO_KNOWLEDGE, labels: createSampleKnowledge().labels, packs };
    const context = { casework, ledgers, knowledge, copies: new ListCopies(packs) };
    await alertListChanges(context);
    packs.active = 1;
    const started = performance.now();
    const told = await alertListChanges(context);
    const milliseconds = performance.now() - started;
    const expected = CASES / EVERY;
    const bare = await timeBareRead(casework);
    const bar = timesBar({
      ...COMPARED,
      work: `a list of 80,000 changed entries against 10,000 cases that name ${NAMED} addresses each; ${expected} are told`,
      milliseconds,
      base: { name: 'reading what all cases name', times: percentiles(bare) },
      isRight: told === expected,
      ...(told === expected ? {} : { note: `${told} notified` }),
    });
    return { name: 'lists', bars: [bar], figures: { milliseconds, bare, told, entries: ENTRIES, cases: CASES } };
  } finally {
    await casework.close();
  }
}
