// Typst layout of a fee agreement (§ 2 Abs. 2 GOZ): the parties, the services, the one statement,
// both signatures, and no other words.

import { SHEET_COLOURS, SHEET_TEXT } from './sheet-frame.ts';

/** Reads `/page.json` (agreement model) and `/qr-n.svg` by page. */
export const AGREEMENT_LAYOUT = String.raw`
#let d = json("/page.json")
${SHEET_COLOURS}
#set document(
  title: d.title, author: d.praxis.name,
  date: datetime(year: d.date.year, month: d.date.month, day: d.date.day, hour: d.date.hour, minute: d.date.minute, second: d.date.second),
)
${SHEET_TEXT}#set par(leading: 0.68em, spacing: 1.15em)
#set page(
  paper: "a4", margin: (left: 24mm, right: 22mm, top: 34mm, bottom: 20mm), header-ascent: 4mm,
  header: context {
    let n = here().page()
    grid(columns: (1fr, 21mm), column-gutter: 8mm, align: (left + bottom, right + bottom), text(size: 8.5pt, fill: muted, d.praxis.name), box(width: 21mm, height: 21mm, if n <= d.codes { image("/qr-" + str(n) + ".svg", width: 21mm, alt: "Code zur Zuordnung, Seite " + str(n)) }))
  },
  footer: align(right, text(size: 7.5pt, fill: muted, context [Seite #counter(page).display() von #counter(page).final().first()])),
)
#v(1.2em)
#heading(level: 1, outlined: false, text(size: 17pt, weight: 600, d.title))
#v(1.2em)
#set par(spacing: 1.5em)
#par[zwischen #text(weight: 600, d.praxis.name)#if d.praxis.anschrift != "" [ \ #d.praxis.anschrift]]
#par[und #text(weight: 600, d.payer)]
#par[Patientin oder Patient: #d.patient.name, geboren am #d.patient.geburtsdatum]
#v(1em)
#table(
  columns: (14mm, 1fr, 24mm, 27mm), align: (left, left, right, right), inset: (x: 0.4em, y: 0.55em),
  stroke: (x, y) => (bottom: 0.5pt + line-colour),
  table.header(..("Nr.", "Leistung", "Steigerungssatz", "Betrag").map(one => text(size: 8.5pt, weight: 600, one))),
  ..d.lines.map(one => (one.number, one.text, one.factor, one.amount)).flatten(),
)
#v(1em)
#par(d.statement)
#let place-for(words) = { v(13mm); line(length: 100%, stroke: 0.7pt + ink); v(-0.5em); text(size: 8.5pt, words) }
#block(breakable: false, width: 100%, above: 3em, grid(
  columns: (1fr, 1fr), column-gutter: 12mm, row-gutter: 4mm,
  place-for("Ort, Datum"), place-for("Ort, Datum"),
  place-for("Unterschrift Zahnärztin oder Zahnarzt"), place-for("Unterschrift zahlungspflichtige Person"),
))
#if d.at("unprinted", default: "") != "" { block(above: 1.2em, breakable: false, text(size: 9pt, weight: 600, d.unprinted)) }
`;
