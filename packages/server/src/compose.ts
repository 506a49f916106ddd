import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chainName } from '@trailmark/chains/account-catalogue';
import { type ChainId, type OutputChainId, parseChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { SourceReport } from '@trailmark/ingest/source';
import type { SourceSpec } from '@trailmark/ingest/utxo/source-spec';
import type { IngestStatus } from '@trailmark/ingest/worker-job';
import { findLockHolder, takeDataLock } from '@trailmark/store/data-lock';
import { createSessionGate } from './accounts/session-gate.ts';
import { formatPlural } from './answers/format-count.ts';
import { BUNDLED_LABELS, BUNDLED_PRICES, KnowledgeHost } from './attribution/knowledge-host.ts';
import { startAuditClock } from './audit/audit-clock.ts';
import { AuditLog } from './audit/audit-log.ts';
import { ACCOUNT_QUESTION, answerAccountQuestion, readAccountQuestion } from './cli/account-command.ts';
import { openControlSocket, type Questions } from './cli/control-socket.ts';
import { formatFailure } from './cli/failure-line.ts';
import { handOverIngest, handOverNotify, handOverReload } from './cli/hand-over.ts';
import type { IngestOptions } from './cli/ingest.ts';
import { runLabelCommand } from './cli/label-commands.ts';
import type { LabelOptions } from './cli/label-options.ts';
import { answerLossesQuestion, LOSSES_QUESTION, runLossesCommand } from './cli/losses-command.ts';
import type { LossesOptions } from './cli/losses-options.ts';
import { runPriceCommand } from './cli/price-commands.ts';
import type { PriceOptions } from './cli/price-options.ts';
import { ProgressLine } from './cli/progress-line.ts';
import type { ScanSeedOptions } from './cli/scan-seed.ts';
import { ADDRESSES_QUESTION, answerAddressesQuestion, runScanSeedCommand } from './cli/scan-seed-command.ts';
import { answerScreenQuestion, runScreenCommand, SCREEN_QUESTION } from './cli/screen-command.ts';
import type { ScreenOptions } from './cli/screen-options.ts';
import type { DemoOptions } from './cli/serve.ts';
import { answerStatementQuestion, runStatementCommand, STATEMENT_QUESTION } from './cli/statement-command.ts';
import type { StatementOptions } from './cli/statement-options.ts';
import { formatHoldings } from './cli/status-lines.ts';
import {
  answerTraceQuestion,
  createCommandService,
  runTraceCommand,
  TRACE_QUESTION,
  toTraceDeps,
} from './cli/trace-command.ts';
import type { TraceOptions } from './cli/trace-options.ts';
import { answerBalancesQuestion, BALANCES_QUESTION } from './cli/verify-balances.ts';
import { verifyChain } from './cli/verify-chain.ts';
import type { Config } from './config.ts';
import { watchDelay } from './http/load-shedding.ts';
import { trustProxies } from './http/request-source.ts';
import { findFreePort, listen } from './http/server.ts';
import { type IngestRequest, LedgerHost } from './ledger/ledger-host.ts';
import { createLedgers, type LedgerSources, outputReaders } from './ledger/ledgers.ts';
import { openApp } from './serving/app.ts';
import { formatClaim, startCasework, startDemoCases, startJobs } from './serving/start-casework.ts';
import type { SourceHost } from './sources/source-host.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** What commands ask of the ledger in the server that has the data folder open. */
const LEDGER_QUESTIONS = [
  [TRACE_QUESTION, answerTraceQuestion],
  [SCREEN_QUESTION, answerScreenQuestion],
  [LOSSES_QUESTION, answerLossesQuestion],
  [STATEMENT_QUESTION, answerStatementQuestion],
  [ADDRESSES_QUESTION, answerAddressesQuestion],
] as const;

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return `Trailmark ${(JSON.parse(text) as { version: string }).version}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function formatWarning(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Aborts at the first Ctrl-C, termination or closed terminal; npm may pass the same key press on twice. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}

/** Names under which the server answers: those given, and the one people reach it by. */
function listHosts({ hosts, accounts }: Config): readonly string[] {
  return accounts.origin === undefined ? hosts : [...hosts, new URL(accounts.origin).hostname];
}

/** Throws `invalid` for a folder of pages that is not there. Without one the pages that come along are served, if built. */
function assertWebDir(webDir: string | undefined): void {
  if (webDir === undefined || existsSync(join(webDir, 'index.html'))) return;
  throw new AppError(
    'invalid',
    `TRAILMARK_WEB_DIR names ${webDir}, which holds no built web pages: index.html is missing.`,
  );
}

/** Serves until it is stopped. The first start on an empty folder loads the bundled data. */
export async function serve(settings: Config, { isDemo, hasCases }: DemoOptions): Promise<void> {
  assertWebDir(settings.webDir);
  // Mailed links and passkeys name the port, so it is known before anything else is made.
  const config = settings.port === 0 ? { ...settings, port: await findFreePort(settings.host) } : settings;
  const stop = stopSignal();
  // What is opened is closed in the reverse order, however far the start came.
  await using opened = new AsyncDisposableStack();
  const lock = opened.adopt(takeDataLock(config.dataDir, 'serve'), (held) => held.release());
  const host = opened.adopt(await LedgerHost.open(config), (held) => held.close());
  const reloads = new Map<string, () => void | Promise<void>>();
  const questions: Map<string, NonNullable<ReturnType<Questions['get']>>> = new Map();
  const controlSocket = opened.adopt(await openControlSocket(host, reloads, questions), (held) => held.close());
  lock.setControl(controlSocket.control);
  if (config.loadsBundled) await loadBundled(host);
  await host.prepareServing();
  const beside = await KnowledgeHost.open({
    dataDir: config.dataDir,
    readers: host.readers,
    onOpen: host.onOpen,
    warn: formatWarning,
  });
  opened.adopt(beside, (held) => held.close());
  for (const each of ['labels', 'prices'] as const) reloads.set(each, () => beside[each].reload());
  trustProxies(config.accounts.trustedProxies);
  const casework = await startCasework(config, isDemo, say);
  opened.adopt(casework, ({ store }) => store.close());
  questions.set(BALANCES_QUESTION, (asked) => answerBalancesQuestion(host, config, asked));
  questions.set(ACCOUNT_QUESTION, (asked) => answerAccountQuestion(casework, readAccountQuestion(asked)));
  const service = createCommandService(toTraceDeps(host, beside, readVersion()));
  for (const [what, answer] of LEDGER_QUESTIONS) questions.set(what, (asked, signal) => answer(service, asked, signal));
  const auditLog = new AuditLog(casework, { dataDir: config.dataDir, anchor: config.auditAnchor });
  opened.adopt(startAuditClock(auditLog, formatWarning), (clock) => clock.stop());
  const sources: SourceHost = {
    accountWriter: async (chain) => (await host.openAccountChain(chain)).writer,
    utxoMerger: (chain) => host.utxoMerger(chain),
  };
  const served: LedgerSources = { ...host.served(), software: readVersion() };
  const { app, ...parts } = openApp({
    ...served,
    gate: createSessionGate(casework),
    casework,
    auditLog,
    sources,
    stopping: stop,
    knowledge: beside.knowledge,
    webRoot: config.webDir ?? WEB_ROOT,
    hosts: listHosts(config),
    log: (failure) => process.stderr.write(`${formatFailure(failure, new Date())}\n`),
    delay: watchDelay(),
  });
  if (hasCases && config.loadsBundled) await startDemoCases({ casework, ...parts }, beside.indexes, say);
  const listening = await listen(app, { host: config.host, port: config.port, tls: config.accounts.tls });
  say(`Trailmark answers on ${listening.url}. Data: ${config.dataDir}. Stop with Ctrl-C.`);
  await formatClaim(casework, listening.url, say);
  opened.adopt(
    startJobs(casework, { ledgers: createLedgers(served), knowledge: beside.knowledge, sources }, formatWarning),
    (jobs) => jobs.close(),
  );
  await waitForAbort(stop);
  say('Stopping.');
  // Commands whose work runs here are told at once, and their ingests end while requests do.
  controlSocket.close();
  await listening.stop();
}

/** Runs a trace at the command line, here or in the server that holds the data folder. Answers the exit code. */
export function trace(config: Config, options: TraceOptions): Promise<number> {
  return runTraceCommand(config, options, readVersion());
}

/** Screens addresses at the command line, here or in the server that holds the data folder. Answers the exit code. */
export function screenAddresses(config: Config, options: ScreenOptions): Promise<number> {
  return runScreenCommand(config, options, readVersion());
}

/** Writes a restitution list at the command line, here or in the server that has the data folder open. Answers the exit code. */
export function listLosses(config: Config, options: LossesOptions): Promise<number> {
  return runLossesCommand(config, options, readVersion());
}

/** Writes a wallet statement at the command line, here or in the server that has the data folder open. Answers the exit code. */
export function stateWallet(config: Config, options: StatementOptions): Promise<number> {
  return runStatementCommand(config, options, readVersion());
}

/** Looks for the addresses of a seed in the index, here or in the server that has the data folder open. Answers the exit code. */
export function scanSeed(config: Config, options: ScanSeedOptions): Promise<number> {
  return runScanSeedCommand(config, options, readVersion());
}

async function loadBundled(host: LedgerHost): Promise<void> {
  const started = performance.now();
  const loaded = new Map<ChainId, number>([['btc', await host.loadBundled()], ...(await host.loadBundledAccounts())]);
  const words = [...loaded].flatMap(([chain, count]) =>
    count === 0 ? [] : `${formatPlural(count, 'transaction')} of ${chainName(chain)}`,
  );
  if (words.length === 0) return;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`Loaded the bundled data: ${words.join(', ')}, in ${seconds} s.`);
}

function toRequest(config: Config, options: IngestOptions): IngestRequest {
  const pollMs = options.pollSeconds === undefined ? undefined : options.pollSeconds * 1000;
  const access = { user: options.rpcUser, password: config.rpcPassword };
  const common = { follow: options.follow, toHeight: options.to, pollMs };
  if (options.family === 'account') {
    const spec = { url: options.rpc, ...access, depth: options.depth };
    return { ...common, chain: options.chain, spec, fromHeight: options.from };
  }
  const spec: SourceSpec = options.rpc
    ? { kind: 'rpc', url: options.rpc, ...access, cookieFile: options.rpcCookie }
    : { kind: 'block-files', directory: options.blocks ?? '', magics: options.magics };
  return { ...common, chain: options.chain, spec, fromHeight: options.from, cacheMib: options.cacheMib };
}

/** Exit code of an ingest that ended well, but whose source contains blocks that could not be read. */
const EXIT_INCOMPLETE = 3;

/** Reads a chain, in this process or in the server that holds the data folder. Answers the exit code. */
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
      const held = { transactions: reader.transactionCount(), tip: reader.tip(), ranges: reader.heightRanges() };
      for (const line of formatHoldings(chainName(chain), held)) say(line);
    }
  });
}

/** Recomputes hashes, Merkle roots and sums of everything held. Throws `inconsistent` at the first difference. */
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

/** Lists, imports or fetches prices; a server that runs on the same folder takes them over. */
export async function prices(config: Config, options: PriceOptions): Promise<void> {
  const { dataDir } = config;
  const bundledFile = existsSync(BUNDLED_PRICES) ? BUNDLED_PRICES : undefined;
  const hasChanged = await runPriceCommand(options, { dataDir, bundledFile, say, now: () => new Date() });
  const holder = findLockHolder(dataDir);
  if (hasChanged && holder?.control && (await handOverReload(holder.control, 'prices')))
    say(`The running server (process ${holder.pid}) has taken them over.`);
}

/** Lists, imports, previews and activates label packs; a server that runs on the same folder takes the change over. */
export async function labels(config: Config, options: LabelOptions): Promise<void> {
  const { dataDir } = config;
  const bundledDirectory = existsSync(BUNDLED_LABELS) ? BUNDLED_LABELS : undefined;
  const signal = stopSignal();
  const hasChanged = await runLabelCommand(options, { dataDir, bundledDirectory, say, now: () => new Date(), signal });
  const holder = findLockHolder(dataDir);
  if (hasChanged && holder?.control && (await handOverReload(holder.control, 'labels')))
    say(`The running server (process ${holder.pid}) has taken the change over.`);
}
