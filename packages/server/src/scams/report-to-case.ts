import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { chainName } from '@trailmark/chains/account-catalogue';
import { SCAM_CATEGORIES, type ScamCategoryId } from '@trailmark/core/scam-report';
import { findScamReport, findSealedReport, type ScamReportRow } from '@trailmark/store/cases/scams/report-rows';
import type { Caller } from '../casework/caller.ts';
import { recordEntry } from '../casework/casework-context.ts';
import { readOwn } from '../casework/own-account.ts';
import type { CallHandler } from '../http/call-handler.ts';
import { noReport } from './read-reports.ts';
import type { ScamContext } from './receive-report.ts';
import { toParts } from './report-view.ts';
import { openVictim, type VictimPart } from './sealed-report.ts';

/** Text of a stranger within Markdown: it is a quotation, whatever it contains. */
const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

function listVictim({ victim, story, files, appeals }: VictimPart): string[] {
  const personal = Object.entries(victim ?? {}).filter(([, text]) => text !== '');
  const told = Object.entries(story).filter(([, text]) => text.trim() !== '');
  return [
    ...(personal.length > 0 ? ['## Reporter', ...personal.map(([key, text]) => `- ${key}: ${text}`)] : []),
    ...told.flatMap(([key, text]) => [`## In the reporter’s words: ${key}`, quote(text)]),
    ...appeals.flatMap(({ text }) => (text === '' ? [] : ['## In the reporter’s words: appeal', quote(text)])),
    ...(files.length > 0 ? ['## Files named by the reporter', ...files.map((name) => `- ${name}`)] : []),
  ];
}

/** A report as the note of a case: addresses and transactions in it become what the case names. */
export function toCaseNote(row: ScamReportRow, part: VictimPart | undefined): { title: string; text: string } {
  const { payments, suspects, evidence } = toParts(row);
  const { name } = SCAM_CATEGORIES[row.category as ScamCategoryId];
  const lines = [
    `Received ${row.receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. Receipt SHA-256 ${row.receiptHash}.`,
    `Reported by: ${row.reporter} (${row.channel}, trust ${row.trust} of 3). State: ${row.state}.`,
    '## Payments',
    ...payments.map(({ chain, txid, address, amount, unit, check }) =>
      [`- ${chainName(chain)}: ${amount ?? '?'} ${unit}`, address ?? 'address not known', txid ?? 'no transaction id']
        .join(', ')
        .concat(`. ${check.sentence}`),
    ),
    '## Other side, as stated',
    ...suspects.map(({ kind, value }) => `- ${kind}: ${value}`),
    ...(evidence.length > 0 ? ['## Evidence, hashed by the reporter’s browser'] : []),
    ...evidence.map(({ sha256, size }) => `- ${sha256} (${size} bytes)`),
    ...(part ? listVictim(part) : []),
  ];
  return { title: `Scam report ${row.reference}: ${name}`.slice(0, 200), text: lines.join('\n\n').slice(0, 190_000) };
}

/** Puts a report into a case, under the rights of the caller there. What it states about the victim goes with it, and nowhere else. */
export async function addReportToCase(
  context: ScamContext,
  ask: CallHandler,
  caller: Caller,
  { id, caseId, why }: { readonly id: string; readonly caseId: string; readonly why: string },
): Promise<RouteOutput<Contract['addScamReportToCase']>> {
  const { row, sealed } = await readOwn(context.casework, caller, async (tx) => {
    const found = await findScamReport(tx, id);
    if (!found) throw noReport();
    return { row: found, sealed: await findSealedReport(tx, id) };
  });
  const note = toCaseNote(row, sealed ? openVictim(context.casework, id, sealed) : undefined);
  const answer = await ask('addCaseNote', { params: { case: caseId }, query: {}, body: note });
  // The note is logged in the case; this line names no case, since others read it who may not know of it.
  const entry = { action: 'scam.case', object: { kind: 'scam-report', id }, details: { why } };
  await recordEntry(context.casework, caller, entry);
  const { note: added } = (answer.kind === 'json' ? answer.value : {}) as {
    readonly note: { readonly id: string; readonly number: string };
  };
  return { note: added.id, number: added.number };
}
