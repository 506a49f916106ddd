import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import { toExhibitNumber } from '@trailmark/core/custody';
import type { EvidenceRow } from '@trailmark/store/cases/agency-cases/evidence-rows';
import { toSeconds } from '../case-view.ts';
import { nameOfKind } from './file-kind.ts';
import { toShownName } from './shown-name.ts';

/** A file of evidence as a reader gets it. `sameAs`: numbers of the files of the case with the same content. */
export function toEvidence(row: EvidenceRow, reader: string, sameAs: readonly number[] = []): CaseEvidence {
  const { id, size, state, arrived, kind, clientHash, arrivalHash, finding, description, source, version, addedBy } =
    row;
  const { acquiredBy, acquiredWhere, custodyCount } = row;
  return {
    ...{ id, size, state, arrived, kind, clientHash, arrivalHash, finding, description, source, version, addedBy },
    ...{ acquiredBy, acquiredWhere, custodyCount },
    number: toExhibitNumber(row.number),
    name: toShownName(row.name),
    rawName: row.name.toString('base64'),
    kindName: kind && nameOfKind(kind),
    arrivedAt: toSeconds(row.arrivedAt),
    check: row.checkedAt && {
      at: toSeconds(row.checkedAt),
      hash: row.checkedHash,
      isSame: finding === null && row.checkedHash !== null && row.checkedHash === row.arrivalHash,
    },
    acquiredAt: row.acquiredAt && toSeconds(row.acquiredAt),
    addedAt: toSeconds(row.addedAt),
    isOwn: row.addedById === reader,
    withdrawn: row.withdrawnAt && {
      at: toSeconds(row.withdrawnAt),
      by: row.withdrawnBy ?? 'Trailmark',
      why: row.withdrawnWhy ?? '',
    },
    sameAs: sameAs.map(toExhibitNumber),
  };
}
