/** Where a file of evidence is: on its way, stored with the hash of who sent it, stored and not what it was, or taken back. */
export const EVIDENCE_STATES = ['arriving', 'good', 'damaged', 'withdrawn'] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];

/** What is done with an exhibit. `collect`, `export` and `verify` are written by the server as it does them. */
export const CUSTODY_ACTS = ['collect', 'view', 'copy', 'transfer', 'export', 'verify'] as const;
export type CustodyAct = (typeof CUSTODY_ACTS)[number];

/** Acts outside the program, which people enter. */
export const ENTERED_ACTS = ['view', 'copy', 'transfer'] as const satisfies readonly CustodyAct[];
export type EnteredAct = (typeof ENTERED_ACTS)[number];

/** Bytes of the largest file taken: 256 GiB. */
export const MAX_EVIDENCE_BYTES = 256 * 2 ** 30;

/** `EV-02`. */
export function toExhibitNumber(number: number): string {
  return `EV-${String(number).padStart(2, '0')}`;
}
