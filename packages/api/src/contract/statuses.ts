/** Status of an account. */
export const ACCOUNT_STATUSES = [
  'registered',
  'awaiting-approval',
  'active',
  'denied',
  'suspended',
  'inactive',
] as const;

/** Status of an email in the outbox. */
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'cancelled'] as const;

/** Status of a message from the contact page. */
export const MESSAGE_STATUSES = ['new', 'open', 'done'] as const;
