import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { AppError } from '@trailmark/core/errors';
import { MAX_CERTIFICATE_BYTES } from '@trailmark/core/training/certificate';
import type { CertificateCheck } from '@trailmark/core/training/certificate-checks';
import { fetchOrExplain } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { VerifierLink } from '../../components/verifier-link.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { type CheckedCertificate, checkCertificate } from './check-certificate.ts';
import { certificateKeyQuery, revocationsUrl } from './queries.ts';
import './training.css';

const MARKS = { passed: IconCheck, failed: IconX, open: IconAlertTriangle } as const;
const STATES = { passed: 'in order', failed: 'not in order', open: 'not checked' } as const;
const VERDICTS = {
  valid: 'This certificate is valid.',
  open: 'Nothing is wrong with this certificate, but not everything could be checked.',
  'not-valid': 'This certificate is not valid.',
} as const;

function Check({ name, state, sentence }: CertificateCheck) {
  const Mark = MARKS[state];
  return (
    <li className={state}>
      <Mark size={16} stroke={1.5} aria-hidden="true" />
      <span>
        <b>{name}</b> <span className="tm-t3">{STATES[state]}</span>
        <br />
        {sentence}
      </span>
    </li>
  );
}

function Report({ certificate, report }: CheckedCertificate) {
  const { holder, course, session, issuer, id } = certificate;
  return (
    <section className="tm-tr-report" aria-live="polite">
      <h2>{VERDICTS[report.verdict]}</h2>
      <ul className="checks">
        {report.checks.map((check) => (
          <Check key={check.name} {...check} />
        ))}
      </ul>
      <dl className="tm-facts">
        <dt>Holder</dt>
        <dd>
          {holder.name}, {holder.agency}
        </dd>
        <dt>Course</dt>
        <dd>
          {course.title}, {course.hours} hours, {session.from} to {session.to}
        </dd>
        <dt>Issued by</dt>
        <dd>{issuer.installation}</dd>
        <dt>Certificate</dt>
        <dd className="tm-mono">{id}</dd>
      </dl>
    </section>
  );
}

async function readRevocations(): Promise<string | undefined> {
  const response = await fetchOrExplain(revocationsUrl(), {}).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
}

/** Checks a certificate's file. The file stays in this browser. */
export function CertificateScreen() {
  useDocumentTitle('Check a certificate');
  const key = useQuery(certificateKeyQuery()).data;
  const check = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_CERTIFICATE_BYTES) throw new AppError('invalid', 'This file is too large for a certificate.');
      const today = new Date().toISOString().slice(0, 10);
      const [text, revocations] = await Promise.all([file.text(), readRevocations()]);
      return checkCertificate(text, { trustedKey: key?.publicKey, revocations, today });
    },
  });
  return (
    <div className="tm-page tm-tr">
      <header className="head">
        <h1>Check a certificate</h1>
        <p className="lead">
          A certificate is a signed file. Choose it here: the signature is checked in this browser, and the file is sent
          nowhere. This installation’s own key and its list of revoked certificates are what it is checked against.
        </p>
      </header>
      <label className="tm-tr-drop">
        <span>Certificate file (.json)</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) check.mutate(file);
            // The same file can be chosen again after it was changed.
            event.currentTarget.value = '';
          }}
        />
        {check.variables && <span className="tm-t2">Checked: {check.variables.name.slice(0, 100)}</span>}
      </label>
      {check.isError && <ErrorPanel error={check.error} what="This file" />}
      {check.data && <Report {...check.data} />}
      <p className="tm-t3 tm-sm">
        {key ? (
          <>
            Key of this installation: <span className="tm-mono">{key.publicKey}</span> (id {key.keyId}).{' '}
          </>
        ) : (
          'The key of this installation is not here yet: whose key signed a file cannot be said without it. '
        )}
        <a href={revocationsUrl()} download>
          List of revoked certificates
        </a>
        . To check without this server: <VerifierLink file="verify-certificate.mjs" /> is one file that needs Node 20
        and nothing else.
      </p>
    </div>
  );
}
