export function TransactionScreen() {
  return <div className="tm-page">TransactionScreen</div>;
}
