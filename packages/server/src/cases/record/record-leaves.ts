import { toExhibitNumber } from '@trailmark/core/custody';
import { digestOf, type PackageLeaf } from '@trailmark/evidence/case-package/case-package';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import type { EvidenceRow } from '@trailmark/store/cases/agency-cases/evidence-rows';
import { listPersonal, listRecordedReports } from '@trailmark/store/cases/agency-cases/record-rows';
import { findLastCheckpoint } from '@trailmark/store/cases/audit/audit-tree-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { readContentOf, rootOf } from '../case-file.ts';
import { openBytes, openCaseKey } from '../case-key.ts';
import { toLedgerDocument } from '../evidence/evidence-items.ts';
import { listAllEvidence } from '../formats/read-source.ts';
import { type ToSalt, toCaseLeaves, toLeaves } from '../package/package-leaves.ts';
import { CUSTODY_TABLE, EVIDENCE_TABLE, toSigned } from '../package/packaged-files.ts';
import { aboutPerson } from '../people/personal-data.ts';

const SHOWN = { isFieldHidden: () => false };

/** Personal data by their hash alone: the record proves them and does not disclose them. */
async function toPersonalLeaves(tx: Transaction, caseId: string, key: Buffer, toSalt: ToSalt): Promise<PackageLeaf[]> {
  const rows = await listPersonal(tx, caseId);
  return rows.flatMap(({ id, person, personal }, index): PackageLeaf[] => {
    const [number, data] = [`record_personal/${index}/person`, `record_personal/${index}/data`];
    const value = openBytes(key, aboutPerson(caseId, id), personal).toString('utf8');
    return [
      { path: number, salt: toSalt(number), value: person },
      { path: data, digest: digestOf({ salt: toSalt(data), value }) },
    ];
  });
}

/** What is signed of a file: also of one that was withdrawn or is damaged, as which it is named. */
const toRow = (row: EvidenceRow) => ({ ...toSigned(row), state: row.state, finding: row.finding });

export interface RecordPlace {
  readonly casework: CaseworkContext;
  readonly opened: CaseDetailRow;
  readonly software: string;
  readonly toSalt: ToSalt;
}

interface ContentLeaves {
  readonly leaves: PackageLeaf[];
  readonly contentRoot: string;
  readonly evidence: readonly EvidenceRow[];
  /** Accounts of its people, in its order. */
  readonly accounts: readonly string[];
}

/** The leaves of everything that is in a case now, and nothing of it left out but personal data, which are there by their hash. */
export async function readContentLeaves(
  tx: Transaction,
  { casework, opened, toSalt }: Omit<RecordPlace, 'software'>,
  known: readonly string[],
): Promise<ContentLeaves> {
  const { content, accounts } = await readContentOf(tx, casework.keys, opened, known);
  const evidence = await listAllEvidence(tx, opened.id);
  const reports = await listRecordedReports(tx, opened.id);
  const key = openCaseKey(casework.keys, opened);
  const leaves = [
    ...toCaseLeaves(content, { isWhole: () => true, hidden: SHOWN, toSalt }),
    ...toLeaves('record_report', reports, SHOWN, toSalt),
    ...(await toPersonalLeaves(tx, opened.id, key, toSalt)),
    ...toLeaves(EVIDENCE_TABLE, evidence.map(toRow), SHOWN, toSalt),
  ];
  return { leaves, contentRoot: rootOf(content), evidence, accounts };
}

interface Closing {
  readonly number: string;
  readonly why: string;
}

/** The leaves of a record: the case, its ledgers of custody, and where the audit log was when it was closed. */
export async function readRecordLeaves(
  tx: Transaction,
  place: RecordPlace,
  { number, why }: Closing,
): Promise<Omit<ContentLeaves, 'contentRoot'>> {
  const { opened, software, toSalt } = place;
  const { leaves, contentRoot, evidence, accounts } = await readContentLeaves(tx, place, []);
  const ledgers: object[] = [];
  for (const row of evidence) {
    const ledger = await toLedgerDocument(tx, opened.number, row, software);
    ledgers.push({ exhibit: toExhibitNumber(row.number), ledger });
  }
  const checkpoint = await findLastCheckpoint(tx);
  const head = { number, why, content_root: contentRoot, audit_size: checkpoint?.size ?? 0 };
  const audit = { ...head, audit_root: checkpoint?.root.toString('hex') ?? null };
  return {
    leaves: [
      ...leaves,
      ...toLeaves(CUSTODY_TABLE, ledgers, SHOWN, toSalt),
      ...toLeaves('record', [audit], SHOWN, toSalt),
    ],
    evidence,
    accounts,
  };
}
