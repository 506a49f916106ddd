/** Work whose length is not known: what is done, and a bar that only shows that it is running. */
export function Working({ words }: { readonly words: string }) {
  return (
    <div className="tm-progress">
      <span role="status">{words}</span>
      <progress aria-label={words} />
    </div>
  );
}
