import { AppError } from '@trailmark/core/errors';
import { escapeXml } from '@trailmark/documents/flow-files/xml-text';
import { type AlertRow, listAlerts } from '@trailmark/store/cases/alerts/alert-rows';
import { readByFeed } from '@trailmark/store/cases/alerts/subscription-rows';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { formatAlertNumber } from '../alert-view.ts';
import { formatMessage } from '../channels/alert-message.ts';
import { findAlertKind } from '../kinds/catalogue.ts';
import { hashFeedToken } from './change-subscription.ts';

const MOST_ENTRIES = 50;

/** An alert as an entry: its number and kind alone. One that was retracted is an entry of its own, so that readers show it again. */
function toEntry({ id, number, kind, raisedAt, retractedAt }: AlertRow, origin: string): string {
  const isRetracted = retractedAt !== null;
  const url = `${origin}/address-monitoring/alerts?view=all&alert=${id}`;
  const title = formatMessage({
    ...{ type: isRetracted ? 'alert.retracted' : 'alert.raised', at: 0, alert: id, kind, url },
    number: formatAlertNumber(number),
    kindName: findAlertKind(kind)?.name ?? kind,
  });
  return [
    '  <entry>',
    `    <id>urn:uuid:${id}${isRetracted ? '#retracted' : ''}</id>`,
    `    <title>${escapeXml(title)}</title>`,
    `    <updated>${(retractedAt ?? raisedAt).toISOString()}</updated>`,
    `    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    '  </entry>',
  ].join('\n');
}

/**
 * The alerts that the person of a token may see, as an Atom feed (RFC 4287). Throws `not-found` for a token of nobody, and for that of
 * somebody who may not use the tools any more.
 */
export async function writeFeed(casework: CaseworkContext, token: string): Promise<string> {
  const { store, origin } = casework;
  const now = casework.now();
  const owner = await store.transact({ kind: 'system' }, (tx) => readByFeed(tx, hashFeedToken(token), now));
  if (!owner) throw new AppError('not-found', 'There is no such feed. Make a new address for it under Alert channels.');
  const { account, agency } = owner;
  // Without the time of the server, emergency access opens nothing here.
  const rows = await store.transact({ kind: 'agency', agency, account }, (tx) =>
    listAlerts(
      tx,
      { account, view: 'all', case: undefined, origin: undefined, kind: undefined },
      { offset: 0, limit: MOST_ENTRIES },
    ),
  );
  const last = rows.reduce(
    (latest, { raisedAt, retractedAt }) => Math.max(latest, (retractedAt ?? raisedAt).getTime()),
    0,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>urn:uuid:${account}</id>`,
    '  <title>Trailmark alerts</title>',
    '  <author><name>Trailmark</name></author>',
    `  <updated>${new Date(last || now.getTime()).toISOString()}</updated>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(`${origin}/address-monitoring/alerts`)}"/>`,
    ...rows.map((row) => toEntry(row, origin)),
    '</feed>',
    '',
  ].join('\n');
}
