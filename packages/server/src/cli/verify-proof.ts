import { defineCommand } from './define-command.ts';
import { readNumber, readTexts, refuseWords } from './given-words.ts';
import type { VerifyProofFlags } from './verify-bundle.ts';

const NAME = 'verify-proof';

/** Checks a proof of a cluster from its file alone. */
export const verifyProofCommand = defineCommand<{ readonly file: string; readonly flags: VerifyProofFlags }>({
  name: NAME,
  summary: 'Check the file of a cluster proof, offline',
  help: `trailmark verify-proof <file> [--block <height>:<hash>]... [--min-difficulty <number>]

Checks a proof that two addresses stand in one cluster, from the bytes in the file alone: no index, no network. Ends with
code 0 only if everything was verified.

  --block <height>:<hash>    a block as an independent source has it; may be given more than once
  --min-difficulty <number>  fail where a header states less`,
  options: { block: { type: 'string', multiple: true }, 'min-difficulty': { type: 'string' } },
  parse: (given) => {
    const [file, ...more] = given.positionals;
    if (file === undefined || more.length > 0) return refuseWords(NAME, 'Give the file of one proof.');
    const minimumDifficulty = readNumber(NAME, given, 'min-difficulty');
    return { file, flags: { blocks: readTexts(given, 'block'), minimumDifficulty } };
  },
  run: async ({ file, flags }) => {
    const { formatProofReport, verifyProofFile } = await import('./verify-bundle.ts');
    const report = await verifyProofFile(file, flags);
    process.stdout.write(`${formatProofReport(report)}\n`);
    return report.verdict === 'verified' ? 0 : 1;
  },
});
