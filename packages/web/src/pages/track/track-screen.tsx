export function TrackScreen() {
  return <div className="tm-page">TrackScreen</div>;
}
