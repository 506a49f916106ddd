import { defineCommand } from './define-command.ts';
import { assertNoWords, readText, refuseWords } from './given-words.ts';

/** What `trailmark account` is to do. */
export type AccountOptions = { readonly action: 'list' } | { readonly action: 'recover'; readonly email: string };

/** Whoever owns the data folder can look at its accounts and bring one back. */
export const accountCommand = defineCommand<AccountOptions>({
  name: 'account',
  summary: 'List accounts, or bring one back whose owner is locked out',
  help: `trailmark account list
trailmark account recover --email <address>

For whoever owns the machine, when nobody can sign in who could help: the sole administrator lost the second factor, or was
locked out or closed for want of use. "recover" opens the account again, ends its sessions, takes its password, second
factors and programs' tokens away, and prints a link that sets a new password, once and within the hour. Sign in with it
and set up a second factor again. The audit log records it as done by the installation itself, and the owner gets an email.
A running server does it; without one the store is opened here.

  --email <address>   whose account`,
  options: { email: { type: 'string' } },
  parse: (given) => {
    const [action = 'list', ...more] = given.positionals;
    const email = readText(given, 'email');
    assertNoWords('account', more);
    if (action === 'recover') {
      return email === undefined ? refuseWords('account', 'Whose account? Give --email.') : { action, email };
    }
    if (action !== 'list') return refuseWords('account', 'Use list or recover.');
    return email === undefined ? { action } : refuseWords('account', '--email goes with recover.');
  },
  run: async (options, readSettings) => {
    const { runAccountCommand } = await import('./account-command.ts');
    await runAccountCommand(readSettings(), options, (text) => process.stdout.write(`${text}\n`));
    return 0;
  },
});
