import { CASES_TAG } from '@trailmark/api/contract/case';
import { ROUTES_BASE } from '@trailmark/api/route';
import { MAX_EVIDENCE_BYTES } from '@trailmark/core/custody';
import { AppError } from '@trailmark/core/errors';
import type { Hono } from 'hono';
import type { MountOptions } from '../../http/mount.ts';
import { mountRawRoute, type RawRequest, type RawRoute } from '../../http/raw-route.ts';
import { withdrawFile } from './evidence-items.ts';
import type { EvidenceCall, EvidenceService } from './evidence-service.ts';
import { appendUpload, beginUpload, readUpload } from './uploads.ts';

// tus 1.0.0 (tus.io/protocols/resumable-upload): core, and the extensions creation and termination. The end of an upload, where
// both sides' hashes are compared, is a route of the contract: what tus says at creation cannot name the hash yet.

const VERSION = '1.0.0';
const PIECE_TYPE = 'application/offset+octet-stream';
const HEADERS = { 'tus-resumable': VERSION, 'cache-control': 'no-store' };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const UPLOADS = `${ROUTES_BASE}/cases/:case/uploads`;
const UPLOAD = `${UPLOADS}/:upload`;

function checkVersion(headers: Headers): void {
  if (headers.get('tus-resumable') === VERSION) return;
  throw new AppError('invalid', `Uploads follow tus ${VERSION}: say so with "Tus-Resumable: ${VERSION}".`, {
    context: { reason: 'tus-version' },
  });
}

/** A count of bytes from a header. Throws `invalid`. */
function readCount(headers: Headers, name: string): number {
  const text = headers.get(name) ?? '';
  const count = Number(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(count)) return count;
  throw new AppError('invalid', `The header ${name} takes a whole number of bytes, in digits.`);
}

/** The name of the file in Upload-Metadata: pairs with commas between, each a key and its value in Base64. Throws `invalid`. */
function readName(headers: Headers): Buffer {
  const pairs = (headers.get('upload-metadata') ?? '').split(',').map((pair) => pair.trim().split(' '));
  const named = pairs.filter(([key]) => key === 'filename');
  const [, value = ''] = named[0] ?? [];
  if (named.length === 1 && /^[A-Za-z0-9+/]+={0,2}$/.test(value)) return Buffer.from(value, 'base64');
  throw new AppError(
    'invalid',
    'The header Upload-Metadata takes "filename" once, with the name of the file in Base64.',
  );
}

function toCase({ params, caller }: RawRequest): Omit<EvidenceCall, 'item'> {
  const id = params.case ?? '';
  if (!UUID.test(id)) throw new AppError('not-found', 'There is no such case.');
  return { caller, id: id.toLowerCase() };
}

function toCall(request: RawRequest): EvidenceCall {
  const opened = toCase(request);
  const item = request.params.upload ?? '';
  if (!UUID.test(item)) throw new AppError('not-found', 'There is no such upload in this case.');
  return { ...opened, item: item.toLowerCase() };
}

const empty = (status: number, headers: Readonly<Record<string, string>>) => new Response(null, { status, headers });

async function create(service: EvidenceService, request: RawRequest): Promise<Response> {
  const call = toCase(request);
  checkVersion(request.headers);
  const row = await beginUpload(service, call, {
    size: readCount(request.headers, 'upload-length'),
    name: readName(request.headers),
  });
  const location = `${ROUTES_BASE}/cases/${call.id}/uploads/${row.id}`;
  return empty(201, { location, 'upload-offset': '0' });
}

async function describeOffset(service: EvidenceService, request: RawRequest): Promise<Response> {
  const call = toCall(request);
  checkVersion(request.headers);
  const { arrived, size } = await readUpload(service, call);
  return empty(200, { 'upload-offset': String(arrived), 'upload-length': String(size) });
}

async function append(service: EvidenceService, request: RawRequest): Promise<Response> {
  const call = toCall(request);
  const { headers } = request;
  checkVersion(headers);
  if (headers.get('content-type') !== PIECE_TYPE) {
    throw new AppError('invalid', `A part of a file is sent as "Content-Type: ${PIECE_TYPE}".`, {
      context: { reason: 'media-type' },
    });
  }
  const offset = readCount(headers, 'upload-offset');
  const length = headers.has('content-length') ? readCount(headers, 'content-length') : undefined;
  const now = await request.receive((body) => appendUpload(service, call, { offset, length, body }));
  return empty(204, { 'upload-offset': String(now) });
}

async function terminate(service: EvidenceService, request: RawRequest): Promise<Response> {
  const call = toCall(request);
  checkVersion(request.headers);
  const { state } = await readUpload(service, call);
  if (state !== 'arriving') {
    throw new AppError('conflict', 'This upload has ended. What it brought is withdrawn with a reason.');
  }
  await withdrawFile(service, call, 'The upload was given up.');
  return empty(204, {});
}

/** The surface of uploads, in the words of tus. */
export function listUploadRoutes(service: EvidenceService): readonly RawRoute[] {
  const policy = { access: 'allowed', tag: CASES_TAG, subject: 'case', headers: HEADERS } as const;
  const about = {
    'tus-version': VERSION,
    'tus-extension': 'creation,termination',
    'tus-max-size': String(MAX_EVIDENCE_BYTES),
  };
  const tell = async () => empty(204, about);
  return [
    { ...policy, name: 'describeUploads', method: 'OPTIONS', path: UPLOADS, audit: 'none', handle: tell },
    {
      ...policy,
      name: 'beginCaseUpload',
      method: 'POST',
      path: UPLOADS,
      audit: 'act',
      handle: (asked) => create(service, asked),
    },
    {
      ...policy,
      name: 'getCaseUpload',
      method: 'HEAD',
      path: UPLOAD,
      audit: 'view',
      handle: (asked) => describeOffset(service, asked),
    },
    {
      ...policy,
      name: 'appendCaseUpload',
      method: 'PATCH',
      path: UPLOAD,
      audit: 'change',
      handle: (asked) => append(service, asked),
    },
    {
      ...policy,
      name: 'endCaseUpload',
      method: 'DELETE',
      path: UPLOAD,
      audit: 'act',
      handle: (asked) => terminate(service, asked),
    },
  ];
}

export function mountUploads(app: Hono, service: EvidenceService, options: MountOptions): void {
  for (const route of listUploadRoutes(service)) mountRawRoute(app, route, options);
}
