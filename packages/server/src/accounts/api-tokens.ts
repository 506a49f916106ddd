import { randomBytes } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { endApiToken, insertApiToken, listApiTokens } from '@trailmark/store/cases/accounts/api-token-rows';
import { lockLimit } from '@trailmark/store/cases/lock-limit';
import type { Caller } from '../casework/caller.ts';
import { act, actThenNotify, type CaseworkContext, read } from '../casework/casework-context.ts';
import { toSigningKey } from './request-signing.ts';
import { hashToken } from './session-gate.ts';
import { assertBrowser } from './sessions/unlock-session.ts';

const DAY = 24 * 60 * 60_000;
const MAX_TOKENS = 50;

/** A token, and what signs requests in its place; neither is shown again. */
export interface NewToken {
  readonly token: string;
  readonly signing: { readonly key: string; readonly secret: string };
}

/** Makes a token for a program and gives it, once. It can do what the account can, but proves no factor. */
export async function createApiToken(
  casework: CaseworkContext,
  caller: Caller,
  { name, days }: { readonly name: string; readonly days: number },
): Promise<NewToken> {
  assertBrowser(caller);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) {
    throw new AppError('invalid', 'A name is one line of text.', { context: { field: 'name' } });
  }
  const { account } = caller;
  const token = `tm_${randomBytes(32).toString('base64url')}`;
  const now = casework.now();
  const made = { hash: hashToken(token), name, now, expiresAt: new Date(now.getTime() + days * DAY) };
  const toEntry = (id: string) => ({
    action: 'api-token.create',
    object: { kind: 'api-token', id },
    details: { name, days },
  });
  const id = await actThenNotify(
    casework,
    caller,
    async (tx) => {
      await lockLimit(tx, `tokens:${account.id}`);
      if ((await listApiTokens(tx, account.id, now)).length >= MAX_TOKENS) {
        throw new AppError('conflict', `An account has at most ${MAX_TOKENS} tokens. End one first.`);
      }
      return insertApiToken(tx, { accountId: account.id, agencyId: account.agency }, made);
    },
    toEntry,
  );
  return { token, signing: toSigningKey(casework.keys, id) };
}

/** Ends one of the caller's own tokens. Throws `not-found` for any other. */
export async function closeApiToken(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  const account = caller.account?.id ?? '';
  const entry = { action: 'api-token.end', object: { kind: 'api-token', id } };
  await act(casework, caller, entry, async (tx) => {
    if (await endApiToken(tx, account, { id, now: casework.now() })) return;
    throw new AppError('not-found', 'You have no such token. It may have ended already.');
  });
}

/** Tokens of the caller that still open something. */
export async function listOwnTokens(casework: CaseworkContext, caller: Caller) {
  const rows = await read(casework, caller, (tx) => listApiTokens(tx, caller.account?.id ?? '', casework.now()));
  return rows.map(({ createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
