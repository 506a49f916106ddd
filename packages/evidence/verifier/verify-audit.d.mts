/** What the stand-alone verifier says of an exported log. */
export interface AuditLogVerdict {
  readonly isVerified: boolean;
  /** Index of the first event that is not as it was signed; null if all are. */
  readonly firstBad: number | null;
  readonly events: number;
  readonly checkpoints: number;
  /** Events of which the file has the hash alone; only where it was verified. */
  readonly withheld?: number;
  readonly sentence: string;
}

export function verifyAuditLog(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options?: { readonly notes?: readonly string[]; readonly key?: string },
): Promise<AuditLogVerdict>;

/** Takes a log line by line, without line ends, and throws at the first that is not as it was signed. */
export class LogCheck {
  takeLine(bytes: Uint8Array): void;
  finish(): object;
}
