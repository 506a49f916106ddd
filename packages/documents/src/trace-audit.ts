/** What a line does to the sum of its step: the first three bring money in, the others take it out. */
export const AUDIT_SIDES = ['in', 'added', 'got', 'out', 'given', 'fee', 'ended', 'cut'] as const;
export type AuditSide = (typeof AUDIT_SIDES)[number];
export const INCOMING_SIDES: readonly AuditSide[] = ['in', 'added', 'got'];

export interface AuditLine {
  readonly side: AuditSide;
  /** `txid:vout` or `hash#slot`; empty for figures of the step itself. */
  readonly ref: string;
  /** Address; null where there is none. */
  readonly place: string | null;
  /** Null where it is not indexed. */
  readonly amount: bigint | null;
  readonly tainted: bigint;
}

/** What must add up to nothing: a transaction, or an account in one asset. */
export interface AuditGroup {
  readonly title: string;
  readonly asset: string;
  readonly height: number | null;
  readonly hop: number | null;
  readonly lines: readonly AuditLine[];
}

export interface AuditEnd {
  readonly ref: string;
  readonly place: string | null;
  readonly asset: string;
  readonly amount: bigint;
  readonly reason: string;
  readonly detail: string;
  readonly party: string | null;
}

/** Money of an account that is not traced: opening + cameIn + lapsed = wentOut + added + closing - held. */
export interface AuditOwn {
  readonly account: string;
  readonly asset: string;
  readonly opening: bigint;
  readonly cameIn: bigint;
  readonly lapsed: bigint;
  readonly wentOut: bigint;
  readonly added: bigint;
  /** The whole balance at the end, and what of it is traced. */
  readonly closing: bigint;
  readonly held: bigint;
}

/** A trace laid open for whoever checks it by hand. */
export interface TraceAudit {
  /** Request, as-of, conventions, hash. */
  readonly about: readonly (readonly [name: string, value: string])[];
  readonly seeds: readonly AuditEnd[];
  readonly groups: readonly AuditGroup[];
  /** On account chains the same money by account: what came into and out of each. */
  readonly accounts?: readonly AuditGroup[] | undefined;
  readonly own?: readonly AuditOwn[] | undefined;
  readonly leaves: readonly AuditEnd[];
  readonly cuts: readonly AuditEnd[];
  readonly assets: readonly string[];
  readonly gaps: readonly (readonly [kind: string, where: string, message: string])[];
}
