import { defineCommand } from './define-command.ts';
import { refuseWords } from './given-words.ts';

const NAME = 'verify-case';

/** Checks a signed package of a case from its file alone. */
export const verifyCaseCommand = defineCommand<string>({
  name: NAME,
  summary: 'Check a signed package of a case, offline',
  help: `trailmark verify-case <file>

Checks a package that another agency signed, from the bytes in the file alone: no server, no network. Prints each check, the
fingerprint of the key to compare with the sender, and what was left out. Ends with code 0 only if nothing failed.`,
  parse: (given) => {
    const [file, ...more] = given.positionals;
    return file === undefined || more.length > 0 ? refuseWords(NAME, 'Give the file of one package.') : file;
  },
  run: async (file) => {
    const { formatPackageReport, verifyPackageFile } = await import('./verify-package.ts');
    const report = await verifyPackageFile(file, new Date());
    process.stdout.write(`${formatPackageReport(report)}\n`);
    return report.isSound ? 0 : 1;
  },
});
