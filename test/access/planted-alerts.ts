import { randomUUID } from 'node:crypto';
import { insertAuthority } from '../../packages/store/src/cases/agency-cases/authority-rows.ts';
import { insertAlert, insertAlertEvent, insertOrigin } from '../../packages/store/src/cases/alerts/alert-rows.ts';
import { insertChannel } from '../../packages/store/src/cases/alerts/channel-rows.ts';
import { insertDelivery } from '../../packages/store/src/cases/alerts/delivery-rows.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';
import { insertWatch } from '../../packages/store/src/cases/watches/watch-rows.ts';

interface PlantedAlerts {
  readonly agency: string;
  readonly account: string;
  readonly caseId: string;
  readonly at: Date;
  /** Part of every text of it. */
  readonly word: string;
}

/** An alert of a case, a channel, and a delivery to it. */
export async function plantAlerts(tx: Transaction, { agency, account, caseId, at, word }: PlantedAlerts) {
  const [alert, alertChannel, alertDelivery, watch] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const body = { movements: [], lines: [{ mark: 'fact' as const, name: word, text: word }], notes: [word], facts: {} };
  const place = { chain: 'btc', height: 170, blockHash: word, txid: word };
  const text = { title: word, summary: word, body, place };
  await insertAlert(tx, {
    ...{ id: alert, agency, caseId, kind: 'watched-payment', key: word, groupKey: word, mark: 'fact', ...text },
    ...{ happenedAt: at, at },
  });
  await insertOrigin(tx, { id: alert, agency }, { origin: `watch:${word}`, name: word, words: word, at });
  await insertAlertEvent(tx, { alert, agency, at, by: account, what: 'acknowledge', words: word });
  const channel = { id: alertChannel, agency, kind: 'webhook', name: word, target: word, host: word };
  await insertChannel(tx, { ...channel, isOwn: false, kinds: [], by: account, at });
  await insertDelivery(tx, {
    ...{
      id: alertDelivery,
      agency,
      alert,
      revision: 1,
      channel: alertChannel,
      recipient: null,
      isNamed: true,
      at,
      notBefore: at,
    },
  });
  const order = {
    id: randomUUID(),
    caseId,
    agency,
    type: word,
    number: word,
    issuer: word,
    scope: word,
    extender: word,
  };
  const covers = { acts: ['monitoring' as const], chains: [], addresses: [], people: [] };
  await insertAuthority(tx, { ...order, ...covers, from: '2026-01-01', to: '2027-01-01', by: account, at });
  await insertWatch(tx, {
    ...{ id: watch, caseId, agency, name: word, subjectKind: 'addresses', chain: 'btc', subject: word, conditions: [] },
    ...{ confirmations: 1, folds: [], quiet: null, channels: [], recipients: [], authorityId: null, expiresOn: null },
    ...{ fromHeights: {}, by: account, at },
  });
  return { alert, alertChannel, alertDelivery, watch };
}
