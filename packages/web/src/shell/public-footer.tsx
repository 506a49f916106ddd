/** What is true of every page, and nothing more. */
export function PublicFooter() {
  return (
    <footer className="tm-pubfoot">
      <div className="inner">
        <span>Trailmark, open source under Apache-2.0.</span>
        <span>No cookies, no tracking. Every request of this page goes to this server and nowhere else.</span>
      </div>
    </footer>
  );
}
