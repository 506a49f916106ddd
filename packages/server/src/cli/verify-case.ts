import { defineCommand } from './define-command.ts';
import { readText, refuseWords } from './given-words.ts';

const NAME = 'verify-case';

/** Checks a signed package of a case from its file alone. */
export const verifyCaseCommand = defineCommand<{ readonly file: string; readonly keys: string | undefined }>({
  name: NAME,
  summary: 'Check a signed package of a case, offline',
  help: `trailmark verify-case <file> [--key <file of keys>]

Checks a package that another agency signed, or the signed record of a closed case, from the bytes in the file alone: no server, no
network. Of an archive (.tar) it reads every file of evidence and names each that is not what was signed. Prints each check, the
fingerprint of the key to compare with the sender, and what was left out. Ends with code 0 only if nothing failed.

  --key <file>  Public keys that you have from the sender by another means: PEM, or lines of 64 hexadecimal digits. A package
                that none of them signed fails. Without it the key is unknown, and the report says so.`,
  options: { key: { type: 'string' } },
  parse: (given) => {
    const [file, ...more] = given.positionals;
    if (file === undefined || more.length > 0) refuseWords(NAME, 'Give the file of one package.');
    return { file, keys: readText(given, 'key') };
  },
  run: async ({ file, keys }) => {
    const { formatPackageReport, verifyPackageFile } = await import('./verify-package.ts');
    const report = await verifyPackageFile(file, new Date(), keys);
    process.stdout.write(`${formatPackageReport(report)}\n`);
    return report.isSound ? 0 : 1;
  },
});
