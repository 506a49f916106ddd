import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Cut, chunkFours, describeEnding, isCut, LIST_CUT, spotLookAlikes } from '../format/identifier.ts';
import { AppLink } from './app-link.tsx';
import { CopyButton } from './copy-button.tsx';
import { FloatOnHover } from './float-on-hover.tsx';

const LookAlikes = createContext<ReadonlyMap<string, Cut>>(new Map());

export interface LookAlikeScopeProps {
  /** Every identifier shown in this part of the page, so that any two that could be mistaken for each other are distinguished. */
  readonly values: readonly string[];
  readonly children: ReactNode;
}

/** Lengthens and underlines look-alike identifiers within its children. */
export function LookAlikeScope({ values, children }: LookAlikeScopeProps) {
  const found = useMemo(() => spotLookAlikes(values), [values]);
  return <LookAlikes value={found}>{children}</LookAlikes>;
}

export interface HashProps {
  readonly value: string;
  /** What it is, for screen readers: "address", "transaction", "block". */
  readonly kind: string;
  /** Built by url.ts; absent: not a link. */
  readonly href?: string;
  readonly cut?: Cut;
  /** The whole value, broken over lines where needed, instead of a shortened one. */
  readonly whole?: boolean;
}

function Marked({
  value,
  from,
  to,
  differing,
}: {
  value: string;
  from: number;
  to: number;
  differing: readonly number[];
}) {
  if (differing.length === 0) return value.slice(from, to);
  const marked = new Set(differing);
  return Array.from(value.slice(from, to), (char, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: characters of one fixed string
    marked.has(from + i) ? <u key={i}>{char}</u> : <span key={i}>{char}</span>,
  );
}

/** The visible text of a cut identifier; the ellipsis is quiet. */
function CutText({ value, cut }: { value: string; cut: Cut }) {
  if (!isCut(value, cut)) return <Marked value={value} from={0} to={value.length} differing={cut.differing} />;
  return (
    <>
      <Marked value={value} from={0} to={cut.head} differing={cut.differing} />
      <i>…</i>
      <Marked value={value} from={value.length - cut.tail} to={value.length} differing={cut.differing} />
    </>
  );
}

/** The whole value in groups of four; copying a selection of it yields the unchunked value. */
export function Chunked({ value }: { value: string }) {
  return (
    <span className="tm-chunks">
      {chunkFours(value).map((chunk, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chunks of one fixed string
        <span key={i}>{chunk}</span>
      ))}
    </span>
  );
}

/**
 * A shortened identifier whose whole value opens on hover and focus, in fours, with a copy button. Look-alikes on the
 * same page (see `LookAlikeScope`) are lengthened, underlined where they differ and flagged.
 */
export function Hash({ value, kind, href, cut = LIST_CUT, whole = false }: HashProps) {
  const lookAlike = useContext(LookAlikes).get(value);
  const used = lookAlike ?? cut;
  const label = describeEnding(kind, value);
  const text = whole ? (
    <Marked value={value} from={0} to={value.length} differing={used.differing} />
  ) : (
    <CutText value={value} cut={used} />
  );
  const target = href ? (
    <AppLink className={`tm-id${whole ? ' whole' : ''}`} href={href} aria-label={label}>
      {text}
    </AppLink>
  ) : (
    <span className={`tm-id${whole ? ' whole' : ''}`} tabIndex={whole ? -1 : 0} role="note" aria-label={label}>
      {text}
    </span>
  );
  const flag = lookAlike ? <span className="tm-flag">look-alike</span> : null;
  if (whole) return target;
  return (
    <WholeOnHover value={value} kind={kind}>
      {target}
      {flag}
    </WholeOnHover>
  );
}

export interface WholeOnHoverProps {
  /** What is copied. */
  readonly value: string;
  readonly kind: string;
  /** What is read in place of the value in fours. */
  readonly shown?: ReactNode;
  readonly children: ReactNode;
}

/** Opens the whole value after 300 ms of hover or at once on focus; `c` copies it, Esc closes. */
export function WholeOnHover({ value, kind, shown, children }: WholeOnHoverProps) {
  return (
    <FloatOnHover
      className="tm-idwrap"
      onKey={(key) => {
        if (key === 'c') void navigator.clipboard.writeText(value);
      }}
      card={
        <>
          <span className="tm-t3 tm-xs">
            {kind}, <kbd>c</kbd> copies
          </span>
          <span className="tm-row">
            {shown ?? <Chunked value={value} />}
            <CopyButton value={value} what={kind} size="sm" />
          </span>
        </>
      }
    >
      {children}
    </FloatOnHover>
  );
}
