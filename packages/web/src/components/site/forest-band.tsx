import { AppLink } from '../app-link.tsx';

/** Left edge, width of each trunk, far ones first. */
const TRUNKS = [
  [713, 5],
  [341, 5.4],
  [306, 5.4],
  [620, 6.1],
  [185, 6.5],
  [679, 6.6],
  [1222, 8.7],
  [1186, 9.4],
  [755, 13.5],
  [-10, 14],
  [948, 14.2],
  [886, 16],
  [126, 16.3],
  [823, 16.9],
  [643, 17.3],
  [231, 22.5],
  [552, 23.8],
  [400, 26.2],
  [1250, 30.8],
  [1102, 36.1],
  [1315, 36.5],
  [46, 42.6],
  [1386, 45.4],
  [444, 47.4],
  [991, 48.8],
] as const;
/** Trunks that begin left of it are behind the words and fainter. */
const BEHIND_WORDS = 620;
/** Left edge, top, width and height of each painted mark. */
const BLAZES = [
  [828.2, 146, 7.1, 49],
  [890.2, 147, 6.7, 48],
  [1005.2, 146, 20.5, 70],
  [1112.1, 153, 15.1, 63],
  [1253.9, 164, 13, 60],
  [1266.2, 98, 13, 60],
  [1326, 169, 15.3, 63],
  [1398.9, 175, 19.1, 68],
] as const;

export interface ForestBandProps {
  /** Visitors are offered an account. */
  readonly offersAccount: boolean;
}

/** The forest of the logo: trunks with painted marks, and what the marks mean. */
export function ForestBand({ offersAccount }: ForestBandProps) {
  return (
    <section className="tm-forest" aria-label="A mark that anyone can check">
      <svg className="wood" viewBox="0 0 1440 420" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {TRUNKS.map(([x, width]) => (
          <rect
            key={x}
            x={x}
            width={width}
            height="420"
            fill="var(--tm-forest-trunk)"
            fillOpacity={(0.04 + Math.sqrt(width) / 30) * (x < BEHIND_WORDS ? 0.35 : 1)}
          />
        ))}
        {BLAZES.map(([x, y, width, height]) => (
          <rect key={x} x={x} y={y} width={width} height={height} rx="1.5" fill="var(--tm-forest-blaze)" />
        ))}
      </svg>
      <div className="inner">
        <div className="words">
          <h2>
            A mark that anyone
            <br />
            can check.
          </h2>
          <p>
            Trails are kept by painted marks, so that the next person finds the same way. That is what evidence should
            do.
          </p>
          {offersAccount && (
            <AppLink className="tm-btn lg" href="/register">
              Request an account
            </AppLink>
          )}
        </div>
      </div>
    </section>
  );
}
