import { AUDIT_FLAGS, AUDIT_HELP, parseAuditOptions } from './audit-options.ts';
import { defineCommand } from './define-command.ts';
import { readTexts } from './given-words.ts';

/** The audit log at the command line. */
export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'Print a checkpoint of the audit log, export or verify it',
  help: AUDIT_HELP,
  options: AUDIT_FLAGS,
  parse: (given) => parseAuditOptions(given.positionals, readTexts(given, 'checkpoint')),
  run: async (options, readSettings) => {
    const { runAuditCommand } = await import('./audit-command.ts');
    return runAuditCommand(readSettings(), options, (text) => process.stdout.write(`${text}\n`));
  },
});
