import { createHmac, createSecretKey, sign } from 'node:crypto';
import { encodeHex } from '@trailmark/core/hex';
import type { ReportDocument, ReportDraft } from '@trailmark/core/report/report-document';
import { writeReportDocx } from '@trailmark/documents/report/report-docx';
import { writeReportHtml } from '@trailmark/documents/report/report-html';
import { writeReportPdf } from '@trailmark/documents/report/report-pdf';
import { type BundleContent, buildBundle, sealBundle } from '@trailmark/evidence/bundle/build-bundle';
import type { BundleSignature, SignerRole } from '@trailmark/evidence/bundle/bundle-format';
import { toSigned } from '@trailmark/evidence/bundle/bundle-signature';
import { chainCustody } from '@trailmark/evidence/bundle/custody-rows';
import { redactBundle } from '@trailmark/evidence/bundle/redact-bundle';
import { hashParts } from '@trailmark/evidence/bundle/salted';
import { readStoredZip, writeStoredZip } from '@trailmark/evidence/bundle/stored-zip';
import { decodeJson, encodeJson } from '@trailmark/evidence/bundle/strict-json';
import { type SigningPair, toPublicKeyText } from '@trailmark/evidence/certificate/sign-file';
import type { CertificateSigner } from './certificate-signature.ts';
import { writeClaimsCsv } from './claims-csv.ts';
import type { ComposedReport } from './compose-report.ts';
import { type CoreContent, chooseHidden } from './copy-choice.ts';
import { addManifest } from './manifest-list.ts';
import { toMoment } from './moment.ts';
import { listTraces, type ReportFacts } from './report-facts.ts';

/** The pair that evidence bundles of this installation are signed with. */
export const BUNDLE_KEY = 'evidence-bundle';

export interface VersionOrder {
  readonly facts: ReportFacts;
  readonly draft: ReportDraft;
  readonly report: ComposedReport;
  readonly id: string;
  readonly number: number;
  /** Salts come from the key of the case: the same every time, and nobody else knows them. */
  readonly caseKey: Buffer;
  readonly pair: SigningPair;
  /** Also signs, where the installation has a certificate. */
  readonly certify: CertificateSigner | undefined;
}

