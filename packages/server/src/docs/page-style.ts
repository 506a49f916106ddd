/** Style of the API page: the visual system's tokens that it needs, light and dark. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #F5F7F5; --surface: #FFFFFF; --sunken: #ECEFEC; --line: #DDE2DE; --text: #141A17;
  --text-2: #414B45; --text-3: #5C6760; --brand: #12604D; --brand-tint: #E3F0EB; --link: #0F5F4C; --focus: #0B7A5F; }
@media (prefers-color-scheme: dark) { :root { --page: #0F1312; --surface: #161B19; --sunken: #0B0E0D; --line: #2A322F;
  --text: #E8EDEA; --text-2: #B6C0BA; --text-3: #8D9891; --brand: #6BBBA3; --brand-tint: #15302A; --link: #7CC7B0; --focus: #5FD0AE; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.55 "IBM Plex Sans Variable", "IBM Plex Sans", system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 48px 24px 96px; }
h1 { font-size: 26px; font-weight: 600; margin: 0 0 12px; }
h2 { font-size: 20px; font-weight: 600; margin: 48px 0 12px; padding-top: 12px; border-top: 1px solid var(--line); }
h3 { font-size: 16px; font-weight: 600; margin: 0 0 4px; }
h4 { font-size: 12px; font-weight: 600; color: var(--text-3); margin: 16px 0 4px; }
p { margin: 0 0 12px; max-width: 72ch; color: var(--text-2); }
a { color: var(--link); } a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
nav ul { columns: 2; column-gap: 32px; padding: 0; margin: 0; list-style: none; } nav li { break-inside: avoid; padding: 2px 0; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 16px; margin: 0 0 16px; }
code, pre { font: 12px/1.6 "IBM Plex Mono", ui-monospace, monospace; }
.path { display: block; overflow-wrap: anywhere; margin: 0 0 8px; color: var(--text-2); }
.method { font-weight: 600; color: var(--brand); }
pre { margin: 0; padding: 8px 12px; background: var(--sunken); border-radius: 4px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-top: 1px solid var(--line); }
th { font-size: 12px; font-weight: 600; color: var(--text-3); border-top: 0; } details > summary { cursor: pointer; color: var(--link); margin-top: 12px; }
@media (max-width: 640px) { nav ul { columns: 1; } main { padding: 24px 12px; } }
`;
