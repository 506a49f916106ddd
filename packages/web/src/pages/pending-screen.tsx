/** Keeps the layout's place while the code of a screen arrives; the screen brings its own skeleton. */
export function PendingScreen() {
  return (
    <div className="tm-page" aria-busy="true">
      <span className="tm-sr" role="status">
        Loading the page
      </span>
    </div>
  );
}
