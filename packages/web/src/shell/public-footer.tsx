export interface PublicFooterProps {
  readonly onKeys: () => void;
}

/** What is true of every page, and the way to its keys. */
export function PublicFooter({ onKeys }: PublicFooterProps) {
  return (
    <footer className="tm-pubfoot">
      <div className="inner">
        <span>Trailmark, open source under Apache-2.0.</span>
        <span>No cookies, no tracking. Every request of this page goes to this server and nowhere else.</span>
        <button type="button" className="tm-linkbtn tm-wide" onClick={onKeys}>
          Keys <kbd>?</kbd>
        </button>
      </div>
    </footer>
  );
}
