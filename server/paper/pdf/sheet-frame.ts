// Typst source shared by documents and reports: colours, fonts, margins and the footer with its
// page numbers.

export const SHEET_COLOURS = String.raw`#let ink = rgb("#16201F")
#let muted = rgb("#465351")
#let line-colour = rgb("#CFD8D5")
#let accent = rgb("#0B626A")
`;

export const SHEET_TEXT = String.raw`#set text(font: paper-fonts, fallback: false, size: 10.5pt, lang: "de", fill: ink, hyphenate: false)
`;

/** Reads `d.footer` of the page model. */
export const SHEET_PAGE = String.raw`#set page(
  paper: "a4",
  margin: (left: 24mm, right: 22mm, top: 18mm, bottom: 23mm),
  footer: [
    #set text(size: 7.5pt, fill: muted)
    #line(length: 100%, stroke: 0.5pt + line-colour)
    #v(-0.5em)
    #grid(columns: (1fr, auto), align: (left, right), d.footer, context [Seite #counter(page).display() von #counter(page).final().first()])
  ],
)
`;
