/** What to do in the first hour; it stays in sight in every step of the form. */
export function FirstHour() {
  return (
    <aside className="sc-hour" aria-labelledby="sc-hour">
      <h2 className="tm-h" id="sc-hour">
        In the first hour
      </h2>
      <p>Do not pay again, and stop all contact. “Recovery” firms that ask for a fee are the next fraud.</p>
      <p>
        Contact the fraud team of the exchange you paid from. Ask it to stop the payment; for a bank transfer, call your
        bank.
      </p>
      <p>Keep the chat. Do not delete it, and do not warn the other side.</p>
      <p>Revoke approvals of your wallet, and move what is left with a new seed phrase.</p>
      <p>
        Never give a seed phrase to anybody. This form does not ask for one, nor for a transfer or remote access. A
        caller who quotes your reference is not us.
      </p>
    </aside>
  );
}
