import { AppError } from '@trailmark/core/errors';
import type { AuditLog } from './audit-log.ts';

const SEQUENCE_MS = 250;
const CHECKPOINT_MS = 60_000;
const CHECKPOINT_EVENTS = 1_000;
const VERIFY_MS = 86_400_000;

/** Keeps the log in order while a server runs. */
export interface AuditClock {
  /** Ends after a last checkpoint. */
  stop(): Promise<void>;
}

/**
 * Sequences events every 250 ms, signs a checkpoint every minute or each 1,000 events, and checks the whole log at once
 * and once a day. What goes wrong is reported once, and again when it is something else.
 */
export function startAuditClock(log: AuditLog, warn: (sentence: string) => void): AuditClock {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;
  let said = '';
  let [signedAt, verifiedAt, signedSize] = [0, Number.NEGATIVE_INFINITY, -1];

  const beat = async (): Promise<void> => {
    const now = performance.now();
    const size = await log.sequencer.run();
    if (now - signedAt >= CHECKPOINT_MS || size - signedSize >= CHECKPOINT_EVENTS) {
      signedAt = now;
      signedSize = (await log.checkpoint())?.size ?? 0;
    }
    if (now - verifiedAt < VERIFY_MS) return;
    verifiedAt = now;
    const { isVerified, sentence } = await log.verify();
    if (!isVerified) throw new AppError('inconsistent', `The audit log does not verify: ${sentence}`);
  };
  const guarded = (work: () => Promise<unknown>): Promise<void> =>
    work().then(
      () => {
        said = '';
      },
      (error: unknown) => {
        // The status never says that all is well while the console says that it is not.
        if (AppError.is(error, 'inconsistent')) log.noteFault(error.message);
        const sentence = AppError.is(error) ? error.message : `The audit log cannot be kept in order: ${String(error)}`;
        if (sentence !== said) warn(sentence);
        said = sentence;
      },
    );
  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = guarded(beat).then(next);
    }, SEQUENCE_MS);
    timer.unref();
  };
  next();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await guarded(() => log.checkpoint());
    },
  };
}
