export function BlockScreen() {
  return <div className="tm-page">BlockScreen</div>;
}
