import { escapeHostile } from '../../format/hostile-text.ts';

/** A stranger's text in full: its lines kept, control characters as codes, direction isolated, nothing in it a link. */
export function StrangeText({ text }: { readonly text: string }) {
  const lines = text.replaceAll('\r\n', '\n').split('\n').map(escapeHostile);
  return (
    <blockquote className="ad-strange" translate="no">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have a fixed order
        <p key={i}>
          <bdi>{line || '\u00a0'}</bdi>
        </p>
      ))}
    </blockquote>
  );
}
