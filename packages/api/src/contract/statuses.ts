/** Where an account stands. */
export const ACCOUNT_STATUSES = [
  'registered',
  'awaiting-approval',
  'active',
  'denied',
  'suspended',
  'inactive',
] as const;

/** Where a mail of the outbox stands. */
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'cancelled'] as const;

/** Where a message from the contact page stands. */
export const MESSAGE_STATUSES = ['new', 'open', 'done'] as const;
