// Typst layout of an invoice of the vendor (DIN 5008, form B): the same facts as the attached XML,
// which leads; texts arrive as data and are never markup.

import { SHEET_COLOURS, SHEET_TEXT } from '../sheet-frame.ts';

/** Reads `/page.json` (invoice model). */
export const INVOICE_LAYOUT = String.raw`
#let d = json("/page.json")
${SHEET_COLOURS}
#set document(
  title: d.title, author: d.seller.name,
  date: datetime(year: d.date.year, month: d.date.month, day: d.date.day, hour: d.date.hour, minute: d.date.minute, second: d.date.second),
)
${SHEET_TEXT}#set par(leading: 0.65em, spacing: 1.05em)
#set page(
  paper: "a4", margin: (left: 25mm, right: 20mm, top: 20mm, bottom: 34mm),
  footer: [
    #set text(size: 7.5pt, fill: muted)
    #line(length: 100%, stroke: 0.5pt + line-colour)
    #v(-0.4em)
    #grid(
      columns: (1fr, 1fr, 1fr), column-gutter: 6mm,
      d.seller.lines.join("\n"), d.seller.contact.join("\n"), d.seller.bank.join("\n"),
    )
    #v(-0.2em)
    #grid(columns: (1fr, auto), d.seller.legal, context [Seite #counter(page).display() von #counter(page).final().first()])
  ],
)
#block(height: 25mm, width: 100%)[#text(size: 15pt, weight: 600, fill: accent, d.seller.name)]
// The window begins 45 mm below the edge of the sheet.
#grid(columns: (85mm, 1fr), column-gutter: 10mm,
  block(height: 45mm)[
    #text(size: 7pt, fill: muted, d.seller.lines.join(" · "))
    #v(0.6em)
    #d.buyer.join("\n")
  ],
  grid(columns: (auto, 1fr), column-gutter: 4mm, row-gutter: 0.55em, ..d.facts.map(((label, value)) => (text(fill: muted, label), align(right, value))).flatten()),
)
#block(below: 1.1em, heading(level: 1, outlined: false, text(size: 14pt, weight: 600, d.title)))
#if d.note != "" { par(d.note) }
#table(
  columns: (8mm, 1fr, 40mm, 14mm, 24mm, 26mm), align: (right, left, left, right, right, right),
  inset: (x: 0.4em, y: 0.55em), stroke: (x, y) => (bottom: 0.5pt + line-colour),
  table.header(..("Nr.", "Leistung", "Zeitraum", "Menge", "Einzelpreis", "Netto").map(one => text(size: 8.5pt, weight: 600, one))),
  ..d.lines.map(one => (one.number, one.name, one.period, one.quantity, one.price, one.amount)).flatten(),
)
#align(right, block(width: 92mm, breakable: false, grid(
  columns: (1fr, auto), column-gutter: 6mm, row-gutter: 0.6em, align: (left, right),
  ..d.sums.map(one => if one.isTotal { (text(weight: 600, one.label), text(weight: 600, one.amount)) } else { (one.label, one.amount) }).flatten(),
)))
#v(0.8em)
#for one in d.terms { par(one) }
#text(size: 8pt, fill: muted)[Diese Datei enthält die Rechnung auch als strukturierte Daten (ZUGFeRD, EN 16931). Bei Abweichungen gelten die strukturierten Daten.]
#if d.at("unprinted", default: "") != "" { block(above: 1.2em, breakable: false, text(size: 9pt, weight: 600, d.unprinted)) }
`;

/** Attaches the XML as the other form of the same invoice. */
export const ATTACH_INVOICE = String.raw`#pdf.attach("/factur-x.xml", relationship: "alternative", mime-type: "text/xml", description: "Rechnung als strukturierte Daten (Factur-X)")
`;
