/** The sheet of a report, on paper and on a screen: black on white in both, because it is a document. */
export const REPORT_STYLE = `
.report{color:#111418;background:#fff;font:15px/1.5 "IBM Plex Serif",Georgia,serif;max-width:760px;margin:0 auto;padding:36px 40px 48px;overflow-wrap:anywhere}
.report h1,.report h2,.report h3{font-family:"IBM Plex Serif",Georgia,serif;line-height:1.25;margin:22px 0 8px}
.report h1{font-size:24px}.report h2{font-size:20px}.report h3{font:600 14px/1.4 "IBM Plex Sans",Arial,sans-serif;margin-top:20px}
.report p{margin:0 0 10px}.report .second,.report [lang]{color:#4b525b;font-weight:400}
.report .cover{border-bottom:1px solid #111418;padding-bottom:12px;margin-bottom:8px;font-family:"IBM Plex Sans",Arial,sans-serif;font-size:13px}
.report .cover .right{float:none;color:#30363d}.report .classification{border:1px solid #111418;font-weight:600;margin-left:12px;padding:1px 8px;border-radius:2px}
.report .cover h1{font-size:26px;margin:14px 0 8px}.report .as-of{font-size:11px;margin:2px 0}
.report .section{font:13px/1.4 "IBM Plex Sans",Arial,sans-serif;color:#30363d;margin:26px 0 4px}
.report section{border-top:1px solid #c3c8ce;padding-top:2px;margin-top:26px}
.report code,.report .mono{font-family:"IBM Plex Mono",Menlo,monospace;font-size:.82em}
.report .claim-id,.report .ids{font:11px/1 "IBM Plex Sans",Arial,sans-serif;color:#4b525b;text-decoration:none;white-space:nowrap}
.report .ids{white-space:normal}.report .claim-id:hover,.report .claim-id:focus-visible{text-decoration:underline}
.report .answer .claim-id{font-weight:400}
.report table{border-collapse:collapse;width:100%;font:12.5px/1.45 "IBM Plex Sans",Arial,sans-serif;margin:6px 0 12px}
.report caption{text-align:left;color:#30363d;padding:8px 0 6px;caption-side:top}
.report .table{container-type:inline-size}.report .table caption{position:sticky;left:0;width:100cqi}
.report th{overflow-wrap:normal;text-align:left;font-weight:600;border-bottom:1px solid #111418;padding:4px 8px 4px 0;vertical-align:bottom}
.report td{border-bottom:1px solid #d5d9de;padding:5px 8px 5px 0;vertical-align:top}.report td code{word-break:break-all}
.report .right{text-align:right}.report th.right,.report td.right{text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:normal}.report td.right{white-space:nowrap}
.report tr.sum td{font-weight:600}.report .pairs th{width:28%;border-bottom:1px solid #d5d9de;vertical-align:top}
.report .table,.report .picture{overflow-x:auto}.report .table:focus-visible,.report .picture:focus-visible{outline:2px solid #14614d}
.report .mark{display:inline-block;width:9px;height:11px;margin-right:6px;vertical-align:-1px}
.report .mark-fact{background:linear-gradient(#111418,#111418) 2px 0/4px 100% no-repeat}
.report .mark-claim{box-shadow:inset 0 0 0 1.4px #111418;width:6px;border-radius:2px}
.report .mark-inference{background:linear-gradient(#111418,#111418) 0 100%/4px 6px no-repeat,linear-gradient(#111418,#111418) 5px 0/4px 6px no-repeat}
.report .marked{display:grid;grid-template-columns:96px 110px 1fr;gap:8px;border-top:1px solid #d5d9de;padding:6px 0;align-items:baseline}
.report .marked p{margin:0}.report .marked-kind{font:600 13px/1.4 "IBM Plex Sans",Arial,sans-serif}
.report ol{padding-left:22px;margin:6px 0 12px}.report li{margin:3px 0}
.report figure{margin:12px 0}.report .flow{width:100%;min-width:560px;height:auto;display:block}
.report .flow text{font:8.5px "IBM Plex Sans",Arial,sans-serif;fill:#111418}.report .flow .mono{font:7.2px "IBM Plex Mono",Menlo,monospace;paint-order:stroke;stroke:#fff;stroke-width:2.4px}
.report .flow .head,.report .flow .exhibit{font-weight:600}.report .flow .exhibit{font-size:8.4px}.report .flow .amount,.report .flow .about{font-size:8px}.report .flow .amount{font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:2.4px}
.report .flow .about{fill:#30363d}.report .legend{font:11.5px/1.4 "IBM Plex Sans",Arial,sans-serif;color:#30363d;border-top:1px solid #c3c8ce;padding-top:6px}
.report figcaption{font:600 12.5px/1.4 "IBM Plex Sans",Arial,sans-serif}
.report .signature{display:grid;grid-template-columns:46fr 30fr 24fr;gap:0 12px;break-inside:avoid;margin:14px 0 18px;font:13px/1.4 "IBM Plex Sans",Arial,sans-serif}
.report .signature p{grid-column:1/-1;margin:0}.report .signature .line{grid-column:auto;margin-top:44px;border-top:1px solid #111418;padding-top:3px;font-size:12px;color:#30363d}
@media (max-width:640px){.report .signature{grid-template-columns:1fr}.report{padding:20px 14px;font-size:14px}.report .marked{grid-template-columns:1fr}.report .table table{min-width:520px}}
@media print{.report{max-width:none;padding:0}.report .table,.report .picture{overflow:visible}.report .table{container-type:normal}.report .table caption{width:auto}}
`;
