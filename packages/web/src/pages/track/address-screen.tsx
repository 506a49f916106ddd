export function AddressScreen() {
  return <div className="tm-page">AddressScreen</div>;
}
