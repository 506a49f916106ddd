/** What an email says; it names no case and no address of a ledger. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;

function write(subject: string, ...paragraphs: readonly string[]): MailText {
  return { subject, body: `${paragraphs.join('\n\n')}\n` };
}

/** `24 hours`, `60 minutes`: how long a link opens. */
export function formatSpan(ms: number): string {
  if (ms >= 2 * HOUR) return `${Math.round(ms / HOUR)} hours`;
  return `${Math.round(ms / MINUTE)} minutes`;
}

/** `2026-11-23 12:00 UTC`. */
export function formatMailTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const NOT_YOU = 'If it was not you, do nothing: without the link nothing changes.';

export function verificationMail(link: string, lifetimeMs: number): MailText {
  return write(
    'Confirm your email address',
    'Somebody, most likely you, asked for a Trailmark account with this address. Open this page and confirm:',
    link,
    `The link opens for ${formatSpan(lifetimeMs)}, once. After that a person looks at the request within one business day.`,
    NOT_YOU,
  );
}

export function accountExistsMail(origin: string): MailText {
  return write(
    'You have an account already',
    'Somebody, most likely you, asked for a Trailmark account with this address. It has one already, so none was made.',
    `Sign in at ${origin}/login. If the password is gone, ask for a new one at ${origin}/forgot-password.`,
    'If it was not you, do nothing: nothing has changed.',
  );
}

export function noAccountMail(origin: string): MailText {
  return write(
    'There is no account with this address',
    'Somebody, most likely you, tried to get into a Trailmark account with this address. It has none.',
    `An account can be requested at ${origin}/register.`,
    'If it was not you, do nothing: nothing has changed.',
  );
}

export function alreadyVerifiedMail(origin: string): MailText {
  return write(
    'Your email address is confirmed already',
    'A new confirmation was requested, and is not needed: this address is confirmed.',
    `Sign in at ${origin}/login. An account that was not decided yet says so there.`,
  );
}

/** For the owner of an address for which an account was requested more than once before it was confirmed. */
export function choosePasswordMail(link: string, lifetimeMs: number): MailText {
  return write(
    'Choose the password of your account',
    'Your address is confirmed. An account was requested with it more than once, perhaps not each time by you, so none of those passwords counts. Open this page and choose one:',
    link,
    `The link opens for ${formatSpan(lifetimeMs)}, once. Afterwards ask for another on the page “Forgot Password”.`,
  );
}

export function resetMail(link: string, lifetimeMs: number): MailText {
  return write(
    'Set a new password',
    'Somebody, most likely you, asked for a new password. Open this page and set it:',
    link,
    `The link opens for ${formatSpan(lifetimeMs)}, once. All sessions end when the password is set, and your second factor stays as it is.`,
    NOT_YOU,
  );
}

/** Notifies the owner of an account that was opened again at the machine; the link is printed there, not emailed. */
export function recoveredMail(now: Date, contactEmail: string): MailText {
  return write(
    'Your account was opened again at the server',
    `On ${formatMailTime(now)} whoever runs the server opened your account again. Its sessions, password and second factors are gone, and a link that sets a new password was printed there.`,
    `If you do not know of it, write to ${contactEmail} at once. It stands in the audit log.`,
  );
}

export function accountClosedMail(contactEmail: string): MailText {
  return write(
    'Your account is closed',
    'A new password was requested, and none can be set: the account with this address is closed.',
    `Ask an administrator of your agency, or write to ${contactEmail}.`,
  );
}

export function passwordChangedMail(how: 'reset' | 'update', at: Date, contactEmail: string): MailText {
  return write(
    'Your password was changed',
    `The password of your account was ${how === 'reset' ? 'reset with a link from an email' : 'changed by somebody signed in'} at ${formatMailTime(at)}.`,
    how === 'reset' ? 'All its sessions have ended.' : 'Its other sessions have ended.',
    `If it was not you, tell an administrator of your agency, or write to ${contactEmail}, at once.`,
  );
}

export function approvalWaitsMail(origin: string, dueAt: Date): MailText {
  return write(
    'A request for an account waits',
    `Somebody of your agency has confirmed an email address and waits for a decision by ${formatMailTime(dueAt)}.`,
    `Look at it at ${origin}/admin-users.`,
  );
}

export function approvalDueMail(origin: string, dueAt: Date, isOverdue: boolean): MailText {
  return write(
    isOverdue ? 'A request for an account is overdue' : 'A request for an account is due soon',
    `A request for an account ${isOverdue ? 'was' : 'is'} to be decided by ${formatMailTime(dueAt)}.`,
    `Look at it at ${origin}/admin-users.`,
  );
}

/** Names neither the case nor the task: whoever reads the email on its way learns nothing of either. */
export function taskDueMail(link: string, dueOn: string): MailText {
  return write(
    `A task of yours is due on ${dueOn}`,
    `A task that was given to you is due on ${dueOn}. Open it here:`,
    link,
  );
}

/** Names no address, no amount and no case: whoever reads the email on its way learns nothing of them. */
export function alertMail(link: string, isRetracted: boolean): MailText {
  return write(
    isRetracted ? 'An alert was retracted' : 'A new alert waits for you',
    isRetracted
      ? 'The block behind an alert was replaced, so the alert no longer holds. Read it here:'
      : 'Something that you watch has moved or changed. Read it here:',
    link,
  );
}

/** Counts alone, for the same reason. */
export function alertDigestMail(
  link: string,
  {
    digest,
    raised,
    open,
    mine,
  }: { readonly digest: string; readonly raised: number; readonly open: number; readonly mine: number },
): MailText {
  const since = digest === 'weekly' ? 'since last Monday' : 'since yesterday';
  const alerts = raised === 1 ? '1 new alert' : `${raised} new alerts`;
  return write(
    `${alerts} ${since}`,
    `${alerts} ${since}. Open now: ${open}, of which assigned to you: ${mine}. Read them here:`,
    link,
  );
}

/** Names neither the case nor the person, as every email about a case. */
export function emergencyMail(link: string, isSealed: boolean): MailText {
  const what = isSealed
    ? 'Somebody of your agency requested emergency access to a case of yours. It was not opened.'
    : 'Somebody of your agency opened a case of yours in an emergency. Read the reason and review it.';
  return write('Emergency access to a case of yours', what, link);
}

/** To a custodian who gets a request, and to the requester who gets an answer: it names no case, no person and nothing of either. */
export function caseContactMail(link: string): MailText {
  return write(
    'A message about a case waits for you',
    'Somebody of your agency wrote to you about a case. Read it and answer here:',
    link,
  );
}

/** To the owner of a batch that is screened again at intervals: it names no subject and no verdict. */
export function screeningsChangedMail(link: string): MailText {
  return write('Verdicts of a repeated screening changed', 'A batch of yours was screened again. Compare:', link);
}

/** Quotes a stranger's text so that no line of it reads like ours. */
function quote(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

export interface ContactWords {
  readonly name: string;
  readonly agency: string;
  readonly email: string;
  readonly phone: string;
  readonly message: string;
}

export function contactMail(origin: string, words: ContactWords): MailText {
  return write(
    'A message of the contact form',
    'Somebody wrote through the contact form. What follows is quoted as it was typed, and nobody has checked it.',
    quote(`Name: ${words.name}\nAgency: ${words.agency}\nEmail: ${words.email}\nPhone: ${words.phone}`),
    quote(words.message),
    `It is kept at ${origin}/admin-inbox.`,
  );
}
