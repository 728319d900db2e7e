// Formulas and meanings of the key figures in German, and sources of usual values. Pure.

import type { FigureWords } from '../../../../shared/analytics/reports/figure.ts';
import type { FigureKey } from '../../../../shared/analytics/reports/figure-list.ts';

const formula = (text: string, meaning = '', source = ''): FigureWords => ({
  formula: text,
  ...(meaning !== '' && { meaning }),
  ...(source !== '' && { source }),
});

const COUNTED_NOTE =
  'Es zählen erbrachte und abgerechnete Leistungen; stornierte, gelöschte und nur geplante nicht.';
const CASE_BASE =
  'Ein KCH-Fall ist ein Patient in einem Kalenderquartal mit mindestens einer BEMA-Leistung des Bereichs KCH zulasten der Kasse.';
const DUE_APPOINTMENTS =
  'Fällig sind vergangene Termine mit Ergebnis, die weder verschoben noch von der Praxis abgesagt wurden; von heute die bis zum letzten, dessen Ergebnis feststeht.';

/** A new figure needs its row here: the type demands it. */
export const FIGURE_WORDS_DE: Readonly<Record<FigureKey, FigureWords>> = {
  umsatz: formula(
    'Summe der Beträge aller Leistungen',
    `Nach Behandlungstag, Rechnungstag oder Zahlung, je nach Filter. ${COUNTED_NOTE} Terminart, und wo keines geliefert ist das Zimmer, hat eine Leistung von ihrem Termin, sonst vom ersten wahrgenommenen Termin desselben Tages.`,
  ),
  honorarumsatz: formula('Summe der Honorare ohne Material und Labor', COUNTED_NOTE),
  umsatzJeBehandler: formula(
    'Umsatz geteilt durch die Zahl der Behandler, auf die mindestens ein Prozent davon entfällt',
    'Die Werte der Einzelnen zeigt der Bericht Umsatz nach Behandler.',
  ),
  stundensatz: formula(
    'Honorar geteilt durch Behandlungsstunden',
    'Behandlungsstunden sind die geplanten Dauern der wahrgenommenen Termine.',
  ),
  behandlungsstunden: formula(
    'Summe der geplanten Dauern wahrgenommener Termine',
    '',
    'KZBV-Jahrbuch: 1.378 Stunden im Jahr je Inhaber',
  ),
  umsatzJeZimmerstunde: formula(
    'Umsatz in Behandlungszimmern geteilt durch deren offene Stunden',
    'Offen ist ein Zimmer, solange dort jemand zur Behandlung eingeteilt ist; sich überschneidende Zeiten zählen einmal.',
  ),
  umsatzJeTermin: formula(
    'Umsatz an Tagen mit wahrgenommenem Termin geteilt durch wahrgenommene Termine',
    'Nach Behandlungstag.',
  ),
  umsatzJePatient: formula(
    'Umsatz geteilt durch Patienten mit einer Leistung',
    'Im gewählten Zeitraum; für den Wert im Jahr ein Jahr wählen.',
  ),
  fallwertGkv: formula(
    'Kassenumsatz in KCH, PAR und KB geteilt durch KCH-Fälle',
    CASE_BASE,
    'mit der Grenze der KZV vergleichen',
  ),
  punkteJeFall: formula('BEMA-Punkte in KCH geteilt durch KCH-Fälle', CASE_BASE),
  anteilGkv: formula(
    'Umsatz zulasten der Kasse geteilt durch Umsatz',
    'Ohne Angabe zahlt BEMA die Kasse, alles andere bei Privatversicherten die Privatversicherung, sonst der Patient.',
  ),
  anteilPkv: formula('Umsatz zulasten der Privatversicherung geteilt durch Umsatz'),
  anteilEigen: formula('Umsatz, den Patienten selbst zahlen, geteilt durch Umsatz'),
  gkvAmPrivatumsatz: formula(
    'Privatumsatz mit Kassenpatienten geteilt durch Privatumsatz',
    '',
    '67,7 % (2024)',
  ),
  patientenGkv: formula('behandelte Kassenpatienten geteilt durch behandelte Patienten'),
  patientenPkv: formula('behandelte Privatversicherte geteilt durch behandelte Patienten'),
  patientenSonst: formula('behandelte Selbstzahler und übrige geteilt durch behandelte Patienten'),
  neupatienten: formula(
    'Patienten, deren erster Besuch im Zeitraum liegt',
    'Ein Besuch ist ein Tag mit Leistung oder wahrgenommenem Termin; steht in der Akte ein früherer Tag, zählt dieser.',
  ),
  neupatientenquote: formula('Neupatienten geteilt durch behandelte Patienten'),
  bindungNeu: formula(
    'Neupatienten mit zweitem Besuch binnen 180 Tagen geteilt durch Neupatienten',
    'Erst ein halbes Jahr nach dem Zeitraum ist der Wert vollständig.',
  ),
  aktivePatienten: formula('Patienten mit einer Leistung in den letzten 24 Monaten'),
  abwanderung: formula(
    'Patienten mit letztem Besuch vor 18 bis 24 Monaten ohne künftigen Termin, geteilt durch die aktiven Patienten ein halbes Jahr zuvor',
  ),
  patientenwachstum: formula(
    '(neue + wiedergekommene − inaktiv gewordene) geteilt durch aktive Patienten am Ende',
    'Inaktiv wird, wer 24 Monate ohne Leistung blieb.',
  ),
  reaktiviert: formula('Patienten mit mehr als 18 Monaten Pause vor einem Besuch im Zeitraum'),
  auslastung: formula(
    'Minuten nicht abgesagter Termine geteilt durch Minuten eingeteilter Behandlungszeit',
    'Wer nicht erschien, hat die Zeit belegt. Sich überschneidende Dienste einer Person zählen einmal, Abwesenheit zählt nicht.',
  ),
  auslastungErbracht: formula(
    'Minuten wahrgenommener Termine geteilt durch Minuten eingeteilter Behandlungszeit',
    'Bis gestern. Sich überschneidende Dienste einer Person zählen einmal, Abwesenheit zählt nicht.',
  ),
  stuhlauslastung: formula(
    'Minuten wahrgenommener Termine in Zimmern geteilt durch offene Minuten der Zimmer',
  ),
  freieZeit: formula(
    'eingeteilte Behandlungszeit minus vergebene Minuten, ab heute',
    'Nur der Teil des Zeitraums ab heute.',
  ),
  absagequote: formula(
    'von Patienten abgesagte Termine geteilt durch fällige Termine',
    DUE_APPOINTMENTS,
  ),
  kurzfristabsage: formula(
    'weniger als 24 Stunden vorher abgesagte Termine geteilt durch fällige Termine',
    DUE_APPOINTMENTS,
  ),
  noShowQuote: formula(
    'nicht wahrgenommene Termine ohne Absage geteilt durch fällige Termine',
    `${DUE_APPOINTMENTS} Ohne Stand gilt ein vergangener Termin ohne Leistung am selben Tag als nicht erschienen; einer, der in der Praxissoftware offen blieb, mit Leistung am selben Tag als wahrgenommen, ohne Leistung als Termin ohne Ergebnis.`,
  ),
  ohneErgebnis: formula(
    'vergangene Termine, die in der Praxissoftware offen blieben, ohne Leistung am selben Tag',
    'Sie zählen weder als wahrgenommen noch als ausgefallen, bis die Praxis sie abschließt.',
  ),
  ausfallquote: formula(
    'von Patienten abgesagte und nicht wahrgenommene Termine geteilt durch fällige Termine',
    DUE_APPOINTMENTS,
  ),
  wiederbelegung: formula(
    'wieder belegte Minuten ausgefallener Termine geteilt durch ihre Minuten',
    'Belegt durch einen später vergebenen Termin desselben Behandlers zur selben Zeit.',
  ),
  ausfallkosten: formula(
    'nicht wieder belegte Stunden ausgefallener Termine mal Honorarstundensatz',
  ),
  vorlaufzeit: formula('Median der Tage von der Vergabe bis zum Termin'),
  naechsterFreier: formula(
    'Tage bis zur ersten Lücke in der üblichen Länge der Terminart',
    'Ab morgen, höchstens 90 Tage voraus; ohne gewählte Terminart 30 Minuten.',
  ),
  wartezeit: formula(
    'Median der Minuten vom späteren aus Termin und Ankunft bis zum Beginn',
    'Wer früher drankam, wartete null Minuten.',
  ),
  puenktlichkeit: formula(
    'Termine, die höchstens 10 Minuten nach Plan begannen, geteilt durch Termine mit Beginn',
  ),
  dauertreue: formula('tatsächliche Minuten geteilt durch geplante Minuten'),
  wiedervorstellung: formula(
    'Besuche, nach denen am Abend ein künftiger Termin stand, geteilt durch Besuche',
  ),
  recallquote: formula(
    'fällige Recalls mit wahrgenommenem Recalltermin binnen 60 Tagen davor oder danach geteilt durch fällige Recalls',
    'Ein Recalltermin ist der dafür vereinbarte, einer mit einer Terminart für Recall, Kontrolle, Prophylaxe oder UPT, oder ohne Terminart ein Tag mit Untersuchung, IP, UPT oder PZR. Ein Schmerztermin zählt nicht.',
  ),
  recallTerminiert: formula(
    'aktive Patienten mit vereinbartem Recall geteilt durch aktive Patienten mit Recall; wer zum vereinbarten Termin da war, hat diesen Recall nicht mehr',
  ),
  recallUeberfaellig: formula(
    'Recalls, die vor dem letzten Tag fällig waren, ohne vereinbarten und ohne künftigen Termin des Patienten; nicht von Patienten, die als ausgeschieden geführt werden',
    'Für vergangene Tage nach den Recalls, die die Praxissoftware heute noch liefert.',
  ),
  pzrQuote: formula('aktive Erwachsene mit PZR in zwölf Monaten geteilt durch aktive Erwachsene'),
  pzrJePatient: formula('PZR-Tage geteilt durch Patienten mit PZR', 'Im gewählten Zeitraum.'),
  prophylaxeStundensatz: formula(
    'Honorar der Prophylaxekräfte geteilt durch ihre Behandlungsstunden',
  ),
  uptAnteil: formula('UPT-Tage geteilt durch UPT- und PZR-Tage'),
  parTrichter: formula(
    'PAR-Pläne des Zeitraums mit erster UPT binnen 365 Tagen geteilt durch PAR-Pläne',
    'Die Schritte dazwischen zeigt der Bericht PAR-Pipeline.',
  ),
  parWert: formula(
    'Summe der PAR-Pläne, die weder abgelehnt noch verworfen oder abgeschlossen sind und noch keine UPT hatten',
  ),
  psiQuote: formula(
    'Untersuchungen 01 mit PSI 04 im selben oder in den sieben Quartalen davor geteilt durch Untersuchungen 01',
  ),
  uptTreue: formula(
    'Abschnitte mit UPT geteilt durch fällige Abschnitte',
    'Abschnitte sind Kalenderjahre (Grad A), Halbjahre (B) oder Jahresdrittel (C) im UPT-Zeitraum, die im gewählten Zeitraum endeten.',
  ),
  ipQuote: formula(
    'Kinder von 6 bis 17 mit IP1 im Kalenderhalbjahr geteilt durch behandelte Kinder',
    'Je Kind und Kalenderhalbjahr.',
  ),
  hkpAnnahme: formula(
    'binnen 180 Tagen begonnene Pläne geteilt durch im Zeitraum erstellte Pläne ohne Alternativen',
    'Jeder Plan hat gleich viel Zeit. Erst ein halbes Jahr nach dem Zeitraum ist der Wert vollständig; bis dahin wird er nicht verglichen.',
  ),
  hkpAnnahmeWert: formula(
    'Summe binnen 180 Tagen begonnener Pläne geteilt durch Summe im Zeitraum erstellter Pläne ohne Alternativen',
  ),
  planungsquote: formula(
    'Patienten mit neuem Plan am Tag eines Besuchs geteilt durch behandelte Patienten',
  ),
  patientenAnnahme: formula(
    'Patienten mit neuem Plan, die binnen 180 Tagen mindestens einen Teil terminierten oder machen ließen, geteilt durch Patienten mit neuem Plan',
  ),
  behandlungsAnnahme: formula(
    'Wert binnen 180 Tagen terminierter oder begonnener Pläne geteilt durch den Wert besprochener Pläne des Zeitraums',
  ),
  hkpOffen: formula('Summe der Pläne vom Entwurf bis beim Gutachter'),
  hkpAblaufend: formula(
    'Summe der genehmigten, nicht eingegliederten Pläne, deren Genehmigung in den nächsten 45 Tagen endet',
    'Ohne eigenen Tag endet eine Genehmigung nach sechs Monaten. Kostenvoranschläge, Mehrkosten und Implantate brauchen keine und laufen nicht ab.',
    '§ 28 BMV-Z',
  ),
  ohneTermin: formula(
    'Summe der offenen, angenommenen und genehmigten Pläne ohne künftigen Termin',
    'Offen ist ein Plan vom Entwurf bis beim Gutachter. Ein Termin zählt, wenn er für den Plan vereinbart ist oder für den Patienten, ohne einen Plan zu nennen. Auch Pläne mit abgelaufener Genehmigung zählen; abgelehnte, verworfene und begonnene nicht.',
  ),
  zeitBisRechnung: formula('mittlere Tage von der letzten Leistung bis zur Rechnung'),
  nichtFakturiert: formula(
    'private Leistungen ohne Rechnung, die mehr als 7 Tage zurückliegen',
    'Alle bis zum letzten Tag, auch aus der Zeit vor dem Zeitraum.',
  ),
  nichtFakturiert30: formula(
    'private Leistungen ohne Rechnung, die mehr als 30 Tage zurückliegen',
    'Alle bis zum letzten Tag, auch aus der Zeit vor dem Zeitraum.',
  ),
  offenePosten: formula(
    'Rechnungsbeträge und Gutschriften minus Zahlungen und Abschreibungen',
    'Von einer Rechnung mehrerer Behandler zählt für jeden der Teil seiner Leistungen.',
  ),
  offen0bis30: formula('offene Posten ohne KZV mit Rechnungsdatum vor höchstens 30 Tagen'),
  offen31bis60: formula('offene Posten ohne KZV mit Rechnungsdatum vor 31 bis 60 Tagen'),
  offen61bis90: formula('offene Posten ohne KZV mit Rechnungsdatum vor 61 bis 90 Tagen'),
  offenUeber90: formula('offene Posten ohne KZV mit Rechnungsdatum vor mehr als 90 Tagen'),
  offenPrivat: formula('offene Posten von Patienten und Abrechnungsgesellschaften'),
  offenKzv: formula(
    'offene Posten der Abrechnungen mit der KZV',
    'Die KZV zahlt nach ihrem Kalender und wird nicht gemahnt.',
  ),
  ueberfaelligePosten: formula(
    'offene Beträge von Rechnungen, die vor dem Stichtag fällig waren',
    'Ohne Abrechnungen mit der KZV, die niemand mahnt.',
  ),
  dso: formula(
    'offene Posten geteilt durch den mittleren Rechnungsbetrag je Tag der letzten 90 Tage',
  ),
  dsoPrivat: formula(
    'offene Posten ohne KZV geteilt durch den mittleren Betrag dieser Rechnungen je Tag der letzten 90 Tage',
  ),
  dsoKzv: formula(
    'offene Posten bei der KZV geteilt durch den mittleren Betrag ihrer Abrechnungen je Tag der letzten 90 Tage',
  ),
  factoringquote: formula(
    'Rechnungen über Abrechnungsgesellschaften geteilt durch private Rechnungen',
  ),
  forderungsausfall: formula('abgeschriebene Beträge geteilt durch Rechnungsbeträge'),
  beanstandungsquote: formula('beanstandete Rechnungen geteilt durch Rechnungen'),
  mittlererFaktor: formula('GOZ-Faktoren, gewichtet mit dem einfachen Honorar'),
  faktorUeber23: formula(
    'GOZ-Leistungen mit Faktor über 2,3 geteilt durch GOZ-Leistungen mit Faktor',
    '',
    '72 % genau 2,3 (BZÄK)',
  ),
  mehrkostenquote: formula(
    'Seitenzahnfüllungen 13a bis 13d mit Mehrkostenvereinbarung geteilt durch Seitenzahnfüllungen',
    'Die Vereinbarung nennt denselben Zahn und ist vom selben Tag oder höchstens 90 Tage davor; ohne Zahn gilt sie für ihren Tag (§ 28 Abs. 2 SGB V).',
    '31 % (2024)',
  ),
  fuellungenJe100: formula('Füllungen 13a bis 13d geteilt durch KCH-Fälle mal 100', CASE_BASE),
  vorschlagRealisiert: formula(
    'Wert umgesetzter Abrechnungsvorschläge geteilt durch den Wert aller Abrechnungsvorschläge der Behandlungstage',
    'Es zählen vergessene Leistungen; umgesetzt ist ein vorgemerkter Vorschlag, dessen Position danach eintraf.',
  ),
  dokumentationsluecke: formula(
    'wahrgenommene Termine ohne Leistung am selben Tag geteilt durch wahrgenommene Termine',
  ),
  onlineAnteil: formula('online gebuchte Termine geteilt durch Termine'),
  terminqualitaet: formula(
    '100 × (0,35 Einhaltung + 0,25 Auslastung + 0,2 Wert + 0,1 Pünktlichkeit + 0,1 Wiedervorstellung)',
    'Einhaltung ist 1 − Ausfallquote, Wert ist Umsatz je Termin geteilt durch sein Ziel, jeder Teil zwischen 0 und 1. Fehlt ein Teil, gelten die übrigen im selben Verhältnis; sind es weniger als die Hälfte, gibt es keinen Wert.',
  ),
  zielerreichung: formula(
    'Umsatz geteilt durch das Umsatzziel des Zeitraums',
    'Das Ziel gilt je Monat; angebrochene Monate zählen nach Arbeitstagen.',
  ),
  umsatzJeMitarbeiter: formula(
    'Umsatz geteilt durch volle Stellen',
    'Stellen nach den Tagen im Zeitraum, an denen jemand beschäftigt war.',
  ),
  krankheitstage: formula(
    'Krankheitstage von Montag bis Freitag geteilt durch volle Stellen',
    'Ein Tag zählt einmal, auch wenn zwei Bescheinigungen ihn nennen, und nur während der Beschäftigung.',
    'über 20 im Jahr auffällig (zm)',
  ),
  gewaehrleistung: formula(
    'Füllungen 13a bis 13c, deren Flächen alle am selben Zahn in den 24 Monaten davor gefüllt wurden, geteilt durch Füllungen mit Gewähr',
    'Verglichen wird mit der letzten Füllung desselben Zahns davor, ganz oder zum Teil wiederholt; ohne Zahn oder Flächen zählt keine als wiederholt. Milchzähne, Zahnhalsfüllungen und 13d haben keine Gewähr und zählen nicht mit. Eigene Daten nur dieser Praxis.',
    '§ 136a Abs. 4 SGB V',
  ),
  fremdlabor: formula(
    'Summe der Beträge fremder Labore in den Leistungen',
    `Fremde Labore werden ohne Aufschlag weitergegeben (§ 9 GOZ). ${COUNTED_NOTE} Raum und Terminart wie beim Umsatz.`,
    '§ 9 GOZ',
  ),
  praxiskosten: formula(
    'Summe der eingetragenen Kosten an den Tagen des Zeitraums',
    'Ein Monatsbetrag verteilt sich auf die Tage des Monats, ein Stundenbetrag gilt je verfügbare Stunde. Gezählt wird bis zum letzten Tag mit Daten; fehlt an einem Tag jeder Eintrag, steht „–“.',
    'Kostentabelle der Praxis',
  ),
  deckungsbeitrag: formula(
    'Umsatz minus Fremdlabor minus Kosten',
    'Material und eigenes Labor stehen im Umsatz; was sie kosten, gehört in die Kostentabelle. Fehlen Kosten für einen Tag, steht „–“.',
    'Kostentabelle der Praxis',
  ),
  gewinnschwelle: formula(
    'Monatliche Kosten des ganzen Zeitraums geteilt durch das, was eine verfügbare Stunde übrig lässt',
    'Übrig bleibt der Umsatz minus Fremdlabor minus Stundenkosten der Tage mit Daten, geteilt durch die verfügbaren Stunden aller Behandler. Ab so vielen Stunden sind die Kosten gedeckt.',
    'Kostentabelle der Praxis',
  ),
};
