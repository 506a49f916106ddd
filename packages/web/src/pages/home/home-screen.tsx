import { AppLink } from '../../components/app-link.tsx';
import { trackUrl } from '../../url.ts';

export function HomeScreen() {
  return (
    <div className="tm-page">
      <h1 className="tm-title">Trailmark</h1>
      <AppLink href={trackUrl()}>Explorer</AppLink>
    </div>
  );
}
