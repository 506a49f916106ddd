/** What is wrong with an answer: events that somebody changed past the application, or hid from the search. */
export function Faults({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="tm-error danger" role="alert">
      <div>
        <p>
          <b>The stored log was changed from outside.</b> Do not rely on this answer.
        </p>
        <ul>
          {[...new Set(sentences)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
