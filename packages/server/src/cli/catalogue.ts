import { accountCommand } from './account.ts';
import { auditCommand } from './audit.ts';
import type { Command } from './define-command.ts';
import { ingestCommand } from './ingest.ts';
import { labelsCommand } from './labels.ts';
import { lossesCommand } from './losses.ts';
import { notifyCommand } from './notify.ts';
import { pricesCommand } from './prices.ts';
import { scanSeedCommand } from './scan-seed.ts';
import { screenCommand } from './screen.ts';
import { serveCommand } from './serve.ts';
import { statementCommand } from './statement.ts';
import { statusCommand } from './status.ts';
import { traceCommand } from './trace.ts';
import { verifyCommand } from './verify.ts';
import { verifyCaseCommand } from './verify-case.ts';
import { verifyProofCommand } from './verify-proof.ts';

/** Every command, in the order of the alphabet. */
export const COMMANDS: readonly Command[] = [
  accountCommand,
  auditCommand,
  ingestCommand,
  labelsCommand,
  lossesCommand,
  notifyCommand,
  pricesCommand,
  scanSeedCommand,
  screenCommand,
  serveCommand,
  statementCommand,
  statusCommand,
  traceCommand,
  verifyCommand,
  verifyCaseCommand,
  verifyProofCommand,
];
