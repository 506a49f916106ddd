import { gunzipSync } from 'node:zlib';
import type { Contract } from '@trailmark/api/contract';
import type { CasePackageRow } from '@trailmark/api/contract/case-package';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import {
  REVOCATION_FORMAT,
  REVOCATION_VERSION,
  type RevocationStatement,
} from '@trailmark/evidence/case-package/revocation';
import { signFile } from '@trailmark/evidence/certificate/sign-file';
import { findAgencyName } from '@trailmark/store/cases/agency-cases/case-file-rows';
import {
  findPackage,
  findPackageContent,
  listPackages,
  type PackageRow,
  revokePackage,
} from '@trailmark/store/cases/agency-cases/package-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import type { FileStream } from '../../http/file-stream.ts';
import { openBytes, openCaseKey } from '../case-key.ts';
import { actOnCase, openCase, readCases } from '../case-scope.ts';
import { toSeconds } from '../case-view.ts';
import { aboutPackage } from './make-package.ts';
import { PACKAGE_KEY } from './package-key.ts';
import { toFileStream, toTarEntries } from './package-stream.ts';

const SHOWN = 500;
const MAX_FILE = 512 * 2 ** 20;

function toPackage(row: PackageRow): CasePackageRow {
  const { id, number, recipient, purpose, expires, root, files, madeAt, madeBy } = row;
  const { revokedAt, revokedBy, revokedWhy, notice } = row;
  return {
    ...{ id, recipient, purpose, expires, root, madeBy, number: `G-${number}` },
    files: files.map(({ id: _, ...file }) => file),
    madeAt: toSeconds(madeAt),
    revoked: revokedAt && {
      ...{ at: toSeconds(revokedAt), by: revokedBy ?? 'Former account', why: revokedWhy ?? '', notice: notice ?? '' },
    },
  };
}

/** What was signed for other agencies, the last first. */
export function readPackages(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<RouteOutput<Contract['listCasePackages']>> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return { items: (await listPackages(tx, id, SHOWN)).map(toPackage) };
  });
}

async function getPackage(tx: Transaction, id: string, packageId: string): Promise<PackageRow> {
  const row = await findPackage(tx, id, packageId);
  if (!row) throw new AppError('not-found', 'There is no such package of this case.');
  return row;
}

/** A package as it was signed. With files it is an archive whose first file is the signed one. */
export async function downloadPackage(
  casework: CaseworkContext,
  caller: Caller,
  { id, package: packageId }: { readonly id: string; readonly package: string },
): Promise<FileStream> {
  const { opened, row, signed, entries } = await readCases(casework, caller, async (tx) => {
    const found = await openCase(tx, id, 'export');
    const kept = await getPackage(tx, id, packageId);
    if (kept.revokedAt) throw new AppError('conflict', `G-${kept.number} was revoked: it is not handed out any more.`);
    const content = await findPackageContent(tx, packageId);
    if (!content) throw new AppError('internal', 'The content of a package was not kept.');
    const packed = openBytes(openCaseKey(casework.keys, found), aboutPackage(id, packageId), content);
    return {
      ...{ opened: found, row: kept, signed: gunzipSync(packed, { maxOutputLength: MAX_FILE }) },
      entries: await toTarEntries(tx, { casework, opened: found }, kept.files),
    };
  });
  return toFileStream(`case-${opened.number}-G-${row.number}.package`, signed, entries);
}

/** Revokes a package: what was received stays where it is, and its reader learns that it no longer holds. */
export function revokeSent(
  casework: CaseworkContext,
  caller: Caller,
  { id, package: packageId, why }: { readonly id: string; readonly package: string; readonly why: string },
): Promise<CasePackageRow> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = ({ number, recipient, root }: CasePackageRow) => ({
    package: packageId,
    number,
    recipient,
    root,
    why,
  });
  return actOnCase(
    casework,
    caller,
    { id, right: 'export', action: 'package.revoke', isAfterRecord: true, details },
    async (tx, opened) => {
      const row = await getPackage(tx, id, packageId);
      const statement: RevocationStatement = {
        ...{ format: REVOCATION_FORMAT, version: REVOCATION_VERSION, package: packageId, root: row.root },
        ...{ agency: await findAgencyName(tx, opened.agency), number: opened.number, recipient: row.recipient, why },
        revokedAt: at.toISOString(),
      };
      const notice = signFile(statement, casework.keys.signingKey(PACKAGE_KEY));
      if (!(await revokePackage(tx, packageId, { by, why, at, notice }))) {
        throw new AppError('conflict', `G-${row.number} was revoked before.`);
      }
      return toPackage(await getPackage(tx, id, packageId));
    },
  );
}
