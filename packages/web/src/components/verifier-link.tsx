export interface VerifierLinkProps {
  /** File in the folder of verifiers, which the build copies next to the pages. */
  readonly file: 'verify-audit.mjs' | 'verify-certificate.mjs';
}

/** The stand-alone verifier, as a download from this server. */
export function VerifierLink({ file }: VerifierLinkProps) {
  return (
    <a href={`/verifier/${file}`} download={file} className="tm-mono">
      {file}
    </a>
  );
}
