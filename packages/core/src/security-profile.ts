/** The numbers of account security. Times in milliseconds. */
export interface SecurityProfile {
  readonly name: 'standard' | 'cjis';
  readonly password: {
    /** Code points of a new password. */
    readonly minLength: number;
    /** UTF-8 bytes. */
    readonly maxBytes: number;
    /** After this a new one must be set; null: never forced (ASVS 6.2.10). */
    readonly maxAgeMs: number | null;
  };
  readonly lockout: {
    readonly failures: number;
    readonly withinMs: number;
    /** How long the password path stays shut; null: until an administrator opens it (CJIS AC-7). */
    readonly releaseMs: number | null;
  };
  readonly session: {
    /** Without activity for this long the screen locks. */
    readonly idleMs: number;
    readonly absoluteMs: number;
    readonly perAccount: number;
    /** A factor proven this recently opens steps that ask for a fresh one. */
    readonly freshMs: number;
  };
  /** Which second factors administrators and auditors may use. */
  readonly privilegedFactor: 'any' | 'passkey';
  /** Days without sign-in after which an account is closed. */
  readonly inactiveDays: number;
  /** Tokens in links sent by email. */
  readonly verifyMs: number;
  readonly resetMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STANDARD: SecurityProfile = {
  name: 'standard',
  password: { minLength: 15, maxBytes: 1_024, maxAgeMs: null },
  lockout: { failures: 5, withinMs: 15 * MINUTE, releaseMs: 15 * MINUTE },
  session: { idleMs: 30 * MINUTE, absoluteMs: 12 * HOUR, perAccount: 3, freshMs: 5 * MINUTE },
  privilegedFactor: 'any',
  inactiveDays: 90,
  verifyMs: DAY,
  resetMs: HOUR,
};

/** OWASP ASVS 5.0 with NIST SP 800-63B; and the FBI's CJIS Security Policy 5.9.5 where it asks for more. */
export const SECURITY_PROFILES: Readonly<Record<SecurityProfile['name'], SecurityProfile>> = {
  standard: STANDARD,
  cjis: {
    ...STANDARD,
    name: 'cjis',
    password: { ...STANDARD.password, maxAgeMs: 365 * DAY },
    lockout: { ...STANDARD.lockout, releaseMs: null },
    privilegedFactor: 'passkey',
  },
};
