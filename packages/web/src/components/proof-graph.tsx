import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import cytoscape, { type Core, type ElementDefinition } from 'cytoscape';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useColorScheme } from '../theme/color-scheme.ts';
import { type GraphLayout, type GraphNode, type GraphStep, layoutProof } from './proof-graph-layout.ts';
import { createGraphStyle } from './proof-graph-style.ts';

export interface ProofGraphProps {
  readonly steps: readonly GraphStep[];
  readonly weakestStep: number | null;
  /** Step that is marked here and in the table next to it. */
  readonly selectedStep: number | null;
  readonly onSelect: (step: number) => void;
}

const ZOOM = 1.25;
const FITS = { padding: 12 };

const NOTE_BELOW_PX = 22;

function toElements({ nodes, edges, isColumn }: GraphLayout): ElementDefinition[] {
  const drawn = nodes.flatMap((node): ElementDefinition[] => {
    const weak = node.isWeakest ? ' weak' : '';
    const label = isColumn && node.note ? `${node.label.replace('\n', ', ')}\n${node.note}` : node.label;
    const own: ElementDefinition = {
      data: { id: node.id, label },
      position: { x: node.x, y: node.y },
      classes: `${node.kind}${node.isEnd ? ' end' : ''}${weak}`,
    };
    if (isColumn || node.note === '') return [own];
    const position = { x: node.x, y: node.y + NOTE_BELOW_PX };
    return [own, { data: { id: `${node.id}-note`, label: node.note }, position, classes: `note${weak}` }];
  });
  const joined = edges.map(({ id, source, target, isWeakest }) => ({
    data: { id, source, target },
    classes: isWeakest ? 'weak' : '',
  }));
  return [...drawn, ...joined];
}

function useBoxWidth(box: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

/** The canvas itself; it is redrawn when path, width or theme change. */
function useCanvas(layout: GraphLayout, onTap: (id: string) => void) {
  const box = useRef<HTMLDivElement>(null);
  const graph = useRef<Core>(undefined);
  const tap = useRef(onTap);
  tap.current = onTap;
  const scheme = useColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the scheme, which only the document knows
  useEffect(() => {
    if (!box.current || layout.nodes.length === 0) return undefined;
    const made = cytoscape({
      container: box.current,
      elements: toElements(layout),
      style: createGraphStyle(layout.isColumn),
      layout: { name: 'preset', fit: false },
      autoungrabify: true,
      boxSelectionEnabled: false,
      // The wheel scrolls the page; the buttons and keys zoom.
      userZoomingEnabled: false,
      minZoom: 0.3,
      maxZoom: 3,
    });
    made.on('tap', 'node', (event) => tap.current(event.target.id()));
    graph.current = made;
    return () => {
      made.destroy();
      graph.current = undefined;
    };
  }, [layout, scheme]);
  return { box, graph };
}

function describeNode({ kind, value, note, isEnd, step }: GraphNode, steps: readonly GraphStep[]): string {
  if (kind === 'address') return `${isEnd ? 'End of the path: address' : 'Address'} ${value}`;
  const height = steps[step]?.height;
  return `Step ${step + 1}: transaction ${value}, height ${height}, ${note.replaceAll('\n', ', ')}`;
}

function Tools({ graph }: { readonly graph: RefObject<Core | undefined> }) {
  const zoom = (factor: number) => {
    const { current } = graph;
    current?.zoom({
      level: current.zoom() * factor,
      renderedPosition: { x: current.width() / 2, y: current.height() / 2 },
    });
  };
  return (
    <span className="tools">
      <button type="button" className="tm-icbtn sm" aria-label="Zoom in" onClick={() => zoom(ZOOM)}>
        <IconPlus size={14} stroke={1.5} />
      </button>
      <button type="button" className="tm-icbtn sm" aria-label="Zoom out" onClick={() => zoom(1 / ZOOM)}>
        <IconMinus size={14} stroke={1.5} />
      </button>
      <button
        type="button"
        className="tm-icbtn sm"
        aria-label="Fit the whole path"
        onClick={() => graph.current?.fit(undefined, FITS.padding)}
      >
        <IconArrowsMaximize size={14} stroke={1.5} />
      </button>
    </span>
  );
}

const MOVES: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A proof path as a drawing: arrows walk along it, and what is under the focus is read out. A table says the same. */
export function ProofGraph({ steps, weakestStep, selectedStep, onSelect }: ProofGraphProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useBoxWidth(frame);
  const layout = useMemo(
    () => layoutProof(width === 0 ? [] : steps, { width, weakestStep }),
    [steps, width, weakestStep],
  );
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const choose = (id: string) => {
    const node = layout.nodes.find((each) => each.id === id.replace('-note', ''));
    if (!node) return;
    setFocused(node.id);
    onSelect(node.step);
  };
  const { box, graph } = useCanvas(layout, choose);
  const at = layout.nodes.findIndex(({ id }) => id === focused);
  useEffect(() => {
    const node = layout.nodes[at];
    const chosen = layout.nodes.find(({ kind, step }) => kind === 'transaction' && step === selectedStep);
    graph.current?.elements().removeClass('chosen');
    const target = node?.step === selectedStep ? node : chosen;
    if (target) graph.current?.getElementById(target.id).addClass('chosen');
  }, [layout, at, selectedStep, graph]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const next = layout.nodes[Math.min(layout.nodes.length - 1, Math.max(0, at + move))];
    if (next) choose(next.id);
  };
  const current = layout.nodes[at];
  return (
    <div className="tm-proofgraph" ref={frame}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows walk along the path
        tabIndex={0}
        aria-roledescription="graph"
        aria-label={`Proof path of ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}. Arrows walk along it; the table below says the same.`}
        onKeyDown={onKeyDown}
      >
        <div ref={box} className="canvas" style={{ height: layout.height }} aria-hidden="true" />
      </section>
      <div className="under">
        <span className="tm-t3 tm-sm" role="status">
          {current ? describeNode(current, steps) : 'Disc: address. Bar: transaction. Dashes: what a rule concludes.'}
        </span>
        <Tools graph={graph} />
      </div>
    </div>
  );
}
