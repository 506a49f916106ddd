import type { StampAuthority, stampAuthorityRoutes } from '@trailmark/api/contract/stamp-authority';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { nameCertificate } from '@trailmark/evidence/time-stamp/certificate-chain';
import { readCertificates } from '@trailmark/evidence/time-stamp/read-certificates';
import type { Transaction } from '@trailmark/store/cases/casework';
import { listSourceUse } from '@trailmark/store/cases/sources/request-rows';
import {
  findStampAuthority,
  putStampAuthority,
  type StampAuthorityRow,
} from '@trailmark/store/cases/sources/stamp-authority-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext, read } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { parseEndpoint } from '../outbound/endpoint.ts';
import { STAMP_SOURCE } from './ask-for-stamp.ts';

type Change = RouteInput<(typeof stampAuthorityRoutes)['setStampAuthority']>['body'];

const NONE: StampAuthorityRow = { isOn: false, endpoint: '', trusted: '' };
const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

async function getStatus(tx: Transaction): Promise<StampAuthority> {
  const { isOn, endpoint, trusted } = (await findStampAuthority(tx)) ?? NONE;
  const use = (await listSourceUse(tx)).find(({ sourceId }) => sourceId === STAMP_SOURCE);
  const certificates = trusted === '' ? [] : readCertificates(trusted);
  return {
    ...{ isOn, endpoint },
    certificates: certificates.map((certificate) => ({
      name: nameCertificate(certificate),
      fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      goodUntil: toSeconds(certificate.validToDate),
    })),
    requestCount: use?.requestCount ?? 0,
    lastAskedAt: use ? toSeconds(use.lastAskedAt) : null,
    lastFault: use?.lastFault ?? null,
  };
}

export function readStampAuthority(casework: CaseworkContext, caller: Caller): Promise<StampAuthority> {
  return read(casework, caller, getStatus);
}

function checkReady({ isOn, endpoint, trusted }: StampAuthorityRow): void {
  const [field, message] =
    endpoint === ''
      ? ['endpoint', 'Set where the time stamp authority is before it is turned on.']
      : ['certificates', 'Set a certificate that its stamps must lead to before it is turned on.'];
  if (isOn && (endpoint === '' || trusted === '')) throw new AppError('invalid', message, { context: { field } });
}

/** An authority may be in the own network, as exactly the host and port of its address. Empty: none. */
function readEndpoint(text: string): string {
  return text.trim() === '' ? '' : parseEndpoint(text, true).url.href;
}

function readTrusted(text: string): string {
  return text.trim() === '' ? '' : readCertificates(text).map(String).join('');
}

/** Sets what an administrator of the installation sets of the authority, and writes to the log what changed. */
export async function setStampAuthority(
  casework: CaseworkContext,
  caller: Caller,
  { isOn, endpoint, certificates }: Change,
): Promise<StampAuthority> {
  const given = {
    ...(endpoint === undefined ? {} : { endpoint: readEndpoint(endpoint) }),
    ...(certificates === undefined ? {} : { trusted: readTrusted(certificates) }),
  };
  const { status } = await actThenNotify(
    casework,
    caller,
    async (tx) => {
      const before = (await findStampAuthority(tx)) ?? NONE;
      const row = { ...before, ...given, isOn };
      checkReady(row);
      await putStampAuthority(tx, { ...row, changedBy: ownAccount(caller).id, changedAt: casework.now() });
      return { before, row, status: await getStatus(tx) };
    },
    ({ before, row, status: { certificates: trusted } }) => ({
      action: 'source.change',
      object: { kind: 'source', id: STAMP_SOURCE },
      details: {
        ...{ isOnFrom: before.isOn, isOn: row.isOn, endpointFrom: before.endpoint, endpoint: row.endpoint },
        trusted: trusted.map(({ fingerprint }) => fingerprint).join(' '),
      },
    }),
  );
  return status;
}
