import { asFlowGraph } from '@trailmark/api/contract/flow-wire';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { EvidenceMark } from '../../../components/evidence-mark.tsx';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { traitsOf } from '../../../format/chain-traits.ts';
import { escapeHostile } from '../../../format/hostile-text.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatDuration, formatPlural } from '../../../format/number.ts';
import { describeFlowAsset, formatFlowAmount, formatShare } from '../asset-words.ts';
import { drawPaths, findFlowPaths, type PathQuestion } from '../flow-acts.ts';
import { listFlowAssets, toAssetKey } from '../flow-assets.ts';
import type { FlowAnswer } from '../queries.ts';
import { assetIdOf } from '../trace-run.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { findPathGrounds } from './path-grounds.ts';
import { useAct } from './use-act.ts';

type Answer = FlowAnswer<'findPaths'>;
const MODES: readonly (readonly [PathQuestion['mode'], string])[] = [
  ['strongest', 'Strongest: the path whose smallest payment is largest'],
  ['shortest', 'Shortest: fewest hops'],
  ['all', 'All, up to the number below'],
];
const PPM = 1_000_000n;

/** The addresses of the selection, first and second, fill the form. */
function useChosenAddresses() {
  const { store } = useWorkspace();
  const { nodes } = useDocument();
  const chosen = [...store.selection].flatMap((id) => {
    const node = nodes[id];
    return node?.kind === 'address' ? [node] : [];
  });
  const first = chosen[0] ?? Object.values(nodes).find(({ kind, isSeed }) => kind === 'address' && isSeed);
  return { chain: first?.chain, from: first?.text ?? '', to: chosen[1]?.text ?? '' };
}

interface PathLineProps {
  readonly path: Answer['paths'][number];
  readonly graph: FlowGraph;
  readonly isBusy: boolean;
  readonly onShow: (ids: readonly string[]) => void;
  readonly children: ReactNode;
}

/** One path with the weakest thing it rests on; shown alone on the canvas at a press. */
function PathLine({ path, graph, isBusy, onShow, children }: PathLineProps) {
  const { ids, basis, words } = useMemo(() => findPathGrounds(path.steps, graph), [path, graph]);
  return (
    <li>
      {children}
      <p className="tm-t2 tm-sm">
        <EvidenceMark kind={basis} withWord /> {words}
        {path.party && ` Who is at its end: ${path.party.listing ?? `confidence ${path.party.confidence} of 100.`}`}
      </p>
      <button type="button" className="tm-linkbtn tm-sm" disabled={isBusy} onClick={() => onShow(ids)}>
        Highlight this way
      </button>
    </li>
  );
}

function Found({ answer, question }: { readonly answer: Answer; readonly question: PathQuestion }) {
  const { store, saver, canvas } = useWorkspace();
  const document = useDocument();
  const drawing = useAct<void>();
  const { paths, searched } = answer;
  const asset = assetIdOf(question.chain, question.asset ?? NATIVE_ASSET);
  const { symbol } = describeFlowAsset(document, asset);
  const graph = useMemo(() => asFlowGraph(answer.graph), [answer]);
  const isDrawn = graph.edges.every(({ id }) => document.edges[id] !== undefined);
  const show = (ids: readonly string[]) =>
    drawing.run(async () => {
      if (!isDrawn) await drawPaths(store, question, answer);
      store.select(ids);
      canvas.current?.reveal(ids);
    });
  return (
    <div role="status">
      <p className="tm-t2">
        {paths.length === 0 ? `No path of ${symbol} was found.` : `${formatPlural(paths.length, 'path')} found.`}{' '}
        {formatPlural(searched.places, 'place')} and {formatPlural(searched.transactions, 'transaction')} looked at.{' '}
        {searched.ended}
      </p>
      <ol className="cf-plain">
        {paths.map((path) => (
          <PathLine
            key={path.steps.map(({ ref }) => ref).join('>')}
            path={path}
            graph={graph}
            isBusy={drawing.isBusy || !(saver || isDrawn)}
            onShow={show}
          >
            <b>{formatPlural(path.hops, 'hop')}</b> to{' '}
            {path.party ? `“${escapeHostile(path.party.name)}”` : shorten(path.end)}
            <span className="tm-t3 tm-sm">
              {' '}
              at least {formatFlowAmount(document, asset, path.amount)},{' '}
              {formatShare(BigInt(path.sharePpm), PPM) ?? '0 %'} of its weakest step, {formatDuration(path.seconds)}
            </span>
          </PathLine>
        ))}
      </ol>
      {drawing.error !== null && drawing.error !== undefined && <ErrorPanel error={drawing.error} what="The paths" />}
      {paths.length > 0 && saver && (
        <button
          type="button"
          className="tm-btn"
          disabled={drawing.isBusy}
          onClick={() => show(graph.nodes.map(({ id }) => id))}
        >
          {isDrawn ? 'Select' : 'Draw'} {paths.length === 1 ? 'it' : 'them all'}
        </button>
      )}
    </div>
  );
}

