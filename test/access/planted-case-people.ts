import { randomUUID } from 'node:crypto';
import { insertAuthority } from '../../packages/store/src/cases/agency-cases/authority-rows.ts';
import { insertLink, insertOwnLabel } from '../../packages/store/src/cases/agency-cases/link-rows.ts';
import { insertPerson } from '../../packages/store/src/cases/agency-cases/person-rows.ts';
import { insertRequest, insertRequestAsset } from '../../packages/store/src/cases/agency-cases/request-rows.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';

interface Planted {
  readonly caseId: string;
  readonly agency: string;
  readonly account: string;
  /** A pinned result. */
  readonly itemId: string;
  readonly at: Date;
  /** Part of every text of it. */
  readonly word: string;
}

/** A person, a link, a label, an authority and a request of a case. */
export async function plantCasePeople(tx: Transaction, { account: by, word, itemId, ...of }: Planted) {
  const ids = {
    ...{ casePerson: randomUUID(), caseLink: randomUUID(), caseLabel: randomUUID() },
    ...{ caseRequest: randomUUID(), caseRequestAsset: randomUUID() },
    caseAuthority: randomUUID(),
  };
  const planted = { ...of, by };
  const texts = { source: word, mark: 'claim', chain: 'btc', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' } as const;
  const identifiers = [{ type: 'handle', service: word, value: word }] as const;
  const person = {
    id: ids.casePerson,
    kind: 'suspect',
    name: word,
    detail: word,
    aliases: [word],
    note: word,
  } as const;
  await insertPerson(tx, { ...planted, ...person, identifiers }, 'P');
  await insertLink(tx, {
    ...{ ...planted, ...texts, id: ids.caseLink, personId: ids.casePerson, otherId: null, relation: word },
    ...{ basis: 'statement', explanation: word, rule: null, score: null, word: 'likely' },
  });
  await insertOwnLabel(tx, { ...planted, ...texts, id: ids.caseLabel, text: word });
  await insertAuthority(tx, {
    ...{ ...planted, id: ids.caseAuthority, type: word, number: word, issuer: word, scope: word, extender: word },
    ...{ from: '2026-01-01', to: '2027-01-01', acts: ['request'], chains: [], addresses: [], people: [] },
  });
  await insertRequest(tx, {
    ...{ ...planted, id: ids.caseRequest, itemId, recipient: word, kind: 'production', basis: word, note: word },
    ...{ dueOn: '2026-12-01', remindOn: null },
  });
  await insertRequestAsset(tx, {
    ...{
      ...planted,
      id: ids.caseRequestAsset,
      requestId: ids.caseRequest,
      outcome: 'frozen',
      asset: 'btc',
      symbol: 'BTC',
    },
    ...{ decimals: 8, amount: 1n, day: '2026-01-01', source: word, moneyId: null },
  });
  return ids;
}
