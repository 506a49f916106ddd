import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { userInfo } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '@trailmark/core/errors';
import { takeDataLock } from '@trailmark/store/data-lock';
import { AnchorFile } from '../audit/anchor-files.ts';
import { AuditLog, anchorPath } from '../audit/audit-log.ts';
import { streamExport } from '../audit/stream-export.ts';
import { createVisitor } from '../casework/caller.ts';
import { type CaseworkContext, recordEntry } from '../casework/casework-context.ts';
import { openCaseworkContext } from '../casework/open-casework.ts';
import type { Config } from '../config.ts';
import type { AuditOptions } from './audit-options.ts';

const VERIFIER = fileURLToPath(new URL('../../../evidence/verifier/verify-audit.mjs', import.meta.url));

type Say = (text: string) => void;

async function withLog(
  config: Config,
  name: string,
  work: (log: AuditLog, casework: CaseworkContext) => Promise<void>,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  opened.adopt(takeDataLock(config.dataDir, `audit ${name}`), (held) => held.release());
  const casework = opened.adopt(await openCaseworkContext(config), ({ store }) => store.close());
  await work(new AuditLog(casework, { dataDir: config.dataDir, anchor: config.auditAnchor }), casework);
}

async function exportTo(config: Config, file: string, say: Say): Promise<void> {
  await withLog(config, 'export', async (log, casework) => {
    const caller = createVisitor({ address: 'command line', agent: `user ${userInfo().username}` });
    await recordEntry(casework, caller, { action: 'export.auditLog', object: { kind: 'Audit', id: 'command line' } });
    const lines = streamExport(casework.store, log, { from: 0, signal: new AbortController().signal });
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    target.on('error', () => {});
    await pipeline(Readable.from(lines), target).catch((cause: NodeJS.ErrnoException) => {
      throw cause.code === 'EEXIST' ? new AppError('conflict', `${file} exists already.`, { cause }) : cause;
    });
    say(`Wrote the audit log of ${log.origin} to ${file}. Check it with: trailmark audit verify ${file}`);
  });
}

async function verifyFile(file: string, checkpoints: readonly string[]): Promise<number> {
  const args = [VERIFIER, file, ...checkpoints.flatMap((path) => ['--checkpoint', path])];
  const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [number | null];
  return code ?? 1;
}

async function verifyHere(config: Config, say: Say): Promise<number> {
  let isVerified = false;
  await withLog(config, 'verify', async (log) => {
    const found = await log.verify();
    isVerified = found.isVerified;
    say(
      found.isVerified
        ? `Verified: ${found.sentence}`
        : `Not verified: ${found.sentence} First bad event: ${found.firstBad}.`,
    );
  });
  return isVerified ? 0 : 1;
}

function formatCheckpoint(config: Config, say: Say): void {
  const note = new AnchorFile(anchorPath(config.dataDir)).lastNote();
  if (note === undefined) throw new AppError('not-found', `No checkpoint was signed in ${config.dataDir} yet.`);
  say(note.trimEnd());
}

/** Runs `trailmark audit`; gives the exit code. */
export async function runAuditCommand(config: Config, options: AuditOptions, say: Say): Promise<number> {
  if (options.action === 'export') await exportTo(config, options.file, say);
  else if (options.action === 'checkpoint') formatCheckpoint(config, say);
  else if (options.file === undefined) return verifyHere(config, say);
  else return verifyFile(options.file, options.checkpoints);
  return 0;
}
