/** Everything that administration shows begins with this key: invalidate it after each change. */
export const ADMIN_KEY = ['admin'] as const;

/** Rooms of administration. Some paths are fixed by the specification. */
export const ADMIN_PATHS = {
  users: '/admin-users',
  agencies: '/admin-agencies',
  inbox: '/admin-inbox',
  outbox: '/admin-outbox',
  training: '/admin-training',
  content: '/admin-content',
  sources: '/admin-sources',
} as const;
