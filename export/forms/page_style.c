/*
 * Colours are defined once for light and once for dark pages. Text has a contrast of at least 4.5 to 1, lines and marks
 * of 3 to 1. Lines also differ in their dashes, for readers who can't see their colours.
 */
#include "export/forms/page_style.h"

static const char colours[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1c2126;--soft:#59636e;--rule:#d8dde2;--fill:#f3f5f7;"
    "--s0:#1f5fa8;--s1:#b8460e;--s2:#1a7a42;--s3:#8035a8;--s4:#8a6100;--s5:#0b7285;--s6:#b0276e;--s7:#5f6b76}"
    "\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#15181b;--ink:#e4e8eb;--soft:#9ba6b0;--rule:#343b42;"
    "--fill:#1e2327;--s0:#6fb1f5;--s1:#f29a61;--s2:#63c98c;--s3:#cc94ea;--s4:#dbb14a;--s5:#5cc4d6;--s6:#"
    "f08bbd;"
    "--s7:#a3adb7}}\n";

static const char letters[] =
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,\"Segoe "
    "UI\","
    "Roboto,\"Noto Sans\",\"DejaVu Sans\",sans-serif;overflow-wrap:anywhere}\n"
    "header,main{max-width:68rem;margin:0 auto;padding:0 1.25rem}\n"
    "header{padding-top:2.5rem}\n"
    "h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem;font-weight:650;letter-spacing:-.01em}\n"
    "header p{margin:0 0 1rem;color:var(--soft)}\n"
    "h2{font-size:1.2rem;line-height:1.3;margin:0 0 .5rem;font-weight:650}\n"
    "h3{font-size:1rem;line-height:1.4;margin:1.75rem 0 .25rem;font-weight:400}\n"
    "p{max-width:46rem;margin:.25rem 0 .75rem}\n"
    "section{padding:1.75rem 0 1rem;border-top:1px solid var(--rule)}\n"
    "nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding-bottom:1.25rem;font-size:.9rem}\n"
    "a{color:var(--s0);text-decoration:none}\n"
    "a:hover{text-decoration:underline}\n"
    "a:focus-visible,summary:focus-visible{outline:2px solid var(--s0);outline-offset:2px}\n";

static const char facts[] =
    ".facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1rem "
    "1.5rem;margin:.5rem 0 1.25rem}\n"
    ".facts div{border-left:3px solid var(--rule);padding-left:.75rem}\n"
    ".facts dt{font-size:.8rem;color:var(--soft)}\n"
    ".facts dd{margin:0}\n"
    ".facts "
    "b{display:block;font-size:1.4rem;line-height:1.3;font-weight:600;font-variant-numeric:tabular-nums}\n"
    "small{font-size:.8rem;color:var(--soft)}\n";

static const char tables[] =
    ".table{overflow-x:auto;margin:.5rem 0 1rem}\n"
    "table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;overflow-wrap:normal}"
    "\n"
    "th{font-weight:500;color:var(--soft);text-align:left;vertical-align:bottom;white-space:nowrap}\n"
    "th,td{padding:.3rem .5rem;border-bottom:1px solid var(--rule)}\n"
    "th:first-child,td:first-child{padding-left:0}\n"
    "td{vertical-align:top;max-width:22rem;overflow-wrap:anywhere}\n"
    "td:first-child{overflow-wrap:break-word;max-width:14rem}\n"
    "td:not(.n,.chart,:first-child){min-width:9rem}\n"
    ".n{text-align:right;white-space:nowrap}\n"
    "td i{font-style:normal;margin-left:.3em;color:var(--s0)}\n"
    "td.chart{width:14rem;min-width:7rem;padding-top:.45rem}\n"
    "details{margin:.25rem 0 1rem}\n"
    "summary{cursor:pointer;color:var(--s0);font-size:.875rem;width:max-content}\n";

static const char charts[] =
    "figure{margin:.75rem 0 1rem}\n"
    "svg{display:block;width:100%;overflow:visible}\n"
    ".bar{height:.8rem;background:var(--fill)}\n"
    ".stack{height:.8rem;background:var(--fill)}\n"
    ".s0{fill:var(--s0)}.soft{fill:var(--s0);fill-opacity:.45}.rest{fill:var(--rule)}.lack{fill:var(--s1)}\n"
    ".interval{height:1rem}\n"
    ".range{stroke:var(--s0);stroke-width:2}\n"
    ".part{stroke:var(--s0);stroke-opacity:.45;stroke-width:7}\n"
    ".reference{stroke:var(--soft);stroke-width:1;stroke-dasharray:2 2}\n"
    ".strip{height:1.1rem;background:var(--fill);shape-rendering:crispEdges}\n"
    ".strip rect{width:1px;height:1px;fill:var(--s0)}.strip .none{fill:none}\n"
    "table:has(.strip),td:has(>.strip){width:100%}td.chart .strip{min-width:10rem}\n"
    ".lines{height:15rem;width:calc(100% - 2.75rem);margin:1rem 0 0 2.75rem}\n"
    ".lines svg{width:100%;height:100%}\n"
    ".lines text{font-size:12px;fill:var(--soft);font-variant-numeric:tabular-nums}\n"
    ".grid{stroke:var(--rule);stroke-width:1}\n"
    ".axis{text-align:right;font-size:.8rem;color:var(--soft);margin:.25rem 0;max-width:none}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.25rem "
    "1.5rem;list-style:none;margin:0;padding:0;font-size:.875rem}\n"
    ".legend li{display:flex;align-items:center;gap:.5rem}\n"
    ".key{width:2rem;height:.75rem;flex:none}\n";

static const char lines[] = "[class^=line]:not(svg){fill:none;stroke-width:2;stroke-linejoin:round;vector-"
                            "effect:non-scaling-stroke}\n"
                            ".line0{stroke:var(--s0)}\n"
                            ".line1{stroke:var(--s1);stroke-dasharray:7 3}\n"
                            ".line2{stroke:var(--s2);stroke-dasharray:2 3}\n"
                            ".line3{stroke:var(--s3);stroke-dasharray:10 3 2 3}\n"
                            ".line4{stroke:var(--s4);stroke-dasharray:4 2}\n"
                            ".line5{stroke:var(--s5);stroke-dasharray:1 3}\n"
                            ".line6{stroke:var(--s6);stroke-dasharray:12 4}\n"
                            ".line7{stroke:var(--s7);stroke-dasharray:6 2 1 2 1 2}\n"
                            "[class^=band]{fill-opacity:.12}\n"
                            ".band0{fill:var(--s0)}.band1{fill:var(--s1)}.band2{fill:var(--s2)}"
                            ".band3{fill:var(--s3)}.band4{fill:var(--s4)}.band5{fill:var(--s5)}"
                            ".band6{fill:var(--s6)}.band7{fill:var(--s7)}\n";

/* On paper everything is unfolded, and colours are printed. */
static const char print[] =
    "@media print{body{font-size:10pt}nav,summary{display:none}section{break-inside:auto}"
    "h2,h3{break-after:avoid}tr,figure{break-inside:avoid}.table{overflow:visible}"
    "svg{-webkit-print-color-adjust:exact;print-color-adjust:exact}"
    "details::details-content{content-visibility:visible;block-size:auto}@page{margin:15mm}}\n"
    "@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}\n"
    "@media (max-width:30rem){body{font-size:15px}header{padding-top:1.5rem}header,main{padding-left:1rem;"
    "padding-right:1rem}th,td{padding-left:.5rem;padding-right:.5rem}}\n";

void page_style_add(struct buffer *out)
{
    static const char *const parts[] = {colours, letters, facts, tables, charts, lines, print};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        buffer_add_string(out, parts[i]);
}
