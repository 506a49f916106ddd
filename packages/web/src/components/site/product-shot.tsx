export interface ProductShotProps {
  /** Addresses of the two pictures, made by e2e/make-product-shots.ts. */
  readonly light: string;
  readonly dark: string;
  readonly alt: string;
  readonly height: number;
  /** On phones a legible part instead of the whole. */
  readonly isCropped?: boolean;
  /** A screen of the dashboard: on phones its side menu is left out. */
  readonly hasSideMenu?: boolean;
}

/** Pixels; every picture of a screen is that wide. */
const WIDTH = 1440;

/** A picture of one of our screens, in the theme of the page. */
export function ProductShot({ light, dark, alt, height, isCropped = false, hasSideMenu = false }: ProductShotProps) {
  const className = ['tm-shot', isCropped && 'cropped', hasSideMenu && 'sided'].filter(Boolean).join(' ');
  return (
    <figure className={className}>
      <img className="light" src={light} alt={alt} width={WIDTH} height={height} loading="lazy" decoding="async" />
      <img className="dark" src={dark} alt={alt} width={WIDTH} height={height} loading="lazy" decoding="async" />
    </figure>
  );
}
