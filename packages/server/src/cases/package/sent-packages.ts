import { gunzipSync } from 'node:zlib';
import type { Contract } from '@trailmark/api/contract';
import type { CasePackageRow } from '@trailmark/api/contract/case-package';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { sizeOfTar, streamTar, type TarEntry } from '@trailmark/documents/tar-stream';
import {
  REVOCATION_FORMAT,
  REVOCATION_VERSION,
  type RevocationStatement,
} from '@trailmark/evidence/case-package/revocation';
import { signFile } from '@trailmark/evidence/certificate/sign-file';
import { findAgencyName } from '@trailmark/store/cases/agency-cases/case-file-rows';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
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
import { FileStream } from '../../http/file-stream.ts';
import { openBytes, openCaseKey } from '../case-key.ts';
import { actOnCase, openCase, readCases } from '../case-scope.ts';
import { toSeconds } from '../case-view.ts';
import { getStored } from '../evidence/check-evidence.ts';
import { streamChecked } from '../evidence/export-evidence.ts';
import { toArriving } from '../evidence/uploads.ts';
import { aboutPackage } from './make-package.ts';
import { PACKAGE_KEY } from './package-key.ts';

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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

interface Place {
  readonly casework: CaseworkContext;
  readonly opened: CaseDetailRow;
}

/** The files of a package from the disk: each is checked against its hash as it is read. */
async function toEntries(tx: Transaction, { casework, opened }: Place, row: PackageRow): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  for (const { id, number, size, sha256 } of row.files) {
    const stored = await getStored(tx, opened.id, id);
    const chunks = streamChecked(casework.filesDir, toArriving(casework, opened, stored), sha256);
    entries.push({ name: `evidence/${number}`, size, chunks });
  }
  return entries;
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
      entries: await toEntries(tx, { casework, opened: found }, kept),
    };
  });
  const base = `case-${opened.number}-G-${row.number}.package`;
  const onCancel = () => undefined;
  if (entries.length === 0) {
    const size = signed.length;
    return new FileStream({
      name: `${base}.json`,
      mediaType: 'application/json',
      chunks: once(signed),
      size,
      onCancel,
    });
  }
  const all = [{ name: 'package.json', size: signed.length, chunks: [signed] }, ...entries];
  const chunks = streamTar(all);
  return new FileStream({
    name: `${base}.tar`,
    mediaType: 'application/x-tar',
    chunks,
    size: sizeOfTar(all),
    onCancel,
  });
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
  return actOnCase(casework, caller, { id, right: 'export', action: 'package.revoke', details }, async (tx, opened) => {
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
  });
}
