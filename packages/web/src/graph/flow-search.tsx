import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { shortIdentifier } from '@trailmark/drawing/picture/picture-text';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { FlowStore } from './flow-store.ts';
import { useFlow } from './use-flow.ts';
import './flow-canvas.css';

const MOST = 12;

function listTexts({ marks }: FlowDocument, node: FlowNode): readonly string[] {
  const mark = marks[node.id];
  const exhibit = mark?.exhibit === undefined ? [] : [`E${mark.exhibit}`];
  return [node.text, node.party?.name ?? '', mark?.label ?? '', mark?.note ?? '', mark?.role ?? '', ...exhibit];
}

/** Nodes whose identifier, party, label, note, role or exhibit number holds the text; exact matches first. */
export function searchFlow(document: FlowDocument, text: string): readonly FlowNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const found = Object.values(document.nodes).flatMap((node) => {
    const texts = listTexts(document, node).map((each) => each.toLowerCase());
    if (!texts.some((each) => each.includes(wanted))) return [];
    return [{ node, rank: texts.includes(wanted) ? 0 : 1 }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ node }) => node);
}

export interface FlowSearchProps {
  readonly store: FlowStore;
  /** Brings the node into view: `handle.reveal([id])`. */
  readonly onJump: (id: string) => void;
}

/** A field that finds nodes of the canvas and jumps to them. */
export function FlowSearch({ store, onJump }: FlowSearchProps) {
  const id = useId();
  const document = useFlow(store, (state) => state.document);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => searchFlow(document, text), [document, text]);
  const shown = found.slice(0, MOST);
  const jump = (node: FlowNode | undefined) => {
    if (!node) return;
    onJump(node.id);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') jump(shown[at]);
    else if (event.key === 'Escape') setText('');
    else if (step !== undefined) setAt(Math.min(shown.length - 1, Math.max(0, at + step)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOpen = text.trim() !== '';
  return (
    <div className="tm-flowsearch">
      <input
        className="tm-input"
        type="search"
        role="combobox"
        aria-label="Find on the canvas"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
        placeholder="Find on the canvas"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setText('')}
      />
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label="Found on the canvas">
          {shown.map((node, i) => (
            <div
              key={node.id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at}
              tabIndex={-1}
              onPointerDown={(event) => {
                event.preventDefault();
                jump(node);
              }}
            >
              <span>{document.marks[node.id]?.label ?? node.party?.name ?? node.kind}</span>
              <span className="tm-mono">{shortIdentifier(node.text)}</span>
            </div>
          ))}
          {found.length > shown.length && <div className="more">{found.length - shown.length} more</div>}
          {found.length === 0 && <div className="more">Nothing on the canvas holds this text.</div>}
        </div>
      )}
    </div>
  );
}
