// Typst layout of blank forms: header with space for the person, boxes to tick, lines to write on;
// each form counts its own pages.

/**
 * Reads `/page.json` (`BlankPage`), `/qr-n.svg` of its sheets and `/qr-n-p.svg` of their further
 * pages.
 */
export const BLANK_LAYOUT = String.raw`
#let d = json("/page.json")
#let ink = rgb("#16201F")
#let muted = rgb("#3A4644")
#let line-colour = rgb("#6B7976")
#set document(
  title: d.title, author: d.praxis.name,
  date: datetime(year: d.date.year, month: d.date.month, day: d.date.day, hour: d.date.hour, minute: d.date.minute, second: d.date.second),
)
#set text(font: paper-fonts, fallback: false, size: 10pt, lang: "de", fill: ink, hyphenate: false)
#set par(leading: 0.55em, spacing: 0.7em)
#let sheet = state("sheet", (title: "", key: "", coded: 0))
#set page(
  paper: "a4", margin: (left: 20mm, right: 16mm, top: 13mm, bottom: 22mm),
  footer: context {
    set text(size: 8.5pt, fill: muted)
    let now = sheet.get()
    let marks = query(<sheet-end>).filter(m => m.value == now.n)
    let last = if marks.len() > 0 { marks.at(-1).location().page() } else { here().page() }
    let first = query(<sheet-start>).filter(m => m.value == now.n).at(0).location().page()
    let at = here().page() - first + 1
    let is-coded = at > 1 and at <= now.coded
    if is-coded { place(top + right, dy: -4mm, image("/qr-" + str(now.n) + "-" + str(at) + ".svg", width: 14mm, alt: "Code zur Zuordnung: " + now.key + ", Seite " + str(at))) }
    show: pad.with(right: if is-coded { 17mm } else { 0mm })
    [Name: #box(width: 62mm, baseline: 1pt, line(length: 100%, stroke: 0.5pt + line-colour)) #h(4mm) geboren am: #box(width: 32mm, baseline: 1pt, line(length: 100%, stroke: 0.5pt + line-colour))]
    v(0.6mm)
    grid(columns: (1fr, auto), align: (left, right), [#now.key · #d.footer], [Seite #at von #(last - first + 1)])
  },
)
#show heading.where(level: 1): it => block(above: 0pt, below: 0.5em, text(size: 16pt, weight: 600, it.body))
#show heading.where(level: 2): it => block(above: 1.2em, below: 0.6em, sticky: true, width: 100%, fill: rgb("#E8EEEC"), inset: (x: 0.6em, y: 0.45em), text(size: 11pt, weight: 600, it.body))
#let say(t) = text(lang: t.lang, dir: if t.isRtl { rtl } else { ltr }, t.text)
#let words(list, weight: 400) = {
  if list.len() > 0 { text(weight: weight, say(list.at(0))) }
  if list.len() > 1 { if list.at(1).isRtl { linebreak() } else { h(0.4em) }; text(fill: muted, weight: 400, size: 9pt, say(list.at(1))) }
}
#let pen(width) = box(width: width, baseline: 1.5pt, line(length: 100%, stroke: 0.6pt + line-colour))
#let tick(round) = box(width: 3.6mm, height: 3.6mm, baseline: 0.5mm, radius: if round { 1.8mm } else { 0.5mm }, stroke: 0.8pt + ink)
#let field(label, width) = box(width: width)[#text(size: 8.5pt, fill: muted, label) #v(4.5mm) #line(length: 100%, stroke: 0.6pt + line-colour)]
#let shape(s) = {
  if s.kind == "lines" { for i in range(s.count) { block(above: 6.5mm, below: 0mm, line(length: 100%, stroke: 0.6pt + line-colour)) } }
  else if s.kind == "boxes" {
    let cells = s.options.map(o => box(inset: (right: 5mm, y: 0.6mm))[#tick(not s.isMany)#h(1.6mm)#words(o)])
    block(above: 0.5em, { set par(leading: 0.75em); cells.join([ ]); if s.isOpen { box(inset: (y: 0.6mm))[#tick(not s.isMany)#h(1.6mm)#pen(60mm)] } })
  }
  else if s.kind == "date" { block(above: 0.9em)[Tag #pen(12mm) Monat #pen(12mm) Jahr #pen(20mm)#if s.isTime [ Uhrzeit #pen(20mm)]] }
  else if s.kind == "amount" { block(above: 0.9em)[#pen(32mm) #s.unit] }
  else if s.kind == "scale" { block(above: 0.6em, range(s.from, s.to + 1).map(n => box(inset: (right: 3.2mm))[#tick(true)#h(1mm)#n]).join([])) }
  else if s.kind == "attach" { block(above: 0.5em, text(fill: muted)[#tick(false)#h(1.6mm)Liegt bei (bitte am Empfang abgeben)]) }
}
#let item(q) = block(width: 100%, breakable: q.shape.kind == "boxes" and q.shape.options.len() > 12, above: 0.95em, inset: (left: calc.min(q.depth, 3) * 5mm))[
  #if q.when.len() > 0 { block(below: 0.35em, text(size: 9pt, fill: muted, style: "normal")[#words(q.when)]) }
  #if q.number != "" [#text(fill: muted, q.number)#h(0.5em)]#words(q.words, weight: if q.shape.kind == "none" { 400 } else { 600 })
  #if q.help.len() > 0 { block(above: 0.3em, text(size: 9pt, fill: muted, words(q.help))) }
  #shape(q.shape)
]
#let person = block(width: 100%, stroke: 0.8pt + line-colour, radius: 2pt, inset: 3mm, below: 1em)[
  #grid(columns: (1.3fr, 1fr, 0.9fr), column-gutter: 5mm, field("Nachname", 100%), field("Vorname", 100%), field("geboren am", 100%))
]
#let sign(label) = grid(columns: (0.45fr, 1fr), column-gutter: 6mm, field("Datum", 100%), field(label, 100%))

#for (n, s) in d.sheets.enumerate() {
  if n > 0 { pagebreak() }
  sheet.update((key: s.key, n: n, coded: s.coded))
  [#metadata(n) <sheet-start>]
  grid(columns: (1fr, auto), column-gutter: 6mm,
    [#if d.praxis.hasLogo [#image("/logo.png", height: 8mm, alt: d.praxis.name) #v(-0.4em)]#text(weight: 600, d.praxis.name) \ #text(size: 8.5pt, fill: muted, (d.praxis.anschrift, d.praxis.telefon).filter(x => x != "").join(" · "))],
    image("/qr-" + str(n) + ".svg", width: 17mm, alt: "Code zur Zuordnung: " + s.code))
  v(-0.4em)
  heading(level: 1, outlined: true, words(s.title, weight: 600))
  person
  if s.kind == "form" {
    for part in s.sections {
      heading(level: 2, outlined: false, words(part.title, weight: 600))
      for turn in range(part.repeat) {
        if part.repeat > 1 { block(above: 1em, text(weight: 600, str(turn + 1) + ".")) }
        for q in part.items { item(q) }
      }
    }
    block(breakable: false, above: 2em)[#sign("Unterschrift der Person oder wer sie vertritt (bitte auch den Namen in Druckschrift)") #v(2mm) #field("Ausgefüllt von, wenn nicht von der Person selbst", 100%)]
  } else {
    if s.note != "" { block(width: 100%, fill: rgb("#E8EEEC"), inset: 3mm, text(weight: 600, s.note)) }
    for part in s.parts {
      heading(level: 2, outlined: false, words(part.heading, weight: 600))
      for b in part.body { if b.isListed { list(words(b.words)) } else { par(words(b.words)) } }
    }
    for one in s.declarations { block(above: 0.9em, grid(columns: (5mm, 1fr), column-gutter: 2mm, tick(false), words(one))) }
    block(breakable: false, above: 2em, for one in s.signers { block(below: 5mm, sign(one)) })
  }
  if d.at("unprinted", default: "") != "" { block(above: 1.2em, breakable: false, text(size: 9pt, weight: 600, d.unprinted)) }
  [#metadata(n) <sheet-end>]
}
`;