export interface BuiltVersion {
  /** The report with the hashes of its bundle. */
  readonly document: ReportDocument;
  readonly coreDigest: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface Signer {
  readonly role: SignerRole;
  readonly name: string;
  readonly at: string;
}

/** A signature over a manifest, by the installation on behalf of who is named. */
export function signManifest(pair: SigningPair, digest: string, { role, name, at }: Signer): BundleSignature {
  const body = {
    ...({ algorithm: 'Ed25519', manifest: digest } as const),
    ...{ role, name: name.slice(0, 300), publicKey: toPublicKeyText(pair.publicKey), signedAt: at },
  };
  return { ...body, value: encodeHex(sign(null, toSigned(body), pair.privateKey)) };
}

function toSalts({ id, number, caseKey }: VersionOrder, kind: string): BundleContent['toSalt'] {
  // One object for the key: made from its bytes each time, it takes longer than the hash.
  const key = createSecretKey(caseKey);
  return (place) => createHmac('sha256', key).update(`${kind} ${id} ${number} ${place}`).digest('hex').slice(0, 32);
}

function toHead({ facts, id, number }: VersionOrder, kind: 'core' | 'report'): BundleContent['head'] {
  const { case: of, software, at } = facts;
  return {
    kind,
    case: { id: of.id, number: of.number },
    report: { id, version: number },
    software,
    madeAt: toMoment(at),
  };
}

/** What the report rests on. */
function listCore(order: VersionOrder): CoreContent {
  const { facts, report } = order;
  const files = new Map<string, Uint8Array>(facts.ledgerFiles);
  const parties = new Map<string, readonly unknown[]>();
  for (const { number, bytes } of facts.items) if (bytes.length > 0) files.set(`items/${number}.json`, bytes);
  for (const { id, bytes, seeds, parties: own } of listTraces(facts)) {
    files.set(`traces/${id}.json`, bytes);
    files.set(`traces/${id}.seeds.json`, encodeJson(seeds.map(({ ref, asset, amount }) => ({ ref, asset, amount }))));
    parties.set(`parties/${id}.json`, own);
  }
  for (const { id, bytes } of facts.clusters) files.set(`clusters/${id}.json`, bytes);
  const acts = [
    ...facts.custody,
    {
      at: toMoment(facts.at),
      who: order.draft.examiner.name,
      act: 'report',
      what: `version ${order.number}`,
      sha256: null,
      how: 'composed and frozen',
    },
  ];
  const lists = new Map<string, readonly unknown[]>([
    ...report.lists,
    ...parties,
    ['claims.json', report.claims],
    ['custody.json', chainCustody(acts)],
  ]);
  return { files, lists };
}

/** The copy for the other side: what was chosen to be left out is hashes, and everything else is checked as before. */
function buildCopy({ draft, facts, pair }: VersionOrder, content: CoreContent, core: Uint8Array): Uint8Array {
  return redactBundle(core, {
    ...chooseHidden(content, facts, draft),
    profile: 'Copy for the other side',
    madeAt: toMoment(facts.at),
    publicKey: toPublicKeyText(pair.publicKey),
    sign: (bytes) => encodeHex(sign(null, bytes, pair.privateKey)),
  });
}

/** Files of a version: the same facts, draft and key give the same bytes. */
export function buildVersion(order: VersionOrder): BuiltVersion {
  const { facts, draft, report, pair, certify } = order;
  const at = toMoment(facts.at);
  const certified = (digest: string) => (certify ? [certify(digest, at)] : []);
  const content = listCore(order);
  const built = buildBundle({ head: toHead(order, 'core'), ...content, toSalt: toSalts(order, 'core') });
  const core = sealBundle(built, [
    signManifest(pair, built.digest, { role: 'installation', name: facts.software, at }),
    ...certified(built.digest),
  ]);
  const document = addManifest(report.document, built.digest, built.items);
  const attachment = {
    name: 'core.evb',
    mediaType: 'application/zip',
    description: 'Evidence bundle: what this report rests on',
    bytes: core,
  };
  const written = new Map<string, Uint8Array>([
    ['claims.csv', writeClaimsCsv(report.claims)],
    ['core.evb', core],
    ['report.docx', writeReportDocx(document, built.digest)],
    ['report.html', new TextEncoder().encode(writeReportHtml(document, built.digest))],
    ['report.json', encodeJson({ core: built.digest, document })],
    ['report.pdf', writeReportPdf(document, attachment, built.digest)],
  ]);
  const outer = buildBundle({
    head: toHead(order, 'report'),
    files: written,
    lists: new Map(),
    toSalt: toSalts(order, 'report'),
  });
  const bundle = sealBundle(outer, [
    signManifest(pair, outer.digest, { role: 'examiner', name: draft.examiner.name, at }),
    ...certified(outer.digest),
  ]);
  written.delete('core.evb');
  written.set('bundle.evb', bundle);
  if (draft.hides.length > 0) written.set('copy.evb', buildCopy(order, content, core));
  return { coreDigest: built.digest, document, files: written };
}

/** The bundle of a version with one more signature; nothing else of it changes. */
export function addSignature(bundle: Uint8Array, pair: SigningPair, signer: Signer): Uint8Array {
  const { files } = readStoredZip(bundle);
  const digest = hashParts(files.get('manifest.json') ?? new Uint8Array());
  const signatures = decodeJson(
    'signatures.json',
    files.get('signatures.json') ?? new Uint8Array(),
  ) as readonly unknown[];
  return writeStoredZip(files.set('signatures.json', encodeJson([...signatures, signManifest(pair, digest, signer)])));
}
