// Typst layout of a document: A4, black on white, one accent; texts arrive as data and are never
// markup.

import { SHEET_COLOURS, SHEET_PAGE, SHEET_TEXT } from './sheet-frame.ts';

/**
 * Files the sources read: `/page.json` (page model), `/data.json` (canonical document, attached),
 * `/qr-n.svg` and `/scan-n.jpg` by page, `/mark.json`.
 */
export const DOCUMENT_LAYOUT = String.raw`
#let d = json("/page.json")
${SHEET_COLOURS}#let soft = rgb("#EEF7F7")

#set document(
  title: d.title.at(0).text,
  author: d.praxis.name,
  date: datetime(year: d.date.year, month: d.date.month, day: d.date.day, hour: d.date.hour, minute: d.date.minute, second: d.date.second),
)
${SHEET_TEXT}#set par(leading: 0.68em, spacing: 1.15em)
#set list(marker: text(fill: accent)[•], indent: 0.2em, body-indent: 0.6em, spacing: 0.8em)
${SHEET_PAGE}#show heading.where(level: 1): it => block(above: 0pt, below: 0.5em, text(size: 19pt, weight: 600, fill: ink, it.body))
#show heading.where(level: 2): it => block(above: 1.6em, below: 0.85em, sticky: true, text(size: 12pt, weight: 600, fill: accent, it.body))

#let say(t) = text(lang: t.lang, dir: if t.dir == "rtl" { rtl } else { ltr }, t.text)
#let de(key) = d.labels.at(key).at(0).text
#let pair(list) = {
  say(list.at(0))
  // A box keeps right-to-left words from reordering what follows.
  for one in list.slice(1) { text(fill: muted, weight: 400)[ · #if one.dir == "rtl" { box(say(one)) } else { say(one) }] }
}
// More than two languages do not fit into the columns of the box.
#let short-label(list) = if list.len() > 2 { say(list.at(0)) } else { pair(list) }
#let direction(t) = if t.dir == "rtl" { rtl } else { ltr }
#let translated(list, size: 9pt) = for one in list.slice(1) {
  block(above: 0.55em, width: 100%, {
    set text(size: size, fill: muted, dir: direction(one))
    say(one)
  })
}
// Two directions in one line are hard to read: a right-to-left heading stands below.
#let heading-words(list) = {
  say(list.at(0))
  for one in list.slice(1) {
    if one.dir == "rtl" { linebreak() } else { text(fill: muted, weight: 400)[ · ] }
    text(fill: muted, weight: 400, say(one))
  }
}
#let beside(dir, body) = {
  let bar = 2pt + rgb("#83C0C4")
  block(width: 100%, above: 1em, inset: (x: 0.9em, y: 0.15em), stroke: if dir == "rtl" { (right: bar) } else { (left: bar) }, {
    set text(size: 9.6pt, fill: muted, dir: if dir == "rtl" { rtl } else { ltr })
    body
  })
}
#let render-block(b) = {
  if b.type == "p" { par(say(b.text)) }
  else if b.type == "note" {
    block(width: 100%, fill: soft, inset: (x: 0.9em, y: 0.75em), radius: 3pt, breakable: false, say(b.text))
  }
  else if b.type == "ul" {
    set text(lang: b.items.at(0).lang, dir: if b.items.at(0).dir == "rtl" { rtl } else { ltr })
    list(..b.items.map(say))
  }
  else if b.type == "table" {
    set text(size: 9pt, lang: b.caption.lang, dir: if b.caption.dir == "rtl" { rtl } else { ltr })
    block(above: 0.9em, below: 0.5em, sticky: true, text(weight: 600, say(b.caption)))
    table(
      columns: if b.head.len() == 2 { (1fr, 1fr) } else { b.head.len() * (1fr,) },
      stroke: (x, y) => (bottom: 0.5pt + line-colour),
      inset: (x: 0.5em, y: 0.55em),
      table.header(..b.head.map(cell => text(weight: 600, fill: accent, say(cell)))),
      ..b.rows.flatten().map(say),
    )
  }
}
#let spot(kind, id, w, h) = place(top + left, context [#metadata((kind: kind, id: id, page: here().page(), x: here().position().x.pt(), y: here().position().y.pt(), width: w.pt(), height: h.pt())) <box>])

// Pages of paper stand before what is said about them.
#for (at, s) in d.scans.enumerate() {
  page(margin: 0mm, footer: none, flipped: s.isWide, align(center + horizon, layout(room => {
    let turned = calc.rem(s.turn, 180) != 0
    let picture = image("/scan-" + str(at + 1) + ".jpg", alt: s.alt, fit: "contain", width: if turned { room.height } else { room.width }, height: if turned { room.width } else { room.height })
    if s.turn == 0 { picture } else { rotate(s.turn * 1deg, reflow: true, picture) }
  })))
}
#let praxis = [
  #text(size: 11.5pt, weight: 600, fill: accent, d.praxis.name) \
  #text(size: 8.5pt, fill: muted, (d.praxis.anschrift, d.praxis.telefon, d.praxis.mail).filter(x => x != "").join(" · "))
]
// Every sheet that comes back by a scanner says for itself which one it is.
#show: body => if not d.qr { body } else {
  set page(margin: (left: 24mm, right: 22mm, top: 34mm, bottom: 23mm), header-ascent: 4mm, header: context {
    let n = here().page()
    grid(columns: (1fr, 21mm), column-gutter: 8mm, align: (left + bottom, right + bottom), if n == 1 { praxis } else { text(size: 8.5pt, fill: muted, d.praxis.name) }, box(width: 21mm, height: 21mm, if n <= d.codes { image("/qr-" + str(n) + ".svg", width: 21mm, alt: de("qr")) }))
  })
  body
}
#if not d.qr {
  praxis
  v(0.4em)
}
#line(length: 100%, stroke: 1pt + accent)
#v(1.3em)

#heading(level: 1, outlined: false, say(d.title.at(0)))
#translated(d.title, size: 12.5pt)
#v(0.5em)
#block(width: 100%, inset: (x: 0.9em, y: 0.8em), radius: 3pt, stroke: 0.6pt + line-colour, grid(
  columns: (1fr, auto, auto), column-gutter: 2.2em, row-gutter: 0.45em,
  text(size: 7.8pt, fill: muted, short-label(d.labels.patient)),
  text(size: 7.8pt, fill: muted, short-label(d.labels.geburtsdatum)),
  text(size: 7.8pt, fill: muted, short-label(d.labels.patid)),
  text(weight: 600, size: 11pt, d.patient.name),
  text(weight: 600, size: 11pt, d.patient.geburtsdatum),
  text(weight: 600, size: 11pt, d.patient.patid),
))
#if d.isPaper {
  block(width: 100%, above: 1em, fill: rgb("#FFEFCC"), inset: (x: 0.9em, y: 0.75em), radius: 3pt)[
    #text(weight: 600, de("paper")) #say(d.formReason.at(0)) #text(fill: muted)[(#d.formSource)]
    #translated(d.formReason)
  ]
}
#if d.translations.len() > 0 {
  block(above: 1em, text(size: 9pt, fill: muted, say(d.labels.binding.at(0))))
  for one in d.translations {
    let own = one.binding
    block(above: 0.5em, width: 100%, text(size: 9pt, fill: muted, dir: direction(own), say(own)))
    for words in one.review {
      block(above: 0.5em, width: 100%, text(size: 9pt, fill: ink, weight: 600, dir: direction(words), say(words)))
    }
  }
}

#for (i, s) in d.sections.enumerate() {
  heading(level: 2, outlined: false)[#(i + 1). #h(0.25em) #heading-words(s.heading)]
  for b in s.german { render-block(b) }
  for one in s.foreign { beside(one.dir, for b in one.body { render-block(b) }) }
}

#if d.isNotice { block(above: 1.8em, text(weight: 600, pair(d.labels.notice))) }

#let declaration(one) = block(width: 100%, breakable: false, below: 0.95em, grid(
  columns: (4.6mm, 1fr), column-gutter: 3mm,
  move(dy: -0.5mm, box(width: 4.6mm, height: 4.6mm, radius: 0.8pt, stroke: 0.9pt + rgb("#6B7976"), spot("check", one.id, 4.6mm, 4.6mm))),
  [
    #say(one.text.at(0))#if not one.required { text(size: 8.5pt, fill: muted)[ (#pair(d.labels.optional))] }
    #translated(one.text)
  ],
))
// What is declared stands on the page of the signature, as long as it leaves room for text.
#let length-of(one) = one.text.map(t => t.text.len()).sum()
#let short = d.declarations.len() <= 6 and d.declarations.map(length-of).sum(default: 0) < 2400
#let together = if d.signers.len() == 0 { 0 } else if short { d.declarations.len() } else { 1 }
#let legend = if d.variant == "sign" and d.declarations.len() > 0 {
  block(above: 0.3em, text(size: 8pt, fill: muted)[Haken: Ja · Strich: Nein · leer: nicht beantwortet])
}
#if d.declarations.len() > 0 {
  let above = d.declarations.slice(0, d.declarations.len() - together)
  if above.len() > 0 {
    heading(level: 2, outlined: false, pair(d.labels.declarations))
    for one in above { declaration(one) }
  }
}

#let signature(s) = block(width: 100%, breakable: false)[
  #if d.variant == "sign" {
    box(width: 100%, height: 25mm, radius: 3pt, stroke: 0.9pt + rgb("#6B7976"), layout(size => spot("signature", s.id, size.width, size.height)))
  } else {
    v(13mm)
    line(length: 100%, stroke: 0.7pt + ink)
    v(-0.4em)
    text(size: 7.8pt, fill: muted, pair(d.labels.placeDate))
    v(12mm)
    line(length: 100%, stroke: 0.7pt + ink)
    v(-0.2em)
  }
  #block(above: 0.6em)[
    #text(weight: 600, s.name) #if s.capacity != "" [ (#s.capacity)] \
    #text(size: 8pt, fill: muted, pair(s.role))
  ]
]
#if d.signers.len() > 0 {
  block(breakable: false, width: 100%, above: 0.95em)[
    #if together > 0 {
      if together == d.declarations.len() { heading(level: 2, outlined: false, pair(d.labels.declarations)) }
      for one in d.declarations.slice(d.declarations.len() - together) { declaration(one) }
      legend
    }
    #heading(level: 2, outlined: false)[#pair(d.labels.signatures)#if d.signedTitle != "" [: #d.signedTitle]]
    #grid(columns: (1fr, 1fr), column-gutter: 8mm, row-gutter: 6mm, ..d.signers.map(signature))
  ]
  if d.variant == "sign" {
    block(above: 1.6em, text(size: 8pt, fill: muted)[#say(d.labels.seal.at(0))])
    translated(d.labels.seal, size: 8pt)
  }
}
#if d.understood.len() > 0 {
  block(above: 1.6em, breakable: false, width: 100%, {
    text(weight: 600, fill: accent, "So wurde der Text gelesen")
    for one in d.understood { block(above: 0.6em, text(size: 9pt, one)) }
  })
}
#block(above: 1.4em, text(size: 8pt, fill: muted)[#pair(d.labels.sources): #d.source.join(" · ")])
#if d.at("unprinted", default: "") != "" { block(above: 1.2em, breakable: false, text(size: 9pt, weight: 600, d.unprinted)) }
`;

/** Attaches the canonical document; omitted for PDF/A-1, which has no attachments. */
export const ATTACH_DATA = String.raw`#pdf.attach("/data.json", relationship: "data", mime-type: "application/json", description: "Daten dieses Dokuments")
`;

/**
 * Content of a signed box, apart from ink: caption, typed name or witnessed mark. One page of the
 * size of the box.
 */
export const MARK_LAYOUT = String.raw`
#let m = json("/mark.json")
#set document(title: m.title, date: datetime(year: 2000, month: 1, day: 1))
#set page(width: m.width * 1pt, height: m.height * 1pt, margin: (x: 5pt, y: 3.5pt), fill: none)
#set text(font: paper-fonts, fallback: false, lang: "de", fill: rgb("#111A2E"), hyphenate: false)
#set par(leading: 0.45em)
#let fit(body, size) = context {
  let wide = measure(text(size: size, body)).width
  let room = (m.width - 12) * 1pt
  text(size: if wide > room { calc.max(size * (room / wide), 4pt) } else { size }, body)
}
#if m.name != "" {
  place(horizon + center, dy: -5pt, fit(m.name, 17pt))
}
#place(bottom + left, fit(m.caption, 6.2pt))
`;
