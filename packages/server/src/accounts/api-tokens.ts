import { randomBytes } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { endApiToken, insertApiToken, listApiTokens } from '@trailmark/store/cases/accounts/api-token-rows';
import type { Caller } from '../office/caller.ts';
import { act, actThenTell, type Office, read } from '../office/office.ts';
import { hashToken } from './session-gate.ts';
import { assertBrowser } from './sessions/unlock-session.ts';

const DAY = 24 * 60 * 60_000;
const MAX_TOKENS = 50;

/** Makes a token for a program and gives it, once. It can do what the account can, but proves no factor. */
export async function createApiToken(
  office: Office,
  caller: Caller,
  { name, days }: { readonly name: string; readonly days: number },
): Promise<string> {
  assertBrowser(caller);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) {
    throw new AppError('invalid', 'A name is one line of text.', { context: { field: 'name' } });
  }
  const { account } = caller;
  const token = `tm_${randomBytes(32).toString('base64url')}`;
  const now = office.now();
  const made = { hash: hashToken(token), name, now, expiresAt: new Date(now.getTime() + days * DAY) };
  const toEntry = (id: string) => ({
    action: 'api-token.create',
    object: { kind: 'api-token', id },
    details: { name, days },
  });
  await actThenTell(
    office,
    caller,
    async (tx) => {
      if ((await listApiTokens(tx, account.id, now)).length >= MAX_TOKENS) {
        throw new AppError('conflict', `An account has at most ${MAX_TOKENS} tokens. End one first.`);
      }
      return insertApiToken(tx, { accountId: account.id, agencyId: account.agency }, made);
    },
    toEntry,
  );
  return token;
}

/** Ends one of the caller's own tokens. Throws `not-found` for any other. */
export async function closeApiToken(office: Office, caller: Caller, id: string): Promise<void> {
  const account = caller.account?.id ?? '';
  const entry = { action: 'api-token.end', object: { kind: 'api-token', id } };
  await act(office, caller, entry, async (tx) => {
    if (await endApiToken(tx, account, { id, now: office.now() })) return;
    throw new AppError('not-found', 'You have no such token. It may have ended already.');
  });
}

/** Tokens of the caller that still open something. */
export async function listOwnTokens(office: Office, caller: Caller) {
  const rows = await read(office, caller, (tx) => listApiTokens(tx, caller.account?.id ?? '', office.now()));
  return rows.map(({ createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
