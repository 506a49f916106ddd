import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { takeDataLock } from '@trailmark/store/data-lock';
import { createSessionGate } from './accounts/session-gate.ts';
import { formatPlural } from './answers/format-count.ts';
import { KnowledgeHost } from './attribution/knowledge-host.ts';
import { startAuditClock } from './audit/audit-clock.ts';
import { AuditLog } from './audit/audit-log.ts';
import { ACCOUNT_QUESTION, answerAccountQuestion, readAccountQuestion } from './cli/account-command.ts';
import { readVersion, say, stopSignal, waitForAbort } from './cli/command-process.ts';
import { openControlSocket, type Questions } from './cli/control-socket.ts';
import { formatFailure } from './cli/failure-line.ts';
import { toLogLine } from './cli/log-line.ts';
import { answerLossesQuestion, LOSSES_QUESTION } from './cli/losses-command.ts';
import { ADDRESSES_QUESTION, answerAddressesQuestion } from './cli/scan-seed-command.ts';
import { answerScreenQuestion, SCREEN_QUESTION } from './cli/screen-command.ts';
import type { DemoOptions } from './cli/serve.ts';
import { answerStatementQuestion, STATEMENT_QUESTION } from './cli/statement-command.ts';
import { answerTraceQuestion, createCommandService, TRACE_QUESTION, toTraceDeps } from './cli/trace-command.ts';
import { answerBalancesQuestion, BALANCES_QUESTION } from './cli/verify-balances.ts';
import type { Config } from './config.ts';
import { watchDelay } from './http/load-shedding.ts';
import { trustProxies } from './http/request-source.ts';
import { findFreePort, listen } from './http/server.ts';
import { LedgerHost } from './ledger/ledger-host.ts';
import { createLedgers, type LedgerSources } from './ledger/ledgers.ts';
import { createWatchedChain } from './monitoring/watched-chain.ts';
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

function formatWarning(sentence: string): void {
  process.stderr.write(`${toLogLine(sentence)}\n`);
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
  // Emailed links and passkeys name the port, so it is known before anything else is made.
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
  host.serveWatches((chain) => createWatchedChain(casework, chain));
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
  // Commands whose work runs here are notified at once, and their ingests end while requests do.
  controlSocket.close();
  await listening.stop();
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
