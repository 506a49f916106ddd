const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const findName = (names: typeof BROWSERS, text: string) => names.find(([, pattern]) => pattern.test(text))?.[0];

/** "Firefox on Windows" as far as a browser states it; the text is a stranger's and only compared. */
export function describeAgent(agent: string): string {
  const browser = findName(BROWSERS, agent) ?? 'Another program';
  const system = findName(SYSTEMS, agent);
  return system ? `${browser} on ${system}` : browser;
}
