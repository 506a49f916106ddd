import { AppError } from '@trailmark/core/errors';

/** What `trailmark audit` is to do. */
export type AuditOptions =
  | { readonly action: 'export'; readonly file: string }
  | { readonly action: 'verify'; readonly file: string | undefined; readonly checkpoints: readonly string[] }
  | { readonly action: 'checkpoint' };

/** Options of the command line, for `parseArgs`. */
export const AUDIT_FLAGS = { checkpoint: { type: 'string', multiple: true } } as const;

export const AUDIT_HELP = `trailmark audit checkpoint
trailmark audit export <file>
trailmark audit verify
trailmark audit verify <file> [--checkpoint <file>]...

The audit log is a signed Merkle tree. "checkpoint" prints the last signed checkpoint, to be kept somewhere else. "export"
writes the whole log with its checkpoints; the export is itself in the log. "verify" recomputes the log of the data folder,
or checks an exported file as packages/evidence/verifier/verify-audit.mjs does, which runs anywhere. "export" and "verify"
of the data folder need it for themselves: while a server runs, use its page /audit. Ends with code 0 only if everything
was verified.

  --checkpoint <file>   checkpoints that were kept elsewhere; may be given more than once`;

function refuse(sentence: string): never {
  throw new AppError('invalid', `${sentence} See "trailmark help audit".`);
}

/** Reads what follows `trailmark audit`. */
export function parseAuditOptions(positionals: readonly string[], checkpoints: readonly string[]): AuditOptions {
  const [action, file, ...more] = positionals;
  if (more.length > 0) refuse(`"${more[0]}" is one too many.`);
  if (checkpoints.length > 0 && (action !== 'verify' || file === undefined))
    refuse('--checkpoint goes with a file to verify.');
  if (action === 'export')
    return file === undefined ? refuse('Which file is the log to be written to?') : { action, file };
  if (action === 'verify') return { action, file, checkpoints };
  if (action !== 'checkpoint') refuse('Use export, verify or checkpoint.');
  return file === undefined ? { action } : refuse(`"${file}" is one too many.`);
}
