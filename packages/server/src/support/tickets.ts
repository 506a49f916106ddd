import type { Contract } from '@trailmark/api/contract';
import type { Ticket, TicketRow } from '@trailmark/api/contract/support';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import type { Transaction } from '@trailmark/store/cases/casework';
import * as rows from '@trailmark/store/cases/support/ticket-rows';
import type { Caller } from '../casework/caller.ts';
import { act, actThenNotify, type CaseworkContext, read } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { checkDiagnostics, checkSubject, checkTicketText, checkTool } from './check-ticket.ts';
import { queueTicketMail, type TicketNotice } from './ticket-mail.ts';

type Input<Name extends keyof Contract> = RouteInput<Contract[Name]>;

const HOUR_MS = 3_600_000;
const MAX_MESSAGES_AN_HOUR = 60;

const isAdmin = (caller: Caller) => isAdmitted(caller.role, 'admin');

function toTicketRow(row: rows.TicketRow, own: string): TicketRow {
  const { agencyId: _, accountId, email: __, createdAt, changedAt, ...rest } = row;
  return {
    ...(rest as Omit<TicketRow, 'isOwn' | 'createdAt' | 'changedAt'>),
    isOwn: accountId === own,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}

/** A ticket the caller may see: an administrator those within reach, everybody else their own. Throws `not-found`. */
async function getRow(tx: Transaction, caller: Caller, id: string): Promise<rows.TicketRow> {
  const row = await rows.findTicket(tx, id, isAdmin(caller) ? undefined : ownAccount(caller).id);
  if (!row) throw new AppError('not-found', 'There is no such ticket.');
  return row;
}

async function readTicket(tx: Transaction, caller: Caller, id: string): Promise<Ticket> {
  const own = ownAccount(caller).id;
  const row = await getRow(tx, caller, id);
  const messages = await rows.listTicketMessages(tx, id);
  return {
    ...toTicketRow(row, own),
    diagnostics: await rows.findDiagnostics(tx, id),
    messages: messages.map(({ accountId, at, ...message }) => ({
      ...message,
      at: at.toISOString(),
      isOwn: accountId === own,
    })),
  };
}

async function checkPace(tx: Transaction, casework: CaseworkContext, account: string): Promise<void> {
  const since = new Date(casework.now().getTime() - HOUR_MS);
  if ((await rows.countMessagesSince(tx, account, since)) < MAX_MESSAGES_AN_HOUR) return;
  throw new AppError('unavailable', `That were ${MAX_MESSAGES_AN_HOUR} messages within an hour. Try again later.`, {
    context: { reason: 'too-many' },
  });
}

/** Notifies the other side of a thread: administrators of what a person wrote, the person of what an administrator wrote. */
async function tell(
  tx: Transaction,
  casework: CaseworkContext,
  caller: Caller,
  row: rows.TicketRow,
  kind: TicketNotice['kind'],
) {
  const own = ownAccount(caller);
  const others =
    row.accountId === own.id
      ? await casework.store.transact({ kind: 'system' }, (system) => rows.listSupportContacts(system, row.agencyId))
      : [row.email];
  const recipients = others.filter((email) => email !== own.email);
  await queueTicketMail(tx, casework, recipients, { ticket: row.id, agency: row.agencyId, kind });
}

const entryOf = (action: string, id: string, details: Record<string, string | boolean> = {}) => ({
  action: `support.${action}`,
  object: { kind: 'ticket', id },
  details,
});

/** One ticket with its messages. Throws `not-found` for one the caller may not see. */
export function getTicket(casework: CaseworkContext, caller: Caller, id: string): Promise<Ticket> {
  return read(casework, caller, (tx) => readTicket(tx, caller, id));
}

/** Adds a message to a ticket, once for one key, and notifies the other side. */
export function replyToTicket(
  casework: CaseworkContext,
  caller: Caller,
  { params: { id }, body }: Pick<Input<'replyTicket'>, 'params' | 'body'>,
): Promise<Ticket> {
  const own = ownAccount(caller);
  const text = checkTicketText(body.text);
  return act(casework, caller, entryOf('reply', id), async (tx) => {
    const row = await getRow(tx, caller, id);
    await checkPace(tx, casework, own.id);
    const isAnswer = row.accountId !== own.id;
    const at = casework.now();
    const place = { ticketId: id, agencyId: row.agencyId, accountId: own.id, key: body.key };
    if (await rows.insertTicketMessage(tx, { ...place, isAdmin: isAnswer, at, text })) {
      await rows.updateTicketStatus(tx, id, isAnswer ? 'waiting' : 'open', at);
      await tell(tx, casework, caller, row, 'reply');
    }
    return readTicket(tx, caller, id);
  });
}

/** Marks a ticket as solved, or opens it again. */
export function setTicketStatus(
  casework: CaseworkContext,
  caller: Caller,
  { params: { id }, body: { status } }: Pick<Input<'setTicketStatus'>, 'params' | 'body'>,
): Promise<Ticket> {
  return act(casework, caller, entryOf('status', id, { status }), async (tx) => {
    const row = await getRow(tx, caller, id);
    if (row.status !== status) {
      await rows.updateTicketStatus(tx, id, status, casework.now());
      await tell(tx, casework, caller, row, status === 'solved' ? 'solved' : 'opened');
    }
    return readTicket(tx, caller, id);
  });
}

/** Opens a ticket, once for one key, and notifies the administrators. */
export function openTicket(
  casework: CaseworkContext,
  caller: Caller,
  body: Input<'createTicket'>['body'],
): Promise<{ id: string }> {
  const own = ownAccount(caller);
  const at = casework.now();
  const text = checkTicketText(body.text);
  const ticket = {
    agencyId: own.agency,
    accountId: own.id,
    key: body.key,
    category: body.category,
    severity: body.severity,
    tool: checkTool(body.tool),
    subject: checkSubject(body.subject),
    diagnostics: checkDiagnostics(body.diagnostics),
    at,
  };
  const toEntry = ({ id }: { id: string }) =>
    entryOf('open', id, { severity: body.severity, hasDiagnostics: ticket.diagnostics !== null });
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      await checkPace(tx, casework, own.id);
      const { id, isNew } = await rows.insertTicket(tx, ticket);
      if (isNew) {
        const place = { ticketId: id, agencyId: own.agency, accountId: own.id, key: body.key };
        await rows.insertTicketMessage(tx, { ...place, isAdmin: false, at, text });
        await tell(tx, casework, caller, await getRow(tx, caller, id), 'new');
      }
      return { id };
    },
    toEntry,
  );
}

/** The caller's own tickets, or for an administrator all within reach. */
export async function listTickets(
  casework: CaseworkContext,
  caller: Caller,
  { scope, status, limit }: Input<'listTickets'>['query'],
): Promise<RouteOutput<Contract['listTickets']>> {
  const own = ownAccount(caller).id;
  if (scope === 'all' && !isAdmin(caller)) {
    throw new AppError('forbidden', 'All tickets are shown to administrators. Your own are in the other list.');
  }
  const filter = { accountId: scope === 'own' ? own : undefined, status: status === 'any' ? undefined : status };
  return read(casework, caller, async (tx) => ({
    items: (await rows.listTickets(tx, filter, limit)).map((row) => toTicketRow(row, own)),
    total: await rows.countTickets(tx, filter),
  }));
}
