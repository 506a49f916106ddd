import type { CategoryId } from '@trailmark/core/category';
import { lookOf } from '@trailmark/drawing/category-look';
import { formatCategory } from '../format/label-words.ts';

export interface CategoryGlyphProps {
  readonly category: CategoryId;
  readonly size?: number;
  /** With the name of the category next to it; without, the name is for screen readers. */
  readonly withName?: boolean;
}

/** What a label says its subject is: hue of the family, shape of the kind, and always the word. */
export function CategoryGlyph({ category, size = 14, withName = false }: CategoryGlyphProps) {
  const { path, family } = lookOf(category);
  return (
    <span className="tm-cat">
      <svg
        viewBox="0 0 16 16"
        width={size}
        height={size}
        aria-hidden="true"
        style={{ color: `var(--tm-cat-${family})` }}
      >
        {path === undefined ? (
          <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="2.6 2.1" />
        ) : (
          <path fillRule="evenodd" fill="currentColor" d={path} />
        )}
      </svg>
      <span className={withName ? undefined : 'tm-sr'}>{formatCategory(category)}</span>
    </span>
  );
}
