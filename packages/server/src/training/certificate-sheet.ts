import type { Certificate } from '@trailmark/core/training/certificate';
import { PdfSheet } from '@trailmark/documents/pdf-sheet';

/** A certificate to print. The signed file is what counts; the sheet says how to check it. */
export function printCertificate(
  { certificate, revokedOn }: { readonly certificate: Certificate; readonly revokedOn: string | null },
  software: string,
): Promise<Uint8Array> {
  const { holder, course, session, issuedOn, validUntil, issuer, signature, id } = certificate;
  const sheet = new PdfSheet({
    title: `Certificate: ${course.title}`,
    author: issuer.installation,
    date: Date.parse(`${issuedOn}T00:00:00Z`) / 1000,
    software,
  });
  sheet.space(60);
  if (revokedOn) sheet.text(`Revoked on ${revokedOn}.`, { font: 'bold', size: 14, ink: 'warning', after: 16 });
  sheet.text('Certificate of training', { size: 12, ink: 'muted', after: 10 });
  sheet.text(holder.name, { font: 'bold', size: 26, after: 6 });
  sheet.text(holder.agency, { size: 13, after: 26 });
  sheet.text(`has passed the course “${course.title}” of ${course.hours} hours.`, { size: 13, after: 26 });
  sheet.rule(16);
  const style = { size: 11, nameWidth: 130, after: 4 };
  sheet.field('Course held', session.from === session.to ? session.from : `${session.from} to ${session.to}`, style);
  sheet.field('Issued on', issuedOn, style);
  sheet.field('Valid until', validUntil, style);
  sheet.field('Issued by', issuer.installation, style);
  sheet.space(26);
  sheet.text('How to check it', { font: 'bold', size: 11, after: 4 });
  sheet.text(
    'This sheet is a print. The certificate is a signed file: ask the holder for it and open it on the page /training/certificate of an installation, or run the stand-alone verifier. Both need no connection to the issuer.',
    { size: 9.5, after: 8 },
  );
  const hash = { font: 'mono', size: 8, nameWidth: 130, after: 2 } as const;
  sheet.field('Certificate id', id, hash);
  sheet.field('Key id', signature.keyId, hash);
  sheet.field('Public key', signature.publicKey, hash);
  sheet.field('Signature (Ed25519)', signature.value, hash);
  return sheet.finish([`${course.title} · ${holder.name}`, `Certificate ${id}`]);
}
