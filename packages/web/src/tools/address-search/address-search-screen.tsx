import { useDocumentTitle } from '../../document-title.ts';

/** The form of Address History Search. */
export function AddressSearchScreen() {
  useDocumentTitle('Address History Search');
  return (
    <div className="tm-page">
      <h1 className="tm-title">Address History Search</h1>
    </div>
  );
}
