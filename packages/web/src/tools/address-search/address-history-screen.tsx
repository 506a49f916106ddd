import { getRouteApi } from '@tanstack/react-router';
import { Hash } from '../../components/hash.tsx';
import { useDocumentTitle } from '../../document-title.ts';

const route = getRouteApi('/dashboard/address-search/$chain/$address');

/** The history of one address. */
export function AddressHistoryScreen() {
  const { address } = route.useParams();
  useDocumentTitle('Address History Search');
  return (
    <div className="tm-page">
      <h1 className="tm-title">
        <Hash value={address} kind="address" whole />
      </h1>
    </div>
  );
}