interface AddressFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly help?: string;
}

function AddressField({ id, label, value, onValue, help }: AddressFieldProps) {
  return (
    <FieldFrame id={id} label={label} help={help}>
      <input
        id={id}
        className="tm-field tm-mono"
        spellCheck={false}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

interface AssetSelectProps {
  readonly assets: readonly string[];
  readonly asset: string | undefined;
  readonly onAsset: (asset: string) => void;
}

/** The asset a path is of; nothing on chains that have one. */
function AssetSelect({ assets, asset, onAsset }: AssetSelectProps) {
  const document = useDocument();
  if (assets.length === 0) return null;
  return (
    <FieldFrame id="cf-path-asset" label="Asset" help="A path is of one asset.">
      <select
        id="cf-path-asset"
        className="tm-field"
        value={asset}
        aria-describedby="cf-path-asset-help"
        onChange={(event) => onAsset(event.currentTarget.value)}
      >
        {assets.map((id) => (
          <option key={id} value={id}>
            {describeFlowAsset(document, id).symbol}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Paths between two addresses, or to the nearest services, before anything is drawn. */
export function PathsPanel() {
  const chosen = useChosenAddresses();
  const [from, setFrom] = useState(chosen.from);
  const [to, setTo] = useState(chosen.to);
  const [mode, setMode] = useState<PathQuestion['mode']>('strongest');
  const [direction, setDirection] = useState<PathQuestion['direction']>('forward');
  const [maxHops, setHops] = useState(8);
  const [limit, setLimit] = useState(10);
  const act = useAct<{ readonly answer: Answer; readonly question: PathQuestion }>();
  const chain: ChainId = chosen.chain ?? 'btc';
  const document = useDocument();
  const assets = traitsOf(chain).hasTokens ? listFlowAssets(document, chain) : [];
  const [wanted, setAsset] = useState<string>();
  const asset = wanted !== undefined && assets.includes(wanted) ? wanted : assets[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question: PathQuestion = {
      chain,
      asset: toAssetKey(chain, asset),
      from: from.trim(),
      to: to.trim() || undefined,
      direction,
      mode,
      maxHops,
      limit,
    };
    act.run(async () => ({ answer: await findFlowPaths(question), question }));
  };
  return (
    <form className="cf-form" onSubmit={submit}>
      <AddressField id="cf-path-from" label="From" value={from} onValue={setFrom} />
      <AddressField
        id="cf-path-to"
        label="To (optional)"
        value={to}
        onValue={setTo}
        help="Empty: the nearest services."
      />
      <AssetSelect assets={assets} asset={asset} onAsset={setAsset} />
      <fieldset className="cf-radios">
        <legend>Which</legend>
        {MODES.map(([id, words]) => (
          <label key={id}>
            <input type="radio" name="path-mode" checked={mode === id} onChange={() => setMode(id)} />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      <div className="cf-numbers">
        <FieldFrame id="cf-path-hops" label="Hops at most">
          <input
            id="cf-path-hops"
            className="tm-field"
            type="number"
            min={1}
            max={30}
            value={maxHops}
            onChange={(event) => setHops(Number(event.currentTarget.value))}
          />
        </FieldFrame>
        <FieldFrame id="cf-path-limit" label="Paths at most">
          <input
            id="cf-path-limit"
            className="tm-field"
            type="number"
            min={1}
            max={100}
            value={limit}
            onChange={(event) => setLimit(Number(event.currentTarget.value))}
          />
        </FieldFrame>
      </div>
      <FieldFrame id="cf-path-direction" label="Direction">
        <select
          id="cf-path-direction"
          className="tm-field"
          value={direction}
          onChange={({ currentTarget: { value } }) => setDirection(value === 'backward' ? 'backward' : 'forward')}
        >
          <option value="forward">Where it went</option>
          <option value="backward">Where it came from</option>
        </select>
      </FieldFrame>
      <button type="submit" className="tm-btn" disabled={act.isBusy || from.trim() === ''}>
        {act.isBusy ? 'Searching' : 'Search for paths'}
      </button>
      {act.error !== null && act.error !== undefined && <ErrorPanel error={act.error} what="The search" />}
      {act.answer && <Found answer={act.answer.answer} question={act.answer.question} />}
    </form>
  );
}
