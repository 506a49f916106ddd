import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import type { AlertDetail, AlertPage } from '@trailmark/api/contract/alert';
import type { WatchView } from '@trailmark/api/contract/watch';
import type { AccountBlock } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { ChainId, OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { toPosition } from '@trailmark/core/position';
import type { UnconfirmedOverlay } from '@trailmark/core/unconfirmed';
import type { FilterStatus } from '@trailmark/ingest/worker-protocol';
import { createSessionGate } from '../../accounts/session-gate.ts';
import { NO_KNOWLEDGE } from '../../knowledge/knowledge.ts';
import { createLedgers } from '../../ledger/ledgers.ts';
import { createApp } from '../../serving/app.ts';
import type { TestAccount, TestCaseworkContext } from '../../testing/accounts.ts';
import { createArrayOverlay } from '../../testing/array-overlay.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { okOf, openTestCase, type TestCase } from '../../testing/case-people.ts';
import { buildLedger, type RawBlock } from '../../testing/ledger-builder.ts';
import { createSampleAccountReader, SAMPLE_TOKENS } from '../../testing/sample-account-ledger.ts';
import { createSampleLabels } from '../../testing/sample-labels.ts';
import { coinbase, txidOf } from '../../testing/sample-ledger.ts';
import { Watcher } from '../engine/watcher.ts';

/** Stops the work where a test says, as a server that is killed does. */
export class Killed extends Error {}

/** Chains whose blocks a test adds and replaces, a case on them, and the reading of new blocks. */
export class WatchedWorld {
  readonly casework: TestCaseworkContext;
  readonly readers: Map<ChainId, OutputLedger | AccountLedger>;
  /** Chains that are followed by block filters. */
  readonly filtered: Map<ChainId, FilterStatus>;
  readonly opened: TestCase;
  owner: Asker;
  readonly signInAs: (account: TestAccount) => Promise<Asker>;
  readonly overlays = new Map<OutputChainId, UnconfirmedOverlay>();
  labels = createSampleLabels();
  /** Clusters of `btc`, for what reads blocks and for what people ask. */
  readonly inferred: { clusters: ClusterReader | undefined };
  /** Counts steps down; at 0 the server is killed. */
  stepsLeft = Number.POSITIVE_INFINITY;
  steps: string[] = [];
  /** What happens elsewhere at the same time: called before each step. */
  meanwhile: ((step: string) => void) | undefined;
  /** What becomes of a failure to read a chain. */
  onFailure = (cause: unknown): void => {
    throw cause;
  };
  watcher: Watcher;

  private constructor(
    casework: TestCaseworkContext,
    opened: TestCase,
    [signIn, owner]: readonly [WatchedWorld['signInAs'], Asker],
    { readers, filtered, inferred }: Pick<WatchedWorld, 'readers' | 'filtered' | 'inferred'>,
  ) {
    this.signInAs = signIn;
    this.casework = casework;
    this.opened = opened;
    this.owner = owner;
    this.readers = readers;
    this.filtered = filtered;
    this.inferred = inferred;
    this.watcher = this.#start();
  }

  static async open(casework: TestCaseworkContext): Promise<WatchedWorld> {
    const opened = await openTestCase(casework);
    const gate = createSessionGate(casework);
    const readers: WatchedWorld['readers'] = new Map();
    const inferred: WatchedWorld['inferred'] = { clusters: undefined };
    const clusters = () => inferred.clusters;
    const knowledge = { ...NO_KNOWLEDGE, labels: () => createSampleLabels(), clusters, tokens: SAMPLE_TOKENS };
    const filtered: WatchedWorld['filtered'] = new Map();
    const app = createApp({
      ...{
        casework,
        gate,
        knowledge,
        readers,
        overlays: new Map(),
        ingestStatus: () => null,
        filterStatus: (chain) => filtered.get(chain) ?? null,
        software: 'Trailmark test',
      },
    });
    const signIn = (account: TestAccount) => openAsker(casework, account, app);
    return new WatchedWorld(casework, opened, [signIn, await signIn(opened.people.owner)], {
      readers,
      filtered,
      inferred,
    });
  }

  /** A session ends when the clock is moved by days. */
  async signInAgain(): Promise<void> {
    this.owner = await this.signInAs(this.opened.people.owner);
  }

  get ledgers() {
    return createLedgers({
      readers: this.readers,
      overlays: this.overlays,
      ingestStatus: () => null,
      filterStatus: (chain) => this.filtered.get(chain) ?? null,
      software: 'Trailmark test',
    });
  }

  #start(): Watcher {
    const clusters = () => this.inferred.clusters;
    const knowledge = { ...NO_KNOWLEDGE, labels: () => this.labels, clusters, tokens: SAMPLE_TOKENS };
    return new Watcher({
      ...{ casework: this.casework, ledgers: this.ledgers, knowledge },
      onStep: this.onStep,
      onFailure: (_, cause) => this.onFailure(cause),
      onFault: (_, cause) => {
        if (!(cause instanceof AppError)) throw cause;
      },
    });
  }

  readonly onStep = (step: string): void => {
    this.steps.push(step);
    this.meanwhile?.(step);
    this.stepsLeft -= 1;
    if (this.stepsLeft < 0) throw new Killed(step);
  };

  setBlocks(blocks: readonly RawBlock[]): void {
    this.readers.set('btc', buildLedger('btc', blocks));
  }

  /** Serves blocks that change while they are read, as those of a running ingest do. */
  serveLive(blocks: () => OutputLedger): void {
    const live = new Proxy(blocks(), {
      get: (_, name) => {
        const ledger = blocks();
        const value: unknown = Reflect.get(ledger, name);
        return typeof value === 'function' ? value.bind(ledger) : value;
      },
    });
    this.readers.set('btc', live);
  }

  /** What the node has seen and no block contains, as of a second; `blocks` are what the transactions spend from. */
  async setUnconfirmed(asOf: number, blocks: readonly RawBlock[], ...raw: readonly Uint8Array[]): Promise<void> {
    const height = blocks.length;
    const reader = buildLedger('btc', [
      ...blocks,
      { height, transactions: [coinbase(height, { to: 'carol', coins: 50 }), ...raw] },
    ]);
    const records = await reader.records(raw.map((_, index) => toPosition(height, index + 1)));
    const list = raw.flatMap((bytes, index) => {
      const record = records[index];
      if (!record) return [];
      return { txid: txidOf(bytes), raw: bytes, seen: asOf, vsize: bytes.length, record: { ...record, position: -1 } };
    });
    this.overlays.set('btc', { ...createArrayOverlay(list), asOf });
  }

  setAccountBlocks(blocks: readonly AccountBlock[]): void {
    this.readers.set('eth', createSampleAccountReader(blocks));
  }

  /** A server that starts again has nothing in memory. */
  restart(): void {
    this.watcher = this.#start();
  }

  /** Reads until nothing is left. */
  async readOn(): Promise<void> {
    const { signal } = new AbortController();
    while (await this.watcher.pass(signal));
  }

  async watch(given: object): Promise<WatchView> {
    const body = { name: 'Wallet', kind: 'addresses', chain: 'btc', folds: [], ...given };
    const { items } = okOf<{ items: WatchView[] }>(await this.owner.post(`/cases/${this.opened.id}/watches`, body));
    return items[0] as WatchView;
  }

  async alerts(view = 'all'): Promise<AlertPage> {
    return okOf(await this.owner.get(`/alerts?view=${view}&limit=200`));
  }

  async alert(id: string): Promise<AlertDetail> {
    return okOf(await this.owner.get(`/alerts/${id}`));
  }
}
