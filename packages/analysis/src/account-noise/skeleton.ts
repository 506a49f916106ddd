/**
 * Pairs of a sign and the Latin capital it is drawn like, by script. From Unicode's list of confusable characters (UTS 39,
 * 2024), reduced to what symbols of tokens use.
 */
const PAIRS: readonly string[] = [
  // Cyrillic
  'АAВBСCԀDЕEԌGНHІIӀIЈJКKМMОOРPЅSТTѴVԜWХXУYҮYԚQ',
  // Greek
  'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϹCϺM',
  // Cherokee, Armenian and Lisu
  'ᎪAᏼBᏟCᎠDᎬEᎻHᏦKᏞLᎷMᏢPᏚSᎢTᏙVᎳWᏃZՍUՕOՏSꓴUꓢSꓓDꓔTꓚC',
  // Latin letters with strokes, and signs
  'ŦTȾT₮TƬTƮTĐDƉDƊDØOŁLĦHɃBɆEƵZƧSȻC₵CɄUƲU$S€E₿B',
  // Digits
  '0O1I|I5S',
];

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap((pairs) => {
    const signs = [...pairs];
    return signs.flatMap((sign, i): [string, string][] => (i % 2 === 0 ? [[sign, signs[i + 1] ?? '']] : []));
  }),
);

/**
 * How a symbol looks to somebody who reads quickly: compatibility forms folded, accents, spaces and invisible characters
 * removed, capitals, and letters of other scripts replaced by the Latin ones they are drawn like. Two symbols with one
 * skeleton can be taken for each other.
 */
export function toSkeleton(text: string): string {
  const plain = text
    .slice(0, 256)
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]/gu, '')
    .toUpperCase();
  let skeleton = '';
  for (const sign of plain) skeleton += LOOK_ALIKES.get(sign) ?? sign;
  return skeleton;
}
