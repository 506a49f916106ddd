import { AppLink } from '../components/app-link.tsx';
import { useDocumentTitle } from '../document-title.ts';
import { addressSearchUrl, trackUrl } from '../url.ts';

export interface PlannedScreenProps {
  readonly title: string;
  /** What it will hold or do. */
  readonly sentence: string;
  readonly kind: 'page' | 'tool';
}

/** The honest page of something that has a place in the menu and is not there yet. */
export function PlannedScreen({ title, sentence, kind }: PlannedScreenProps) {
  useDocumentTitle(title);
  return (
    <div className="tm-page tm-planned">
      <h1 className="tm-title">{title}</h1>
      <p>
        <b>This {kind} is not in this version.</b> {sentence}
      </p>
      <p className="tm-t3">
        What works today: <AppLink href={trackUrl()}>the explorer</AppLink> and{' '}
        <AppLink href={addressSearchUrl()}>Address History Search</AppLink>.
      </p>
    </div>
  );
}
