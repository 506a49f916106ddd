import type { FieldErrors } from '../../components/form/schema-faults.ts';

/** Something before one @ and a dot after it: the form says what looks wrong, the server knows. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}

/** What is shown for a field that is left empty, word for word. */
export const REQUIRED = {
  name: 'Name is required.',
  email: 'Email is required.',
  password: 'Password is required.',
  agency: 'Agency is required.',
  phone: 'Phone is required.',
} as const;

/** What is wrong with the look of an address; that it is missing is the route's to say. */
export function checkEmail(email: string): FieldErrors<'email'> {
  return email.trim() === '' || looksLikeEmail(email) ? {} : { email: 'Email is invalid.' };
}

/** Texts and limits are fixed by the specification; they say nothing about the rules for new passwords. */
export function checkSignIn({
  email,
  password,
}: Readonly<Record<'email' | 'password', string>>): FieldErrors<'email' | 'password'> {
  const isShort = password !== '' && [...password].length < 6;
  return { ...checkEmail(email), ...(isShort && { password: 'Password must be at least 6 characters.' }) };
}

/** The toast of each answer, word for word. `success` and `second-factor` are distinguished by the caller. */
export const SIGN_IN_TOASTS = {
  success: 'You have successfully logged in!',
  failed: 'Email or Password is incorrect!',
  email_not_verified: 'Email is not verified! Please verify.',
  nouser: 'No Account with this email. Please register!',
  pending: 'Your Account is Pending Verification!',
} as const;
