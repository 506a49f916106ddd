import './prose.css';
import { createContext, type ReactNode, useContext } from 'react';
import { type Block, type Inline, parseMarkdown } from '../format/markdown.ts';
import { AppLink } from './app-link.tsx';

/** Words of a text that lead somewhere, such as its addresses. */
const Links = createContext<ReadonlyMap<string, string>>(new Map());
const WORD = /((?:[a-z]{6,12}:)?[A-Za-z0-9]{25,113})/;

/** Text in which the words that are known to lead somewhere do. */
function LinkedText({ text }: { readonly text: string }): ReactNode {
  const links = useContext(Links);
  if (links.size === 0) return text;
  return text.split(WORD).map((word, i) => {
    const href = i % 2 === 1 ? links.get(word) : undefined;
    if (href === undefined) return word;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: words of a text have a fixed order
      <AppLink key={i} href={href} className="tm-m">
        {word}
      </AppLink>
    );
  });
}

function InlineText({ part }: { readonly part: Inline }) {
  const text = part.kind === 'link' ? part.text : <LinkedText text={part.text} />;
  if (part.kind === 'code') return <code>{text}</code>;
  if (part.kind === 'strong') return <strong>{text}</strong>;
  if (part.kind === 'emphasis') return <em>{text}</em>;
  if (part.kind !== 'link') return text;
  if (part.href.startsWith('/')) return <AppLink href={part.href}>{part.text}</AppLink>;
  return (
    <a href={part.href} rel="noreferrer noopener nofollow" target="_blank">
      {part.text}
    </a>
  );
}

function InlineTexts({ content }: { readonly content: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have a fixed order
  return content.map((part, i) => <InlineText key={i} part={part} />);
}

function ListBlock({ block }: { readonly block: Block & { kind: 'list' } }) {
  const items = block.items.map(({ content, children }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of a text have a fixed order
    <li key={i}>
      <div>
        <InlineTexts content={content} />
        <Blocks blocks={children} />
      </div>
    </li>
  ));
  if (block.style === 'numbers') return <ol>{items}</ol>;
  return <ul className={block.style === 'tasks' ? 'tasks' : undefined}>{items}</ul>;
}

function TableBlock({ block }: { readonly block: Block & { kind: 'table' } }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard
    <section className="wide" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {block.head.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have a fixed order
              <th key={i} scope="col">
                <InlineTexts content={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have a fixed order
            <tr key={i}>
              {row.map((cell, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have a fixed order
                <td key={j}>
                  <InlineTexts content={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'list') return <ListBlock block={block} />;
  if (block.kind === 'table') return <TableBlock block={block} />;
  if (block.kind === 'code') {
    return (
      <pre>
        <code>{block.text}</code>
      </pre>
    );
  }
  const content = <InlineTexts content={block.content} />;
  if (block.kind === 'heading') return block.level === 2 ? <h2>{content}</h2> : <h3>{content}</h3>;
  return block.kind === 'quote' ? <blockquote>{content}</blockquote> : <p>{content}</p>;
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have a fixed order
  return blocks.map((block, i) => <BlockView key={i} block={block} />);
}

const NO_LINKS: ReadonlyMap<string, string> = new Map();

export interface ProseProps {
  readonly text: string;
  /** Words of the text, and where each leads. */
  readonly links?: ReadonlyMap<string, string>;
}

/** A text from its Markdown. Nothing in it becomes HTML but the marks that are known. */
export function Prose({ text, links = NO_LINKS }: ProseProps) {
  return (
    <Links value={links}>
      <div className="prose">
        <Blocks blocks={parseMarkdown(text)} />
      </div>
    </Links>
  );
}
