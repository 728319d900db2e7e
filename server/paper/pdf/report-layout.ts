// Typst layout of a report: the header of the practice, the subject, plain text, one table; texts
// arrive as data and are never markup.

import { LOGO_MARK } from './logo-file.ts';
import { SHEET_COLOURS, SHEET_PAGE, SHEET_TEXT } from './sheet-frame.ts';

/** Reads `/page.json` (report model). */
export const REPORT_LAYOUT = String.raw`
#let d = json("/page.json")
${SHEET_COLOURS}
#set document(
  title: d.title, author: d.praxis.name,
  date: datetime(year: d.date.year, month: d.date.month, day: d.date.day, hour: d.date.hour, minute: d.date.minute, second: d.date.second),
)
${SHEET_TEXT}#set par(leading: 0.68em, spacing: 1em)
${SHEET_PAGE}#set page(flipped: d.isWide)
#show heading.where(level: 1): it => block(above: 0pt, below: 0.7em, text(size: 19pt, weight: 600, fill: ink, it.body))

${LOGO_MARK}#text(size: 11.5pt, weight: 600, fill: accent, d.praxis.name) \
#text(size: 8.5pt, fill: muted, (d.praxis.anschrift, d.praxis.telefon, d.praxis.mail).filter(x => x != "").join(" · "))
#v(0.4em)
#line(length: 100%, stroke: 1pt + accent)
#v(1.3em)

#heading(level: 1, outlined: false, d.title)
#block(width: 100%, below: 1.4em, inset: (x: 0.9em, y: 0.8em), radius: 3pt, stroke: 0.6pt + line-colour, grid(
  columns: d.facts.map(f => if f.wide { 1fr } else { auto }), column-gutter: 2.2em, row-gutter: 0.45em,
  ..d.facts.map(f => text(size: 7.8pt, fill: muted, f.label)),
  ..d.facts.map(f => text(weight: 600, size: 10.5pt, f.value)),
))
#for p in d.words { par(p) }
#if d.rows.len() == 0 { block(above: 1.6em, text(weight: 600, d.empty)) } else {
  set text(size: 8.5pt)
  block(above: 1.6em, table(
    columns: d.columns.map(c => if c.wide { 1fr } else { auto }),
    stroke: (x, y) => (bottom: 0.5pt + line-colour),
    inset: (x: 0.5em, y: 0.5em),
    align: (x, y) => if d.columns.at(x).isNumber { right } else { left },
    table.header(..d.columns.map(c => text(weight: 600, fill: accent, c.name))),
    ..d.rows.flatten(),
  ))
}
#if d.at("unprinted", default: "") != "" { block(above: 1.2em, breakable: false, text(size: 9pt, weight: 600, d.unprinted)) }
`;
