import { createHmac, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import type { PackageHide } from '@trailmark/core/case-package';
import { AppError } from '@trailmark/core/errors';
import type { FileSignature } from '@trailmark/core/training/certificate';
import {
  digestOf,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  type PackageLeaf,
  rootOfLeaves,
} from '@trailmark/evidence/case-package/case-package';
import { formatCasePackage } from '@trailmark/evidence/case-package/verify-case-package';
import { signFile } from '@trailmark/evidence/certificate/sign-file';
import { findAgencyName } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { insertPackage } from '@trailmark/store/cases/agency-cases/package-rows';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { requireAuthority } from '../authorities.ts';
import { type CaseContent, readCaseContent } from '../case-file.ts';
import { openCaseKey, sealBytes } from '../case-key.ts';
import { actOnCase } from '../case-scope.ts';
import { toActor } from '../evidence/custody.ts';
import { AREA_TABLES, HIDDEN_COLUMNS } from './package-areas.ts';
import { PACKAGE_KEY } from './package-key.ts';
import { CUSTODY_TABLE, EVIDENCE_TABLE, packFiles } from './packaged-files.ts';

type Body = RouteInput<Contract['makeCasePackage']>['body'];

/** They are made of the other tables, and would tell what is left out of those. */
const DERIVED = ['case_identifier', 'case_text'];

interface Choice {
  readonly areas: Body['areas'];
  readonly hides: readonly PackageHide[];
  readonly toSalt: (path: string) => string;
}

function isColumnHidden(hides: readonly PackageHide[], table: string, column: string): boolean {
  return hides.some((hide) => Object.hasOwn(HIDDEN_COLUMNS[hide][table] ?? {}, column));
}

/** A leaf a field: shown, or its hash alone. */
function toLeaves(table: string, rows: readonly object[], { hides, toSalt }: Choice): PackageLeaf[] {
  return rows.flatMap((row, index) =>
    Object.entries(row)
      .filter(([column]) => column !== 'id')
      .map(([column, value]): PackageLeaf => {
        const path = `${table}/${index}/${column}`;
        const leaf = { path, salt: toSalt(path), value };
        return isColumnHidden(hides, table, column) ? { path, digest: digestOf(leaf) } : leaf;
      }),
  );
}

/** The leaves of a case: a field each of what was chosen, and one for the whole of each table that was not. */
function toAllLeaves(content: CaseContent, choice: Choice): PackageLeaf[] {
  const chosen = new Set(choice.areas.flatMap((area) => AREA_TABLES[area]));
  const head = Object.entries(content.case).map(([column, value]) => {
    const path = `case/${column}`;
    return { path, salt: choice.toSalt(path), value };
  });
  const tables = Object.entries(content.tables).filter(([name]) => !DERIVED.includes(name));
  return [
    ...head,
    ...toLeaves('people', content.people, choice),
    ...tables.flatMap(([name, rows]): PackageLeaf[] =>
      chosen.has(name)
        ? toLeaves(name, rows, choice)
        : [{ path: name, digest: digestOf({ salt: choice.toSalt(name), value: rows }) }],
    ),
  ];
}

function checkBody({ areas, expires }: Body, today: string): void {
  if (areas.includes('requests') && !areas.includes('results')) {
    throw new AppError('invalid', 'Requests name the pinned packets they sent: choose “Pinned results” as well.', {
      context: { field: 'areas' },
    });
  }
  if (expires !== null && expires < today) {
    throw new AppError('invalid', 'A package ends today or later.', { context: { field: 'expires' } });
  }
}

/** What a stored package is encrypted for. */
export const aboutPackage = (caseId: string, id: string): string => `package ${caseId} ${id}`;

/** Signs the chosen parts of a case for another agency. What is left out stays as hashes that nobody can guess. */
export function makeCasePackage(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  body: Body,
  software: string,
): Promise<RouteOutput<Contract['makeCasePackage']>> {
  const at = casework.now();
  checkBody(body, at.toISOString().slice(0, 10));
  const { recipient, purpose, handling, expires, areas, hides, files: numbers } = body;
  const packageId = randomUUID();
  const details = ({ root }: { readonly root: string }) => ({
    ...{ package: packageId, recipient, purpose, root, expires },
    areas: areas.join(', '),
    files: numbers.join(', '),
  });
  return actOnCase(casework, caller, { id, right: 'export', action: 'package', details }, async (tx, row) => {
    await requireAuthority(tx, id, 'disclosure', at);
    const about = { caseId: id, caseNumber: row.number, packageId, recipient, purpose, software, at };
    const packed = await packFiles(tx, { ...about, numbers, actor: toActor(caller, row.role) });
    const content = await readCaseContent(tx, casework.keys, row);
    const key = openCaseKey(casework.keys, row);
    const toSalt = (path: string) =>
      createHmac('sha256', key).update(`package ${packageId} ${path}`).digest('hex').slice(0, 32);
    const choice = { areas, hides, toSalt };
    const leaves = [
      ...toAllLeaves(content, choice),
      ...toLeaves(EVIDENCE_TABLE, packed.rows, choice),
      ...toLeaves(CUSTODY_TABLE, packed.ledgers, choice),
    ];
    const root = rootOfLeaves(leaves);
    const body = {
      ...({ format: PACKAGE_FORMAT, version: PACKAGE_VERSION, id: packageId, number: row.number, software } as const),
      agency: await findAgencyName(tx, row.agency),
      madeAt: at.toISOString(),
      ...{ recipient, purpose, handling, expires, leaves: leaves.length, root },
    };
    const signature = (
      JSON.parse(signFile(body, casework.keys.signingKey(PACKAGE_KEY))) as { signature: FileSignature }
    ).signature;
    const file = Buffer.from(formatCasePackage({ statement: { ...body, signature }, leaves }));
    await insertPackage(tx, {
      ...{ id: packageId, caseId: id, agency: row.agency, recipient, purpose, expires, root, files: packed.files, at },
      ...{ size: file.length, by: ownAccount(caller).id, hasCustody: !hides.includes('colleagues') },
      content: sealBytes(key, aboutPackage(id, packageId), gzipSync(file)),
    });
    return { id: packageId, root, content: file.toString('utf8') };
  });
}
