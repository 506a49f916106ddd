import { AppError } from '@trailmark/core/errors';
import { findLockHolder, takeDataLock } from '@trailmark/store/data-lock';
import { listAccounts, recoverAccount } from '../accounts/recovery/recover-account.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { openCaseworkContext } from '../casework/open-casework.ts';
import type { Config } from '../config.ts';
import { formatSpan } from '../mail/mail-texts.ts';
import type { AccountOptions } from './account.ts';
import { handOverQuestion } from './hand-over.ts';

/** Name of the question at the control socket. */
export const ACCOUNT_QUESTION = 'account';

/** Text of people for a terminal: no character of it steers one. */
function toPlain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 80);
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function formatAccounts(casework: CaseworkContext): Promise<string> {
  const lines = await listAccounts(casework);
  const head = ['E-mail', 'Role', 'Status', 'Factors', 'Last sign-in', 'Agency'];
  const rows = lines.map(({ email, role, status, isLocked, factors, lastSignInAt, agency }) => [
    toPlain(email),
    role,
    isLocked ? `${status}, locked` : status,
    String(factors),
    lastSignInAt?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never',
    toPlain(agency),
  ]);
  return lines.length === 0 ? 'There is no account yet.' : formatTable([head, ...rows]);
}

/** Does what was requested and gives what is to be printed. */
export async function answerAccountQuestion(casework: CaseworkContext, options: AccountOptions): Promise<string> {
  if (options.action === 'list') return formatAccounts(casework);
  const link = await recoverAccount(casework, options.email);
  return (
    `The account is open again, without sessions and second factors. Set its password within ${formatSpan(casework.profile.resetMs)}, once, at\n` +
    `  ${link}\nthen sign in and set up a second factor.`
  );
}

/** Reads a question that came through the control socket. Throws `invalid` for any other. */
export function readAccountQuestion(asked: unknown): AccountOptions {
  const { action, email } = (asked ?? {}) as { readonly action?: unknown; readonly email?: unknown };
  if (action === 'list') return { action };
  if (action === 'recover' && typeof email === 'string') return { action, email };
  throw new AppError('invalid', 'Accounts are listed or recovered.');
}

/** Runs `trailmark account`: in the server that holds the data folder, or here. */
export async function runAccountCommand(
  config: Config,
  options: AccountOptions,
  say: (text: string) => void,
): Promise<void> {
  const holder = findLockHolder(config.dataDir);
  if (holder?.control) {
    say(await handOverQuestion(holder.control, ACCOUNT_QUESTION, options));
    return;
  }
  await using opened = new AsyncDisposableStack();
  opened.adopt(takeDataLock(config.dataDir, `account ${options.action}`), (held) => held.release());
  const casework = opened.adopt(await openCaseworkContext(config), ({ store }) => store.close());
  say(await answerAccountQuestion(casework, options));
}
