import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { CasePolicy } from '../../packages/core/src/case.ts';
import { createCaseKey, openCaseKey, sealBytes } from '../../packages/server/src/cases/case-key.ts';
import type { TestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import { insertCase } from '../../packages/store/src/cases/agency-cases/case-rows.ts';
import { insertCaseSource } from '../../packages/store/src/cases/agency-cases/case-source-rows.ts';
import { insertEmergency } from '../../packages/store/src/cases/agency-cases/emergency-rows.ts';
import { putCaseText } from '../../packages/store/src/cases/agency-cases/identifier-rows.ts';
import { insertItem } from '../../packages/store/src/cases/agency-cases/item-rows.ts';
import { putMember } from '../../packages/store/src/cases/agency-cases/member-rows.ts';
import { insertMoney } from '../../packages/store/src/cases/agency-cases/money-rows.ts';
import { insertOrigin, insertPackage } from '../../packages/store/src/cases/agency-cases/package-rows.ts';
import { insertRecord, reopenRecord } from '../../packages/store/src/cases/agency-cases/record-rows.ts';
import { insertTrustedKey } from '../../packages/store/src/cases/agency-cases/trusted-key-rows.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';
import { plantCasePeople } from './planted-case-people.ts';
import { plantCaseWork } from './planted-case-work.ts';
import { plantEvidence } from './planted-evidence.ts';

interface PlantedCase {
  readonly agency: string;
  readonly account: string;
  /** Its owners, `account` among them. */
  readonly owners: readonly string[];
  /** Part of every text of it. */
  readonly word: string;
  readonly policy: CasePolicy;
  /** Who had emergency access to it, whose review is open; `account` unless given. */
  readonly supervisor?: string;
}

interface PlantedPackage {
  readonly id: string;
  readonly agency: string;
  readonly account: string;
  readonly key: Buffer;
  readonly word: string;
  readonly at: Date;
}

/** A package that was signed of the case, and the one that the case came from. */
async function plantPackage(tx: Transaction, casework: TestCaseworkContext, given: PlantedPackage): Promise<string> {
  const { id: caseId, agency, account, key, word, at } = given;
  const [id, root] = [randomUUID(), '0'.repeat(64)];
  await insertPackage(tx, {
    ...{ id, caseId, agency, recipient: word, purpose: word, expires: null, root, at },
    ...{ files: [], hasCustody: false, size: 20, by: account },
    content: sealBytes(openCaseKey(casework.keys, { id: caseId, key }), `package ${caseId} ${id}`, gzipSync(word)),
  });
  const origin = { packageId: id, root, publicKey: 'cd'.repeat(32), sender: word, senderNumber: word };
  await insertOrigin(tx, { ...origin, caseId, agency });
  return id;
}

/** A record of the case that was signed before it was reopened. */
async function plantRecord(tx: Transaction, casework: TestCaseworkContext, given: PlantedPackage): Promise<string> {
  const { id: caseId, agency, account: by, key, word: why, at } = given;
  const [id, number] = [randomUUID(), 1];
  await insertRecord(tx, {
    ...{ id, caseId, agency, number, why, by, at, root: '0'.repeat(64), size: 20, leaves: 1, files: [], people: [] },
    content: sealBytes(openCaseKey(casework.keys, { id: caseId, key }), `record ${caseId} ${id}`, gzipSync(why)),
  });
  await reopenRecord(tx, caseId, { number, by, why, at });
  return id;
}

/** A case with a member, a pinned result and a line of money. */
export async function plantCase(casework: TestCaseworkContext, given: PlantedCase) {
  const { agency, account, owners, word, policy, supervisor = account } = given;
  const [id, item, row, at] = [randomUUID(), randomUUID(), randomUUID(), casework.now()];
  const key = createCaseKey(casework.keys, id);
  const content = sealBytes(
    openCaseKey(casework.keys, { id, key }),
    `item ${id} ${item}`,
    gzipSync(`{"word":"${word}"}`),
  );
  const number = `2026-${String(Number.parseInt(id.slice(0, 8), 16) % 100_000).padStart(5, '0')}`;
  const work = await casework.store.transact({ kind: 'system' }, async (tx) => {
    const opened = { id, agency, account, number, key, at, policy, title: word, unit: word, reference: word };
    await insertCase(tx, { ...opened, type: 'ransomware', priority: 'high', deadline: null, fields: { family: word } });
    for (const owner of owners)
      await putMember(tx, { caseId: id, agency, account: owner, role: 'owner', by: account, at });
    await insertItem(tx, {
      ...{
        id: item,
        caseId: id,
        agency,
        number: 1,
        kind: 'address',
        title: word,
        note: word,
        content,
        at,
        by: account,
      },
      ...{ call: 'GET /api/v1/btc/addresses/x', method: 'address/1', software: 'Trailmark test', asOf: null, size: 20 },
      input: { params: { chain: 'btc', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }, query: {} },
      hash: '0'.repeat(64),
    });
    await insertMoney(tx, {
      ...{
        id: row,
        caseId: id,
        agency,
        kind: 'loss',
        state: null,
        asset: 'btc',
        symbol: 'BTC',
        decimals: 8,
        amount: 1n,
      },
      ...{ day: '2026-01-01', usd: null, mark: 'claim', place: word, controller: word, next: word, nextOn: null },
      ...{ source: word, by: account, at },
    });
    const casePackage = await plantPackage(tx, casework, { ...opened, word });
    const allowed = { source: 'esplora-btc', why: word, authorityId: null };
    await insertCaseSource(tx, { ...allowed, id: randomUUID(), caseId: id, agency, at, by: account });
    await putCaseText(tx, { caseId: id, agency, source: id }, 'case', word);
    const emergency = { id: randomUUID(), caseId: id, agency, account: supervisor, number, at };
    const endsAt = new Date(at.getTime() + 3_600_000);
    const reason = `${word} has to be read at once`;
    await insertEmergency(tx, { ...emergency, reason, endsAt, dueOn: '2026-12-01' });
    const of = { caseId: id, agency, account, at, word };
    const evidence = await plantEvidence(tx, { caseId: id, agency, by: account, at, word });
    return {
      casePackage,
      caseRecord: await plantRecord(tx, casework, { ...opened, word }),
      caseEmergency: emergency.id,
      ...evidence,
      ...(await plantCaseWork(tx, of)),
      ...(await plantCasePeople(tx, { ...of, itemId: item })),
    };
  });
  return { number, case: id, caseItem: item, caseMoney: row, ...work };
}

/** A key of another agency that waits for a decision. */
export async function plantCaseKey(
  casework: TestCaseworkContext,
  { agency, by, word }: { readonly agency: string; readonly by: string; readonly word: string },
): Promise<string> {
  const id = randomUUID();
  const key = { id, agency, name: word, publicKey: 'cd'.repeat(32), compared: word, by, at: casework.now() };
  await casework.store.transact({ kind: 'system' }, (tx) => insertTrustedKey(tx, key));
  return id;
}
