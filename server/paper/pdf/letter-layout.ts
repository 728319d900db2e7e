// Typst layout of a letter in a window envelope (DIN 5008, form B): each letter on its own page;
// texts arrive as data and are never markup.

import { LOGO_MARK } from './logo-file.ts';
import { SHEET_COLOURS, SHEET_TEXT } from './sheet-frame.ts';

/** Reads `/page.json` (letters model). */
export const LETTER_LAYOUT = String.raw`
#let d = json("/page.json")
${SHEET_COLOURS}
#set document(
  title: d.subject, author: d.praxis.name,
  date: datetime(year: d.date.year, month: d.date.month, day: d.date.day, hour: d.date.hour, minute: d.date.minute, second: d.date.second),
)
${SHEET_TEXT}#set par(leading: 0.7em, spacing: 1.1em)
#set page(paper: "a4", margin: (left: 25mm, right: 20mm, top: 20mm, bottom: 20mm))
#for (at, one) in d.letters.enumerate() {
  if at > 0 { pagebreak() }
  block(height: 25mm, width: 100%)[
    ${LOGO_MARK}    #text(size: 13pt, weight: 600, fill: accent, d.praxis.name) \
    #text(size: 8.5pt, fill: muted, (d.praxis.anschrift, d.praxis.telefon, d.praxis.mail).filter(x => x != "").join(" · "))
    #v(0.2em)
    #line(length: 100%, stroke: 0.8pt + accent)
  ]
  // The window begins 45 mm below the edge of the sheet.
  block(height: 45mm, width: 85mm)[
    #text(size: 7pt, fill: muted, (d.praxis.name, d.praxis.anschrift).filter(x => x != "").join(" · "))
    #v(0.6em)
    #text(size: 10.5pt, one.address.join("\n"))
  ]
  align(right, text(size: 10pt, d.day))
  v(0.8em)
  block(below: 1.4em, heading(level: 1, outlined: false, text(size: 11.5pt, weight: 600, d.subject)))
  par(one.greeting)
  for p in one.paragraphs { par(p) }
  v(0.6em)
  par(d.closing)
  v(0.4em)
  par(text(weight: 600, d.praxis.name))
  // Each letter goes to somebody else: it speaks of its own characters only, and of no others.
  if (one.address + one.paragraphs + (one.greeting,)).any(t => t.contains("\u{FFFD}")) { block(above: 2em, text(size: 9pt)[\u{FFFD} steht für ein Zeichen, das dieser Brief nicht drucken kann.]) }
}
`;
