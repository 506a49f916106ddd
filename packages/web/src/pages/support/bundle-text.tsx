/** The text of a diagnostics bundle, exactly as it is sent or was sent. */
export function BundleText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it
    <section className="up-bundle" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
