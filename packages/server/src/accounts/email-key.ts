import { foldEmail } from './email-address.ts';

/** What an account is found by: the folded address. Empty for text that no database row can hold, which no account has. */
export function toEmailKey(email: string): string {
  return email.isWellFormed() && !/\p{Cc}/u.test(email) ? foldEmail(email) : '';
}
