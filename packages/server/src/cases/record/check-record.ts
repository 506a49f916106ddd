import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { hideLeaf, isHidden, type PackageLeaf } from '@trailmark/evidence/case-package/case-package';
import type { PackageCheck } from '@trailmark/evidence/case-package/package-check';
import { checkSignedCase, isCasePackage } from '@trailmark/evidence/case-package/verify-case-package';
import { type CustodyRow, listCustody } from '@trailmark/store/cases/agency-cases/custody-rows';
import type { EvidenceRow } from '@trailmark/store/cases/agency-cases/evidence-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { openCaseKey } from '../case-key.ts';
import { openCase, readCases } from '../case-scope.ts';
import { createSalts } from '../package/package-leaves.ts';
import { CUSTODY_TABLE, EVIDENCE_TABLE } from '../package/packaged-files.ts';
import { readSigned, toRecord } from './close-case.ts';
import { readContentLeaves } from './record-leaves.ts';

const MOST_NAMED = 20;

/**
 * What continues after a case is closed: people get other names and addresses, and ledgers of custody grow, which are checked row by row
 * instead.
 */
const GROWS = new RegExp(`^(?:people/|${CUSTODY_TABLE}/|record/|${EVIDENCE_TABLE}/\\d+/custody_(?:count|head)$)`);

const toDigests = (leaves: readonly PackageLeaf[]): ReadonlyMap<string, string> =>
  new Map(leaves.filter(({ path }) => !GROWS.test(path)).map((leaf) => [leaf.path, hideLeaf(leaf).digest]));

/** Places whose value is another one now, was added, or is gone. */
function listChanged(signed: readonly PackageLeaf[], present: readonly PackageLeaf[]): string[] {
  const [then, now] = [toDigests(signed), toDigests(present)];
  const changed = [...then].filter(([path, digest]) => now.get(path) !== digest).map(([path]) => path);
  return [...changed, ...[...now.keys()].filter((path) => !then.has(path))].toSorted();
}

/** The value of a place of a record, by the number of its exhibit. */
function findLedgerEnds(leaves: readonly PackageLeaf[]): ReadonlyMap<number, { count: number; head: string | null }> {
  const values = new Map(leaves.flatMap((leaf) => (isHidden(leaf) ? [] : [[leaf.path, leaf.value] as const])));
  const ends = new Map<number, { count: number; head: string | null }>();
  for (let index = 0; values.has(`${EVIDENCE_TABLE}/${index}/number`); index++) {
    const columnOf = (column: string) => values.get(`${EVIDENCE_TABLE}/${index}/${column}`);
    const number = Number(String(columnOf('number')).replace(/\D/g, ''));
    ends.set(number, {
      count: Number(columnOf('custody_count')),
      head: (columnOf('custody_head') as string | null) ?? null,
    });
  }
  return ends;
}

const isContinued = (rows: readonly CustodyRow[], { count, head }: { count: number; head: string | null }): boolean =>
  (count === 0 ? null : (rows[count - 1]?.hash ?? '')) === head;

async function listBrokenLedgers(
  tx: Transaction,
  evidence: readonly EvidenceRow[],
  signed: readonly PackageLeaf[],
): Promise<string[]> {
  const ends = findLedgerEnds(signed);
  const broken: string[] = [];
  for (const { id, number } of evidence) {
    const end = ends.get(number);
    if (end && !isContinued(await listCustody(tx, id), end)) broken.push(`EV-${String(number).padStart(2, '0')}`);
  }
  return broken;
}

const nameAll = (names: readonly string[]): string => {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
};

/** What the case is today, against what was signed. */
function compareWithToday(changed: readonly string[], broken: readonly string[], isInForce: boolean): PackageCheck[] {
  const same: PackageCheck =
    changed.length === 0
      ? { state: 'passed', sentence: 'Everything in the case is what was signed.' }
      : {
          state: isInForce ? 'failed' : 'stated',
          sentence: isInForce
            ? `The case is not what was signed, although nobody reopened it: ${nameAll(changed)}.`
            : `The case was reopened, and has changed since in ${changed.length} places: ${nameAll(changed)}.`,
        };
  return [
    same,
    broken.length === 0
      ? { state: 'passed', sentence: 'Every ledger of custody continues from where it was when the record was signed.' }
      : { state: 'failed', sentence: `Ledgers of custody do not continue from what was signed: ${broken.join(', ')}.` },
  ];
}

function parse(signed: Buffer): unknown {
  try {
    return JSON.parse(signed.toString('utf8'));
  } catch {
    return undefined;
  }
}

const MALFORMED: Omit<RouteOutput<Contract['checkCaseRecord']>, 'record'> = {
  isSound: false,
  checks: [{ state: 'failed', sentence: 'The stored record is not of the form it was signed in.' }],
  ...{ changed: [], changedCount: 0 },
};

/** Checks a record: its signature and root, and whether the case today is what was signed. */
export function checkRecord(
  casework: CaseworkContext,
  caller: Caller,
  { id, record }: { readonly id: string; readonly record: string },
): Promise<RouteOutput<Contract['checkCaseRecord']>> {
  return readCases(casework, caller, async (tx) => {
    const opened = await openCase(tx, id, 'read');
    const { row, signed } = await readSigned(tx, casework, opened, record);
    const file = parse(signed);
    if (!isCasePackage(file)) return { ...MALFORMED, record: toRecord(row) };
    const signedChecks = checkSignedCase(file, { state: 'own' });
    const toSalt = createSalts(openCaseKey(casework.keys, opened), record);
    const { leaves, evidence } = await readContentLeaves(tx, { casework, opened, toSalt }, row.people);
    const changed = listChanged(file.leaves, leaves);
    const broken = await listBrokenLedgers(tx, evidence, file.leaves);
    const checks = [...signedChecks, ...compareWithToday(changed, broken, row.reopenedAt === null)];
    const isSound = checks.every(({ state }) => state !== 'failed');
    return { record: toRecord(row), isSound, checks, changed: changed.slice(0, 200), changedCount: changed.length };
  });
}
