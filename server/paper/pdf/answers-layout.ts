// Typst layout of one set of answers on one sheet: critical facts in a frame at the top, two
// columns below; nothing smaller than 8.5 points.

/** Reads `/page.json` (`AnswersPage`). */
export const ANSWERS_LAYOUT = String.raw`
#let d = json("/page.json")
#let ink = rgb("#16201F")
#let muted = rgb("#3A4644")
#let line-colour = rgb("#9AA8A4")

#set document(
  title: d.title, author: d.praxis.name,
  date: datetime(year: d.date.year, month: d.date.month, day: d.date.day, hour: d.date.hour, minute: d.date.minute, second: d.date.second),
)
#set text(font: paper-fonts, fallback: false, size: 9pt, lang: "de", fill: ink, hyphenate: true)
#set par(leading: 0.5em, spacing: 0.6em)
#set page(
  paper: "a4",
  margin: (left: 16mm, right: 12mm, top: 10mm, bottom: 14mm),
  footer: [
    #set text(size: 8.5pt, fill: muted)
    #line(length: 100%, stroke: 0.5pt + line-colour)
    #v(-0.35em)
    #grid(columns: (1fr, auto), align: (left, right), d.footer, context [Seite #counter(page).display() von #counter(page).final().first()])
  ],
)
#show heading.where(level: 1): it => text(size: 13pt, weight: 600, it.body)
#show heading.where(level: 2): it => block(above: 0.75em, below: 0.4em, sticky: true, width: 100%, stroke: (bottom: 0.5pt + line-colour), inset: (bottom: 0.3em), text(size: 10pt, weight: 600, it.body))
#let own(t) = text(lang: d.language, dir: if d.isRtl { rtl } else { ltr }, t)
#let answer(a) = if a.isOwn [#text(weight: 600, own(a.text)) (auf #d.languageName geschrieben, nicht übersetzt)] else { text(weight: 600, a.text) }

#grid(
  columns: (1fr, auto), column-gutter: 6mm,
  [#heading(level: 1, outlined: false, d.title) \ #text(size: 11pt, weight: 600, d.patient.name) #if d.patient.geburtsdatum != "" [ · geboren am #d.patient.geburtsdatum] · Nr. #d.patient.patid],
  align(right)[#if d.praxis.hasLogo [#image("/logo.png", height: 8mm, alt: d.praxis.name) #v(-0.4em)]#text(weight: 600, d.praxis.name) \ #(d.praxis.anschrift, d.praxis.telefon).filter(x => x != "").join(" · ")],
)
#text(fill: muted, d.facts.join(" · "))
#if d.problems > 0 [ #text(weight: 600)[ · Bitte prüfen: #d.problems #if d.problems == 1 [Antwort passt] else [Antworten passen] nicht zum Formular.] ]
#if not d.hasForm [ #text(weight: 600)[Der Fragebogen ist hier nicht bekannt; wichtige Antworten sind nicht hervorgehoben.] ]

#if d.important.len() + d.unsure.len() + d.notes.len() > 0 {
  block(width: 100%, above: 0.7em, below: 0.6em, stroke: 1.2pt + ink, inset: (x: 0.7em, y: 0.6em), {
    if d.important.len() > 0 {
      text(size: 10pt, weight: 600)[Wichtig für die Behandlung: Ja]
      v(0.05em)
      grid(columns: (1fr, 1fr), column-gutter: 5mm, row-gutter: 0.5em, ..d.important.map(one => [
        #text(size: 9.5pt, weight: 600, one.kind): #one.said.map(s => [#text(weight: 600, s.text)#if s.note != "" [ (#s.note)]]).join("; ")
      ]))
    }
    if d.unsure.len() > 0 { par[#text(weight: 600)[Nicht geklärt:] #d.unsure.map(one => one.kind + " (" + one.questions.map(q => q + " ").join("", default: "") + one.state + ")").join(", ")] }
    for note in d.notes { par[#text(weight: 600)[Nachtrag] #note] }
  })
}

#let part(title) = heading(level: 2, outlined: false, title)
#let listed(key) = for s in d.sections { if s.at(key).len() > 0 { par(hanging-indent: 0.8em)[#text(weight: 600)[#s.title:] #s.at(key).join(" · ")] } }
#columns(2, gutter: 6mm)[
  #if d.sections.any(s => s.lines.len() > 0) {
    part("Ja und andere Angaben")
    for s in d.sections {
      if s.lines.len() > 0 {
        block(above: 0.7em, below: 0.35em, sticky: true, text(weight: 600, fill: muted, s.title))
        for l in s.lines { par(hanging-indent: 0.8em)[#l.question #l.answers.map(answer).join("; ")] }
      }
    }
  }
  #if d.sections.any(s => s.no.len() > 0) { part("Nein oder nichts davon"); listed("no") }
  #if d.sections.any(s => s.open.len() > 0) { part("Gefragt, nicht beantwortet"); listed("open") }
  #if d.shown.len() > 0 {
    part("So wurden die Fragen gezeigt")
    for one in d.shown { par(hanging-indent: 0.8em)[#one.question #text(fill: muted)[Gezeigt wurde (#one.how):] #text(lang: one.language, dir: if one.isRtl { rtl } else { ltr }, one.text)] }
  }
]
#if d.at("unprinted", default: "") != "" { block(above: 1.2em, breakable: false, text(size: 9pt, weight: 600, d.unprinted)) }
`;
