import { toExhibitNumber } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import type { EvidenceRow } from '@trailmark/store/cases/agency-cases/evidence-rows';
import type { PackagedFile } from '@trailmark/store/cases/agency-cases/package-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Actor } from '../evidence/custody.ts';
import { allowCustody, appendCustody } from '../evidence/custody.ts';
import { toLedgerDocument } from '../evidence/evidence-items.ts';
import { toShownName } from '../evidence/shown-name.ts';
import { listAllEvidence } from '../formats/read-source.ts';

/** Tables of a package that no case imports: what was signed of the files of evidence, and their ledgers of custody. */
export const EVIDENCE_TABLE = 'case_evidence';
export const CUSTODY_TABLE = 'case_custody';

/** What is signed of a file, as columns of a row. */
export function toSigned(row: EvidenceRow) {
  const { description, source, acquiredAt, acquiredBy, acquiredWhere, kind, size, arrivalHash } = row;
  return {
    ...{ number: toExhibitNumber(row.number), name: toShownName(row.name), size, kind, hash: arrivalHash },
    ...{ description, source, acquired_at: acquiredAt?.toISOString() ?? null, acquired_by: acquiredBy },
    ...{ acquired_where: acquiredWhere, custody_count: row.custodyCount, custody_head: row.custodyHead },
  };
}

/** The stored files of these numbers. Throws `invalid` for one that is not there, was withdrawn or is damaged. */
export function chooseFiles(all: readonly EvidenceRow[], numbers: readonly string[]): readonly EvidenceRow[] {
  return [...new Set(numbers)].toSorted().map((number) => {
    const row = all.find((one) => toExhibitNumber(one.number) === number);
    const fail = (sentence: string) => new AppError('invalid', sentence, { context: { field: 'files' } });
    if (!row || row.state === 'arriving') throw fail(`The case has no stored file ${number}.`);
    if (row.state === 'withdrawn') throw fail(`${number} was withdrawn: it is not part of the case any more.`);
    if (row.finding !== null) throw fail(`${number} is damaged and is not handed out: ${row.finding}`);
    return row;
  });
}

export interface PackagingFiles {
  readonly caseId: string;
  readonly caseNumber: string;
  readonly numbers: readonly string[];
  readonly packageId: string;
  readonly recipient: string;
  readonly purpose: string;
  readonly actor: Actor;
  readonly software: string;
  readonly at: Date;
}

/**
 * Enters into the ledger of each file that it is put into a package, and gives what is signed of the files and the ledgers. Throws
 * `invalid` for a file that is not there, and `forbidden` where the case needs an authority for it.
 */
export async function packFiles(tx: Transaction, given: PackagingFiles) {
  const { caseId, caseNumber, numbers, packageId, recipient, purpose, actor, software, at } = given;
  if (numbers.length === 0) return { files: [] as PackagedFile[], rows: [], ledgers: [] };
  const chosen = chooseFiles(await listAllEvidence(tx, caseId), numbers);
  for (const row of chosen) {
    const hashes = { inputHash: row.arrivalHash, outputHash: row.arrivalHash };
    const authority = await allowCustody(tx, row, { act: 'export', at, authority: null });
    await appendCustody(tx, row, {
      ...{ act: 'export', actor, at, software, authority, ...hashes, to: recipient, why: purpose },
      result: `Put into the package ${packageId}`,
    });
  }
  const ids = new Set(chosen.map(({ id }) => id));
  const packed = (await listAllEvidence(tx, caseId)).filter(({ id }) => ids.has(id));
  const ledgers = [];
  for (const row of packed) {
    const ledger = await toLedgerDocument(tx, caseNumber, row, software);
    ledgers.push({ exhibit: toExhibitNumber(row.number), ledger });
  }
  return {
    files: packed.map(
      ({ id, number, size, arrivalHash }): PackagedFile => ({
        ...{ id, size, number: toExhibitNumber(number), sha256: arrivalHash ?? '' },
      }),
    ),
    rows: packed.map(toSigned),
    ledgers,
  };
}
