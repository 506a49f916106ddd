import { chainName } from '@trailmark/chains/account-catalogue';
import { type OutputChainId, parseChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { SourceReport } from '@trailmark/ingest/source';
import type { SourceSpec } from '@trailmark/ingest/utxo/source-spec';
import type { IngestStatus } from '@trailmark/ingest/worker-job';
import { findLockHolder, takeDataLock } from '@trailmark/store/data-lock';
import { formatPlural } from '../answers/format-count.ts';
import type { Config } from '../config.ts';
import { type IngestRequest, LedgerHost } from '../ledger/ledger-host.ts';
import { outputReaders } from '../ledger/ledgers.ts';
import { say, stopSignal, waitForAbort } from './command-process.ts';
import { openControlSocket } from './control-socket.ts';
import { handOverIngest, handOverNotify } from './hand-over.ts';
import type { IngestOptions } from './ingest.ts';
import { ProgressLine } from './progress-line.ts';
import { formatHoldings } from './status-lines.ts';
import { verifyChain } from './verify-chain.ts';

function toRequest(config: Config, options: IngestOptions): IngestRequest {
  const pollMs = options.pollSeconds === undefined ? undefined : options.pollSeconds * 1000;
  const access = { user: options.rpcUser, password: config.rpcPassword };
  const common = { follow: options.follow, toHeight: options.to, pollMs };
  if (options.family === 'account') {
    const spec = { url: options.rpc, ...access, depth: options.depth };
    return { ...common, chain: options.chain, spec, fromHeight: options.from };
  }
  const spec: SourceSpec = options.rpc
    ? { kind: options.filters ? 'filters' : 'rpc', url: options.rpc, ...access, cookieFile: options.rpcCookie }
    : { kind: 'block-files', directory: options.blocks ?? '', magics: options.magics };
  return { ...common, chain: options.chain, spec, fromHeight: options.from, cacheMib: options.cacheMib };
}

/** Exit code of an ingest that ended well, but whose source contains blocks that could not be read. */
const EXIT_INCOMPLETE = 3;

/** Reads a chain, in this process or in the server that holds the data folder. Returns the exit code. */
export async function ingest(config: Config, options: IngestOptions): Promise<number> {
  const stop = stopSignal();
  const request = toRequest(config, options);
  const line = new ProgressLine(chainName(options.chain));
  const holder = findLockHolder(config.dataDir);
  let report: SourceReport | undefined;
  const onReport = (ended: SourceReport): void => {
    report = ended;
  };
  const onStatus = (status: IngestStatus): void => line.show(status);
  try {
    if (holder?.control) {
      say(`The running server (process ${holder.pid}) does the work.`);
      await handOverIngest(holder.control, request, onStatus, stop, onReport).catch((cause: unknown) => {
        if (!stop.aborted) throw cause;
      });
    } else {
      await ingestHere(config, request, onStatus, stop, onReport);
    }
  } finally {
    line.end();
    for (const sentence of report?.lines ?? []) say(sentence);
  }
  return report?.isComplete === false ? EXIT_INCOMPLETE : 0;
}

async function ingestHere(
  config: Config,
  request: IngestRequest,
  onStatus: (status: IngestStatus) => void,
  stop: AbortSignal,
  onReport: (report: SourceReport) => void,
): Promise<void> {
  const lock = takeDataLock(config.dataDir, `ingest ${request.chain}`);
  try {
    const host = await LedgerHost.open(config);
    const controlSocket = await openControlSocket(host);
    lock.setControl(controlSocket.control);
    try {
      const job = await host.startIngest(request, onStatus);
      // The signal may have come while the store was opened.
      void waitForAbort(stop).then(() => job.stop());
      try {
        await job.finished;
      } finally {
        if (job.report) onReport(job.report);
      }
    } finally {
      controlSocket.close();
      await host.close();
    }
  } finally {
    lock.release();
  }
}

/** Opens the store for a command that only looks. Refused while another process holds it: one engine a folder. */
async function withHost(config: Config, command: string, work: (host: LedgerHost) => Promise<void>): Promise<void> {
  const lock = takeDataLock(config.dataDir, command);
  try {
    const host = await LedgerHost.open(config);
    try {
      await work(host);
    } finally {
      await host.close();
    }
  } finally {
    lock.release();
  }
}

/** Prints what each chain holds. */
export async function status(config: Config): Promise<void> {
  await withHost(config, 'status', async (host) => {
    if (host.readers.size === 0) say('The index is empty.');
    for (const [chain, reader] of host.readers) {
      const indexed = { transactions: reader.transactionCount(), tip: reader.tip(), ranges: reader.heightRanges() };
      for (const line of formatHoldings(chainName(chain), indexed)) say(line);
    }
  });
}

/** Recomputes hashes, Merkle roots and sums of everything that is indexed. Throws `inconsistent` at the first difference. */
export async function verify(config: Config, wanted: OutputChainId | undefined): Promise<void> {
  await withHost(config, 'verify', async (host) => {
    if (wanted && !host.readers.has(wanted)) {
      throw new AppError('not-found', `The data folder ${config.dataDir} holds no ${chainName(wanted)} data.`);
    }
    for (const [id, reader] of outputReaders(host.readers).entries()) {
      if (wanted !== undefined && id !== wanted) continue;
      const report = await verifyChain(reader);
      say(
        `${chainName(id)}: ${formatPlural(report.blocks, 'block')} and ${formatPlural(report.transactions, 'transaction')} verified; ` +
          `${formatPlural(report.withoutRaw, 'transaction has', 'transactions have')} no raw bytes to recompute.`,
      );
    }
  });
}

/** Wakes the ingest of a chain in the process that holds the data folder. */
export async function notify(config: Config, chain: string): Promise<void> {
  const holder = findLockHolder(config.dataDir);
  if (!holder?.control || !(await handOverNotify(holder.control, chain))) {
    throw new AppError('not-found', `No ingest of ${chainName(parseChainId(chain))} is running on ${config.dataDir}.`);
  }
}
