import type { AccountRole, Role } from '@trailmark/core/role';

/** Where a request came from. */
export interface RequestSource {
  /** IP address as text. */
  readonly address: string;
  /** The user agent's own words: a claim, capped. */
  readonly agent: string;
}

export interface CallerAccount {
  readonly id: string;
  readonly agency: string;
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
}

export interface CallerSession {
  /** SHA-256 of the token, hexadecimal: the key of its row. */
  readonly hash: string;
  readonly id: string;
  readonly hasSecondFactor: boolean;
  /** When a factor was last proven. */
  readonly provenAt: Date;
  /** Shut for want of activity: only a factor opens it again. */
  readonly isLocked: boolean;
  /** A token of a program instead of a browser's session: it proves no factor, so nothing that asks for one. */
  readonly isProgram: boolean;
  /** Named by the token before the last proof, which is good for a moment longer and for nothing new. */
  readonly isFormer?: boolean;
  /** The password is older than the profile allows: nothing else is done before a new one is set. */
  readonly mustSetPassword?: boolean;
}

/** Who asks, as the server knows it from the session alone. */
export interface Caller {
  readonly role: Role;
  readonly account: CallerAccount | null;
  readonly session: CallerSession | null;
  readonly source: RequestSource;
}

export function createVisitor(source: RequestSource): Caller {
  return { role: 'anonymous', account: null, session: null, source };
}
