import { THEFT_PATTERNS_VERSION } from '@trailmark/analysis/nft/theft/find-thefts';
import { WASH_RULES_VERSION } from '@trailmark/analysis/nft/wash-rules';
import {
  getNftCollection,
  getNftFinding,
  getNftToken,
  getNftWallet,
  type nftRoutes,
} from '@trailmark/api/contract/nft';
import type { RouteInput } from '@trailmark/api/route';
import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { toCaseResult } from '../answers/case-result.ts';
import { EXPORT_FORMATS } from '../answers/export-rows.ts';
import { toAccountEnvelope } from '../ledger/accounts/holdings.ts';
import { readAddress } from '../ledger/any-chain.ts';
import type { ServedAccounts } from '../ledger/ledgers.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { toCollection, toCollectionGaps } from './collection-answer.ts';
import { toSalesExport } from './export-sales.ts';
import { toFinding } from './finding-answer.ts';
import { toIdentity } from './identity.ts';
import { KeptCollections, type WeighedCollection } from './kept-collections.ts';
import { listNftSales } from './list-sales.ts';
import { listPaid, type NftView, openNftView } from './nft-view.ts';
import { toToken } from './token-page.ts';
import { readWallet, toWallet, toWalletGaps } from './wallet-answer.ts';
import { nameWashSet, readWashSet } from './wash-set-text.ts';

const MOST_COLLECTIONS = 100;

interface OpenCollection {
  readonly ledger: ServedAccounts;
  readonly view: NftView;
  readonly collection: WeighedCollection;
}

interface CollectionCall {
  readonly params: { readonly chain: AccountChainId; readonly contract: string };
  readonly query: { readonly set?: string | undefined };
}

/** Method and versions that a result names. */
function methodOf(set: string | undefined): string {
  return `nft-figures/2 wash-set/${nameWashSet(readWashSet(set))} ${WASH_RULES_VERSION} ${THEFT_PATTERNS_VERSION}`;
}

/** What a file is made of, before it is streamed. */
export interface NftFile {
  readonly name: string;
  readonly mediaType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

type Input<Name extends keyof typeof nftRoutes> = Pick<RouteInput<(typeof nftRoutes)[Name]>, 'params' | 'query'>;

/** Answers about collections, tokens and wallets. */
export class NftAnswers {
  readonly #deps: TraceDeps;
  readonly #kept = new KeptCollections();

  constructor(deps: TraceDeps) {
    this.#deps = deps;
  }

  async listCollections(chain: AccountChainId, read: ReadOptions) {
    const ledger = this.#deps.ledgers.get(chain);
    const found = await ledger.reader.collections(MOST_COLLECTIONS, read);
    const contracts = found.map(({ contract }) => contract);
    const view = await openNftView(this.#deps, ledger, contracts, read);
    const items = found.map(({ contract, moves, items: tokens, lastPosition }) => ({
      ...toIdentity(view, contract, undefined),
      ...{ moves, tokens, lastTime: ledger.reader.block(positionHeight(lastPosition))?.time ?? 0 },
    }));
    return { ...toAccountEnvelope(ledger), items };
  }

  async collection(input: Input<'getNftCollection'>, read: ReadOptions) {
    const { ledger, view, collection } = await this.#open(input, read);
    const found = await toCollection(view, collection, read);
    const answer = { ...toAccountEnvelope(ledger, toCollectionGaps(collection)), ...found };
    return toCaseResult({ route: getNftCollection, input, method: methodOf(input.query.set) }, answer);
  }

  async sales(input: Input<'listNftSales'>, read: ReadOptions) {
    const { ledger, view, collection } = await this.#open(input, read);
    const page = await listNftSales(view, collection, input.query);
    return { ...toAccountEnvelope(ledger, toCollectionGaps(collection)), ...page };
  }

  async finding(input: Input<'getNftFinding'>, read: ReadOptions) {
    const { ledger, view, collection } = await this.#open(input, read);
    const run = collection.run.runs.find(({ rule }) => rule.id === input.params.rule);
    const finding = run && (await toFinding(view, collection, run, input.params.index));
    if (!run || !finding) throw noFinding();
    const { id, version, innocent } = run.rule;
    const answer = { ...toAccountEnvelope(ledger, toCollectionGaps(collection)), finding, innocent };
    return toCaseResult({ route: getNftFinding, input, method: `${id}/${version}` }, answer);
  }

  async file(input: Input<'exportNftSales'>, read: ReadOptions): Promise<NftFile> {
    const { ledger, view, collection } = await this.#open(input, read);
    const { format } = input.query;
    const address = view.address(collection.contract);
    const { asOf, coverage } = toAccountEnvelope(ledger);
    const source = toSalesExport(view, collection, {
      ...{ collection: address, chain: ledger.id, as_of_height: String(asOf.height ?? 'none') },
      ...{ as_of_hash: asOf.hash ?? 'none', software: asOf.software, coverage: coverage.summary },
      ...{ rules: WASH_RULES_VERSION, labels: this.#deps.knowledge.labels().version },
      prices: this.#deps.knowledge.prices().version,
    });
    const { mediaType, stream } = EXPORT_FORMATS[format];
    const name = `nft-sales-${address.replace(/[^A-Za-z0-9]/g, '-')}.${format}`;
    return { name, mediaType, chunks: stream(source) };
  }

  async token(input: Input<'getNftToken'>, read: ReadOptions) {
    const { answer, gaps, ledger } = await toToken(this.#deps, this.#kept, input, read);
    const whole = { ...toAccountEnvelope(ledger, gaps), ...answer };
    return toCaseResult({ route: getNftToken, input, method: methodOf(input.query.set) }, whole);
  }

  async wallet(input: Input<'getNftWallet'>, read: ReadOptions) {
    const ledger = this.#deps.ledgers.get(input.params.chain);
    const { key } = readAddress(ledger, input.params.address);
    const items = await readWallet(ledger, key, read);
    const assets = [...items.events, ...items.approvals].map(({ contract }) => contract);
    const view = await openNftView(this.#deps, ledger, [...assets, ...listPaid(items.sales)], read);
    const answer = { ...toAccountEnvelope(ledger, toWalletGaps(items)), ...(await toWallet(view, key, items, read)) };
    return toCaseResult({ route: getNftWallet, input, method: `nft-wallet/2 ${THEFT_PATTERNS_VERSION}` }, answer);
  }

  async #open({ params, query }: CollectionCall, read: ReadOptions): Promise<OpenCollection> {
    const ledger = this.#deps.ledgers.get(params.chain);
    const contract: AccountKey = readAddress(ledger, params.contract).key;
    const set = readWashSet(query.set);
    const { parties } = await openNftView(this.#deps, ledger, [contract], read);
    const labels = this.#deps.knowledge.labels().version;
    const collection = await this.#kept.get(ledger, contract, { set, parties, labels, read });
    const view = await openNftView(this.#deps, ledger, [contract, ...listPaid(collection.items.sales)], read);
    return { ledger, view, collection };
  }
}

function noFinding(): AppError {
  return new AppError(
    'not-found',
    'The collection has no such finding. Data or rules may have changed since the link was made.',
  );
}
