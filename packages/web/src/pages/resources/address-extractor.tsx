import { useId, useState } from 'react';
import { extractIdentifiers } from './extract-identifiers.ts';

/** Finds identifiers in pasted text within this page; nothing is sent anywhere. */
export function AddressExtractor() {
  const id = useId();
  const [text, setText] = useState('');
  const { found, hasSecret } = extractIdentifiers(text);
  return (
    <section className="tm-extract" aria-label="Address extractor">
      <h3>Address extractor</h3>
      <p className="small">
        Paste a message, a report or a table. What looks like an address, a transaction id or a key is listed with the
        number of its occurrences. This runs in your browser and sends nothing. It goes by form alone: checksums are
        verified when you look an address up.
      </p>
      <label htmlFor={id} className="tm-sr">
        Text to search
      </label>
      <textarea
        id={id}
        className="tm-field"
        value={text}
        spellCheck={false}
        autoComplete="off"
        placeholder="Text with addresses or transaction ids"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {hasSecret && (
        <p className="tm-bad" role="alert">
          This text seems to contain a private key or a recovery phrase. It opens a wallet: do not store or send it, and
          clear this field.
        </p>
      )}
      {text.trim() !== '' && (
        <p role="status">{found.length === 0 ? 'Nothing of a known form found.' : `${found.length} found.`}</p>
      )}
      {found.length > 0 && (
        <table className="tm-checks">
          <thead>
            <tr>
              <th scope="col">Identifier</th>
              <th scope="col">Form</th>
              <th scope="col">Times</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ value, form, count }) => (
              <tr key={value}>
                <td className="value">{value}</td>
                <td>{form}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
