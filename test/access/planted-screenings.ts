import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';
import { insertLabelAppeal } from '../../packages/store/src/cases/label-appeals/label-appeal-rows.ts';
import { insertBatch } from '../../packages/store/src/cases/screenings/batch-rows.ts';
import { insertScreening, insertSubjects } from '../../packages/store/src/cases/screenings/screening-rows.ts';
import { sql } from '../../packages/store/src/cases/sql.ts';

interface PlantedScreenings {
  readonly agency: string;
  readonly account: string;
  readonly at: Date;
  /** Part of the name of the batch and of a rejected line. */
  readonly word: string;
}

/** A stored answer whose only sentence is the word. */
function toAnswer(word: string) {
  const asOf = {
    height: null,
    hash: null,
    time: null,
    software: 'x',
    engine: 'x',
    labels: 'x',
    prices: 'x',
    rules: 'x',
  };
  const subject = { kind: 'address', text: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
  const verdict = { state: 'none', level: 'low', score: null, sentences: [word], fired: [] };
  const nothing = { own: [], inherited: [], exposure: [], behaviours: [], disagreements: [], limits: [] };
  const hash = '0'.repeat(64);
  return {
    asOf: { chain: 'btc', ...asOf },
    ruleSet: { name: 'x', hash },
    screening: { request: { chain: 'btc', subject }, verdict, ...nothing },
    hash,
  };
}

/** A batch with one subject that waits, a screening of its own, and a proposed version of the rules, and an appeal against a label. */
export async function plantScreenings(tx: Transaction, owner: PlantedScreenings) {
  const [screening, screeningBatch, threatRules] = [randomUUID(), randomUUID(), randomUUID()];
  const labelAppeal = randomUUID();
  const subject = { chain: 'btc', kind: 'address', subject: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' } as const;
  await insertBatch(
    tx,
    {
      id: screeningBatch,
      name: owner.word,
      options: {},
      ruleSet: { name: owner.word },
      ruleSetHash: '0'.repeat(64),
      total: 1,
      refused: [{ text: owner.word, reason: owner.word }],
      refusedCount: 1,
      previous: null,
    },
    owner,
  );
  await insertSubjects(tx, screeningBatch, [{ id: randomUUID(), ...subject }], owner);
  const outcome = {
    state: 'none',
    level: 'low',
    score: null,
    reason: owner.word,
    shares: {},
    summary: null,
    labels: 'x',
  } as const;
  const answer = gzipSync(JSON.stringify(toAnswer(owner.word)));
  await insertScreening(tx, { id: screening, ...subject }, { ...outcome, hash: '0'.repeat(64), answer }, owner);
  await tx.run(sql`INSERT INTO threat_rule_set (id, agency_id, number, hash, note, proposed_at, proposed_by)
    VALUES (${threatRules}, ${owner.agency}, 1, ${'0'.repeat(64)}, ${owner.word}, ${owner.at}, ${owner.account})`);
  const claim = { claim: owner.word, category: 'scam', source: owner.word, pack: owner.word };
  const { agency, account: by, at } = owner;
  await insertLabelAppeal(tx, {
    ...{ id: labelAppeal, agency, by, at, ...claim, label: '00000000000000aa', chain: 'btc', address: subject.subject },
    ...{ statement: `${owner.word} is wrong.`, evidence: owner.word },
  });
  return { screening, screeningBatch, threatRules, labelAppeal };
}
