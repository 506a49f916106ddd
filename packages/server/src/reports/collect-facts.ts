import { traitsOf } from '@trailmark/chains/chain-traits';
import { formatAssetId, NATIVE_ASSET } from '@trailmark/core/asset';
import { type AccountChainId, type ChainId, isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { FlowDocument, FlowLogEntry } from '@trailmark/core/flow/flow-document';
import type { ReportDraft } from '@trailmark/core/report/report-document';
import { findAgencyName } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { listAccountNames } from '@trailmark/store/cases/agency-cases/member-rows';
import { listMoney } from '@trailmark/store/cases/agency-cases/money-rows';
import { readItem } from '../cases/case-items.ts';
import { openCase, readCases } from '../cases/case-scope.ts';
import { collectAlternatives } from './collect-alternatives.ts';
import { collectClusters } from './collect-clusters.ts';
import { collectContests } from './collect-contests.ts';
import { collectOrigins } from './collect-origins.ts';
import { collectProofs } from './collect-proofs.ts';
import { openDeclaration } from './declarations/agency-declarations.ts';
import { toMoment } from './moment.ts';
import type { ReportAsker, ReportDeps } from './report-asker.ts';
import { type FactAsset, type FactItem, type FactTrace, listTraces, type ReportFacts } from './report-facts.ts';
import { runAgain, toTrace } from './run-trace.ts';

const MOST_ITEMS = 100;
const MOST_TRACES = 40;

/** What a log keeps of a request: the request itself, or the body it was sent in. */
function readRequest({ request }: FlowLogEntry): object | undefined {
  try {
    const value = JSON.parse(request) as { readonly request?: object };
    return value.request ?? value;
  } catch {
    return undefined;
  }
}

class TraceNumbers {
  #last = 0;
  next(): string {
    this.#last++;
    if (this.#last > MOST_TRACES)
      throw new AppError('invalid', `A report takes at most ${MOST_TRACES} traces. Choose fewer coin flows.`);
    return `T-${this.#last}`;
  }
}

async function readOne(asker: ReportAsker, caseId: string, item: string, numbers: TraceNumbers): Promise<FactItem> {
  const { item: row, content } = await readItem(asker.deps.casework, asker.caller, caseId, item);
  if (row.withdrawn)
    throw new AppError('invalid', `${row.number} was withdrawn from the case. Take it out of the report.`);
  const value: unknown = content === null ? null : JSON.parse(content);
  const flow = row.kind === 'flow-version' ? (value as { readonly document: FlowDocument }).document : null;
  const traces: FactTrace[] = [];
  for (const entry of flow?.log ?? []) {
    const request = entry.action === 'trace' ? readRequest(entry) : undefined;
    if (request) traces.push(toTrace(numbers.next(), await runAgain(asker, request), entry.resultHash));
  }
  const { id, number, kind, kindName, title, note, hash, call, method, software, pinnedBy, pinnedAt } = row;
  return {
    ...{ id, number, kind, kindName, title, note, hash, call, method, software, pinnedBy, pinnedAt, flow, traces },
    content: value,
    bytes: Buffer.from(content ?? ''),
  };
}

function createAssetOf({ knowledge }: ReportDeps, items: readonly FactItem[]) {
  return (chain: string, asset: string): FactAsset => {
    if (!isChainId(chain)) return { symbol: 'units', decimals: 0, ticker: null };
    const { symbol, decimals, network, hasTokens } = traitsOf(chain);
    if (asset === NATIVE_ASSET) return { symbol, decimals, ticker: network === 'main' ? symbol : null };
    const token = hasTokens ? knowledge.tokens.find(chain as AccountChainId, asset) : undefined;
    if (token) return { symbol: token.symbol, decimals: token.decimals, ticker: token.ticker ?? null };
    const known = items.flatMap(({ flow }) => flow?.assets[formatAssetId(chain, asset)] ?? [])[0];
    return { symbol: known?.symbol ?? 'units', decimals: known?.decimals ?? 0, ticker: null };
  };
}

/** Where the index has the blocks of the traced chains from. */
function listSources({ ledgers }: ReportDeps, items: readonly FactItem[]): ReportFacts['sources'] {
  const chains = [...new Set(items.flatMap(({ traces }) => traces.map(({ chain }) => chain)))].filter(isChainId);
  const sourcesOf = (chain: ChainId) => (ledgers.find(chain)?.transfers.coverage() ?? []).map(({ source }) => source);
  return new Map(chains.map((chain) => [chain, [...new Set(sourcesOf(chain))].sort()]));
}

/** Reads everything that a report of these items says, and runs their traces again. */
export async function collectFacts(
  asker: ReportAsker,
  caseId: string,
  draft: ReportDraft,
  { isPreview = false }: { readonly isPreview?: boolean } = {},
): Promise<ReportFacts> {
  const { deps, caller } = asker;
  if (draft.items.length > MOST_ITEMS)
    throw new AppError('invalid', `A report takes at most ${MOST_ITEMS} pinned results.`);
  const head = await readCases(deps.casework, caller, async (tx) => {
    const row = await openCase(tx, caseId, 'read');
    const agency = await findAgencyName(tx, row.agency);
    return {
      ...{ row, agency, colleagues: await listAccountNames(tx, row.agency, caseId) },
      ...{ money: await listMoney(tx, caseId), declaration: await openDeclaration(tx, draft) },
    };
  });
  const numbers = new TraceNumbers();
  const items: FactItem[] = [];
  for (const item of draft.items) items.push(await readOne(asker, caseId, item, numbers));
  const alternatives = await collectAlternatives(asker, items);
  const proofs = await collectProofs(asker, listTraces({ items, alternatives }), { caseId, isPreview });
  const clusters = await collectClusters(asker, items, isPreview);
  const contests = await collectContests(asker, items);
  const origins = await collectOrigins(asker, items);
  const { row, agency, colleagues, money, declaration } = head;
  const prices = deps.knowledge.prices();
  return {
    case: { id: caseId, number: row.number, title: row.title, reference: row.reference },
    ...{
      agency,
      colleagues,
      declaration,
      items,
      alternatives,
      clusters,
      contests,
      origins,
      sources: listSources(deps, items),
      software: deps.software(),
      at: Math.floor(deps.casework.now().getTime() / 1000),
    },
    money: money.map(({ kind, symbol, decimals, amount, day, place, source }) => ({
      kind,
      symbol,
      decimals,
      amount: String(amount),
      day: String(day),
      place,
      source,
    })),
    custody: items.map(({ number, hash, call, pinnedAt, pinnedBy }) => ({
      at: toMoment(pinnedAt),
      who: pinnedBy,
      act: 'pin',
      what: number,
      sha256: hash,
      how: call,
    })),
    assetOf: createAssetOf(deps, items),
    priceOf: (ticker, day) => {
      const price = prices.price(ticker, 'USD', day);
      return price && { symbol: ticker, day: price.day, nano: price.nano.toString(), source: price.source };
    },
    ...proofs,
  };
}
