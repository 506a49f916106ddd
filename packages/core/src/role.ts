/**
 * What a caller is to the server, from what it knows of the session alone. `pending` has given a password and still owes
 * the second factor; `member` is a confirmed account without allow_status; `allowed` has it.
 */
export const ROLES = [
  'anonymous',
  'pending',
  'member',
  'allowed',
  'agency-admin',
  'platform-admin',
  'auditor',
] as const;
export type Role = (typeof ROLES)[number];

/** What an account is made, apart from allow_status. */
export const ACCOUNT_ROLES = ['member', 'agency-admin', 'platform-admin', 'auditor'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** Who may call a route, as sets of roles. A route names one of these and nothing else. */
export const ACCESS = {
  /** Everybody, without an account. */
  public: ROLES,
  /** Whoever has a session, also before the second factor: to give it, or to sign out. */
  session: ['pending', 'member', 'allowed', 'agency-admin', 'platform-admin', 'auditor'],
  /** Every confirmed account. */
  member: ['member', 'allowed', 'agency-admin', 'platform-admin', 'auditor'],
  /** The dashboard: accounts with allow_status, and administrators. */
  allowed: ['allowed', 'agency-admin', 'platform-admin'],
  /** Administrators, each within their own reach. */
  admin: ['agency-admin', 'platform-admin'],
  /** Administrators of an agency, where they answer for its people: nobody by the office of the installation. */
  supervisor: ['agency-admin'],
  /** Administrators of the installation. */
  platform: ['platform-admin'],
  /** Those who read the audit log, and change nothing. */
  auditor: ['auditor'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Access = keyof typeof ACCESS;

/** Whether a role is in an access set. */
export function isAdmitted(role: Role, access: Access): boolean {
  return (ACCESS[access] as readonly Role[]).includes(role);
}

/** Role of a session: the account's, refined by allow_status and by what the session has proven. */
export function toRole(account: AccountRole, isAllowed: boolean, hasSecondFactor: boolean): Role {
  if (!hasSecondFactor) return 'pending';
  if (account !== 'member') return account;
  return isAllowed ? 'allowed' : 'member';
}
