// The list of key figures: number, names, formula in words, meaning and units. Pure.

import type { SpaltenTyp } from './bericht.ts';
import type { Kennzahl } from './kennzahlen.ts';

type Art = Pick<Kennzahl, 'einheit' | 'art' | 'zaehlerIn' | 'nennerIn' | 'mal'>;
const summe = (einheit: SpaltenTyp): Art => ({ einheit, art: 'summe', zaehlerIn: einheit, nennerIn: null, mal: 1 });
const quote = (einheit: SpaltenTyp, zaehlerIn: SpaltenTyp, nennerIn: SpaltenTyp, mal = 1): Art => ({ einheit, art: 'quote', zaehlerIn, nennerIn, mal });
const anteil = (of: SpaltenTyp = 'zahl'): Art => quote('anteil', of, of);
const median = (einheit: SpaltenTyp): Art => ({ einheit, art: 'median', zaehlerIn: einheit, nennerIn: 'zahl', mal: 1 });
const mittel = (einheit: SpaltenTyp): Art => ({ einheit, art: 'mittel', zaehlerIn: einheit, nennerIn: 'zahl', mal: 1 });
const aus = (einheit: SpaltenTyp): Art => ({ einheit, art: 'zusammengesetzt', zaehlerIn: einheit, nennerIn: einheit, mal: 1 });
const k = (nr: number, key: string, name: string, nameEn: string, art: Art, gut: Kennzahl['gut'], formel: string, erklaerung = '', quelle = ''): Kennzahl => ({ nr, key, name, nameEn, ...art, gut, formel, erklaerung, quelle });

const GEZAEHLT = 'Es zählen erbrachte und abgerechnete Leistungen; stornierte, gelöschte und nur geplante nicht.';
const FALL = 'Ein KCH-Fall ist ein Patient in einem Kalenderquartal mit mindestens einer BEMA-Leistung des Bereichs KCH zulasten der Kasse.';
const FAELLIG = 'Fällig sind Termine bis heute, die weder verschoben noch von der Praxis abgesagt wurden.';
const STICHTAG = 'Stand am letzten Tag des Zeitraums, höchstens heute.';

export const KENNZAHLEN_LISTE: readonly Kennzahl[] = [
  k(1, 'umsatz', 'Umsatz', 'Revenue', summe('eur'), 'hoch', 'Summe der Beträge aller Leistungen', `Nach Behandlungstag, Rechnungstag oder Zahlung, je nach Filter. ${GEZAEHLT}`),
  k(2, 'honorarumsatz', 'Honorarumsatz', 'Fee revenue', summe('eur'), 'hoch', 'Summe der Honorare ohne Material und Labor', GEZAEHLT),
  k(3, 'umsatzJeBehandler', 'Umsatz je Behandler', 'Revenue per practitioner', quote('eur', 'eur', 'zahl'), 'hoch', 'Umsatz geteilt durch die Zahl der Behandler mit einer Leistung', 'Die Werte der Einzelnen zeigt der Bericht Umsatz nach Behandler.'),
  k(4, 'stundensatz', 'Honorarstundensatz', 'Fee per treatment hour', quote('eur', 'eur', 'stunden'), 'hoch', 'Honorar geteilt durch Behandlungsstunden', 'Behandlungsstunden sind die geplanten Dauern der wahrgenommenen Termine.', 'KZBV-Jahrbuch: 351 € West, 258 € Ost (2019)'),
  k(5, 'behandlungsstunden', 'Behandlungsstunden', 'Treatment hours', summe('stunden'), 'hoch', 'Summe der geplanten Dauern wahrgenommener Termine', '', 'KZBV-Jahrbuch: 1.378 Stunden im Jahr je Inhaber'),
  k(6, 'umsatzJeZimmerstunde', 'Umsatz je Zimmerstunde', 'Revenue per room hour', quote('eur', 'eur', 'stunden'), 'hoch', 'Umsatz in Behandlungszimmern geteilt durch deren offene Stunden', 'Offen ist ein Zimmer, solange dort jemand zur Behandlung eingeteilt ist; sich überschneidende Zeiten zählen einmal.'),
  k(7, 'umsatzJeTermin', 'Umsatz je Termin', 'Revenue per appointment', quote('eur', 'eur', 'zahl'), 'hoch', 'Umsatz an Tagen mit wahrgenommenem Termin geteilt durch wahrgenommene Termine', 'Nach Behandlungstag.'),
  k(8, 'umsatzJePatient', 'Umsatz je Patient', 'Revenue per patient', quote('eur', 'eur', 'zahl'), 'hoch', 'Umsatz geteilt durch Patienten mit einer Leistung', 'Im gewählten Zeitraum; für den Wert im Jahr ein Jahr wählen.'),
  k(9, 'fallwertGkv', 'Fallwert GKV', 'Statutory value per case', quote('eur', 'eur', 'zahl'), 'neutral', 'Kassenumsatz in KCH, PAR und KB geteilt durch KCH-Fälle', FALL, 'mit der Grenze der KZV vergleichen'),
  k(10, 'punkteJeFall', 'Punkte je Fall', 'Points per case', quote('zahl', 'zahl', 'zahl'), 'neutral', 'BEMA-Punkte in KCH geteilt durch KCH-Fälle', FALL),
  k(11, 'anteilGkv', 'Anteil Kasse', 'Share of statutory insurance', anteil('eur'), 'neutral', 'Umsatz zulasten der Kasse geteilt durch Umsatz', 'Ohne Angabe zahlt BEMA die Kasse, alles andere bei Privatversicherten die Privatversicherung, sonst der Patient.', '52,7 % (2021, KZBV)'),
  k(11, 'anteilPkv', 'Anteil Privatversicherung', 'Share of private insurance', anteil('eur'), 'neutral', 'Umsatz zulasten der Privatversicherung geteilt durch Umsatz'),
  k(11, 'anteilEigen', 'Anteil Eigenleistung', 'Share paid by patients', anteil('eur'), 'neutral', 'Umsatz, den Patienten selbst zahlen, geteilt durch Umsatz'),
  k(12, 'gkvAmPrivatumsatz', 'Kassenpatienten am Privatumsatz', 'Statutory patients in private revenue', anteil('eur'), 'neutral', 'Privatumsatz mit Kassenpatienten geteilt durch Privatumsatz', '', '67,7 % (2024)'),
  k(13, 'patientenGkv', 'Patienten mit Kasse', 'Patients with statutory insurance', anteil(), 'neutral', 'behandelte Kassenpatienten geteilt durch behandelte Patienten'),
  k(13, 'patientenPkv', 'Patienten privat', 'Privately insured patients', anteil(), 'neutral', 'behandelte Privatversicherte geteilt durch behandelte Patienten'),
  k(13, 'patientenSonst', 'Patienten sonst', 'Other patients', anteil(), 'neutral', 'behandelte Selbstzahler und übrige geteilt durch behandelte Patienten'),
  k(14, 'neupatienten', 'Neupatienten', 'New patients', summe('zahl'), 'hoch', 'Patienten, deren erster Besuch im Zeitraum liegt', 'Ein Besuch ist ein Tag mit Leistung oder wahrgenommenem Termin; steht in der Akte ein früherer Tag, zählt dieser.'),
  k(15, 'neupatientenquote', 'Neupatientenquote', 'Share of new patients', anteil(), 'hoch', 'Neupatienten geteilt durch behandelte Patienten'),
  k(16, 'bindungNeu', 'Bindungsrate neuer Patienten', 'New patient retention', anteil(), 'hoch', 'Neupatienten mit zweitem Besuch binnen 180 Tagen geteilt durch Neupatienten', 'Erst ein halbes Jahr nach dem Zeitraum ist der Wert vollständig.'),
  k(17, 'aktivePatienten', 'Aktive Patienten', 'Active patients', summe('zahl'), 'hoch', 'Patienten mit einer Leistung in den letzten 24 Monaten', STICHTAG),
  k(18, 'abwanderung', 'Abwanderung', 'Attrition', anteil(), 'tief', 'Patienten mit letztem Besuch vor 18 bis 24 Monaten ohne künftigen Termin, geteilt durch die aktiven Patienten ein halbes Jahr zuvor', STICHTAG),
  k(19, 'patientenwachstum', 'Patientenwachstum', 'Patient growth', anteil(), 'hoch', '(neue + wiedergekommene − inaktiv gewordene) geteilt durch aktive Patienten am Ende', 'Inaktiv wird, wer 24 Monate ohne Leistung blieb.'),
  k(20, 'reaktiviert', 'Wiedergekommene Patienten', 'Reactivated patients', summe('zahl'), 'hoch', 'Patienten mit mehr als 18 Monaten Pause vor einem Besuch im Zeitraum'),
  k(21, 'auslastung', 'Auslastung', 'Utilisation', anteil('minuten'), 'hoch', 'Minuten nicht abgesagter Termine geteilt durch Minuten eingeteilter Behandlungszeit', 'Wer nicht erschien, hat die Zeit belegt.'),
  k(22, 'stuhlauslastung', 'Stuhlauslastung', 'Chair utilisation', anteil('minuten'), 'hoch', 'Minuten wahrgenommener Termine in Zimmern geteilt durch offene Minuten der Zimmer'),
  k(23, 'freieZeit', 'Freie Zeit', 'Free time', summe('minuten'), 'tief', 'eingeteilte Behandlungszeit minus vergebene Minuten, ab heute', 'Nur der Teil des Zeitraums ab heute.'),
  k(24, 'absagequote', 'Absagequote', 'Cancellation rate', anteil(), 'tief', 'von Patienten abgesagte Termine geteilt durch fällige Termine', FAELLIG),
  k(25, 'kurzfristabsage', 'Kurzfristige Absagen', 'Late cancellations', anteil(), 'tief', 'weniger als 24 Stunden vorher abgesagte Termine geteilt durch fällige Termine', FAELLIG),
  k(26, 'noShowQuote', 'Nicht erschienen', 'No-show rate', anteil(), 'tief', 'nicht wahrgenommene Termine ohne Absage geteilt durch fällige Termine', `${FAELLIG} Ohne Stand gilt ein vergangener Termin ohne Leistung am selben Tag als nicht erschienen; einer, der in der Praxissoftware offen blieb, mit Leistung am selben Tag als wahrgenommen.`),
  k(27, 'ausfallquote', 'Ausfallquote', 'Failure rate', anteil(), 'tief', 'von Patienten abgesagte und nicht wahrgenommene Termine geteilt durch fällige Termine', FAELLIG),
  k(28, 'wiederbelegung', 'Wiederbelegungsquote', 'Refill rate', anteil('minuten'), 'hoch', 'wieder belegte Minuten ausgefallener Termine geteilt durch ihre Minuten', 'Belegt durch einen später vergebenen Termin desselben Behandlers zur selben Zeit.'),
  k(29, 'ausfallkosten', 'Ausfallkosten', 'Cost of failures', summe('eur'), 'tief', 'nicht wieder belegte Stunden ausgefallener Termine mal Honorarstundensatz'),
  k(30, 'vorlaufzeit', 'Vorlaufzeit', 'Lead time', median('tage'), 'neutral', 'Median der Tage von der Vergabe bis zum Termin'),
  k(31, 'naechsterFreier', 'Nächster freier Termin', 'Next free slot', summe('tage'), 'tief', 'Tage bis zur ersten Lücke in der üblichen Länge der Terminart', 'Ab morgen, höchstens 90 Tage voraus; ohne gewählte Terminart 30 Minuten.'),
  k(32, 'wartezeit', 'Wartezeit', 'Waiting time', median('minuten'), 'tief', 'Median der Minuten vom späteren aus Termin und Ankunft bis zum Beginn', 'Wer früher drankam, wartete null Minuten.'),
  k(33, 'puenktlichkeit', 'Pünktlichkeit', 'Punctuality', anteil(), 'hoch', 'Termine, die höchstens 10 Minuten nach Plan begannen, geteilt durch Termine mit Beginn'),
  k(34, 'dauertreue', 'Dauertreue', 'Duration accuracy', anteil('minuten'), 'neutral', 'tatsächliche Minuten geteilt durch geplante Minuten'),
  k(35, 'wiedervorstellung', 'Wiedervorstellungsrate', 'Reappointment rate', anteil(), 'hoch', 'Besuche, nach denen am Abend ein künftiger Termin stand, geteilt durch Besuche'),
  k(36, 'recallquote', 'Recallquote', 'Recall rate', anteil(), 'hoch', 'fällige Recalls mit wahrgenommenem Termin binnen 60 Tagen davor oder danach geteilt durch fällige Recalls'),
  k(37, 'recallTerminiert', 'Recall terminiert', 'Recalls with appointment', anteil(), 'hoch', 'aktive Patienten mit vereinbartem Recall geteilt durch aktive Patienten mit Recall; wer zum vereinbarten Termin da war, hat diesen Recall nicht mehr'),
  k(38, 'recallUeberfaellig', 'Überfällige Recalls', 'Overdue recalls', summe('zahl'), 'tief', 'Recalls, die vor heute fällig waren, ohne vereinbarten und ohne künftigen Termin des Patienten; nicht von Patienten, die als ausgeschieden geführt werden'),
  k(39, 'pzrQuote', 'PZR-Quote', 'Professional cleaning rate', anteil(), 'hoch', 'aktive Erwachsene mit PZR in zwölf Monaten geteilt durch aktive Erwachsene', STICHTAG),
  k(40, 'pzrJePatient', 'PZR je Patient', 'Cleanings per patient', quote('zahl', 'zahl', 'zahl'), 'hoch', 'PZR-Tage geteilt durch Patienten mit PZR', 'Im gewählten Zeitraum.'),
  k(41, 'prophylaxeStundensatz', 'Prophylaxe-Stundensatz', 'Prophylaxis fee per hour', quote('eur', 'eur', 'stunden'), 'hoch', 'Honorar der Prophylaxekräfte geteilt durch ihre Behandlungsstunden'),
  k(42, 'uptAnteil', 'UPT-Anteil', 'Share of supportive perio care', anteil(), 'neutral', 'UPT-Tage geteilt durch UPT- und PZR-Tage'),
  k(43, 'parTrichter', 'PAR bis zur UPT', 'Perio cases reaching maintenance', anteil(), 'hoch', 'PAR-Pläne des Zeitraums mit erster UPT geteilt durch PAR-Pläne', 'Die Schritte dazwischen zeigt der Bericht PAR-Pipeline.'),
  k(44, 'psiQuote', 'PSI-Quote', 'PSI rate', anteil(), 'hoch', 'Untersuchungen 01 mit PSI 04 im selben oder in den sieben Quartalen davor geteilt durch Untersuchungen 01'),
  k(45, 'uptTreue', 'UPT-Treue', 'Maintenance adherence', anteil(), 'hoch', 'Abschnitte mit UPT geteilt durch fällige Abschnitte', 'Abschnitte sind Kalenderjahre (Grad A), Halbjahre (B) oder Jahresdrittel (C) im UPT-Zeitraum, die im gewählten Zeitraum endeten.'),
  k(46, 'ipQuote', 'IP-Quote', 'Individual prophylaxis rate', anteil(), 'hoch', 'Kinder von 6 bis 17 mit IP1 im Kalenderhalbjahr geteilt durch behandelte Kinder', 'Je Kind und Kalenderhalbjahr.'),
  k(47, 'hkpAnnahme', 'HKP-Annahme (Stück)', 'Plan conversion (count)', anteil(), 'hoch', 'begonnene Pläne geteilt durch im Zeitraum erstellte Pläne ohne Alternativen', 'Pläne brauchen Monate: erst nach einem halben Jahr vollständig.'),
  k(47, 'hkpAnnahmeWert', 'HKP-Annahme (Wert)', 'Plan conversion (value)', anteil('eur'), 'hoch', 'Summe begonnener Pläne geteilt durch Summe im Zeitraum erstellter Pläne ohne Alternativen'),
  k(48, 'planungsquote', 'Planungsquote', 'Diagnostic rate', anteil(), 'neutral', 'Patienten mit neuem Plan am Tag eines Besuchs geteilt durch behandelte Patienten'),
  k(49, 'patientenAnnahme', 'Annahme durch Patienten', 'Patient acceptance', anteil(), 'hoch', 'Patienten mit neuem Plan, die mindestens einen Teil terminierten oder machen ließen, geteilt durch Patienten mit neuem Plan'),
  k(50, 'behandlungsAnnahme', 'Annahme nach Wert', 'Treatment acceptance by value', anteil('eur'), 'hoch', 'Wert terminierter oder begonnener Pläne geteilt durch den Wert besprochener Pläne des Zeitraums'),
  k(51, 'hkpOffen', 'Offene HKP', 'Open plans', summe('eur'), 'neutral', 'Summe der Pläne vom Entwurf bis beim Gutachter', STICHTAG),
  k(52, 'zeitBisRechnung', 'Zeit bis zur Rechnung', 'Time to invoice', mittel('tage'), 'tief', 'mittlere Tage von der letzten Leistung bis zur Rechnung'),
  k(53, 'nichtFakturiert', 'Nicht fakturiert, älter als 7 Tage', 'Unbilled for more than 7 days', summe('eur'), 'tief', 'private Leistungen ohne Rechnung, die mehr als 7 Tage zurückliegen', STICHTAG),
  k(53, 'nichtFakturiert30', 'Nicht fakturiert, älter als 30 Tage', 'Unbilled for more than 30 days', summe('eur'), 'tief', 'private Leistungen ohne Rechnung, die mehr als 30 Tage zurückliegen', STICHTAG),
  k(54, 'offenePosten', 'Offene Posten', 'Open items', summe('eur'), 'tief', 'Rechnungsbeträge und Gutschriften minus Zahlungen und Abschreibungen', `${STICHTAG} Von einer Rechnung mehrerer Behandler zählt für jeden der Teil seiner Leistungen.`),
  k(54, 'offen0bis30', 'Offen bis 30 Tage', 'Open up to 30 days', summe('eur'), 'tief', 'offene Posten mit Rechnungsdatum vor höchstens 30 Tagen', STICHTAG),
  k(54, 'offen31bis60', 'Offen 31 bis 60 Tage', 'Open 31 to 60 days', summe('eur'), 'tief', 'offene Posten mit Rechnungsdatum vor 31 bis 60 Tagen', STICHTAG),
  k(54, 'offen61bis90', 'Offen 61 bis 90 Tage', 'Open 61 to 90 days', summe('eur'), 'tief', 'offene Posten mit Rechnungsdatum vor 61 bis 90 Tagen', STICHTAG),
  k(54, 'offenUeber90', 'Offen über 90 Tage', 'Open over 90 days', summe('eur'), 'tief', 'offene Posten mit Rechnungsdatum vor mehr als 90 Tagen', STICHTAG),
  k(54, 'ueberfaelligePosten', 'Überfällige Rechnungen', 'Overdue invoices', summe('eur'), 'tief', 'offene Beträge von Rechnungen, die vor dem Stichtag fällig waren', `${STICHTAG} Ohne Abrechnungen mit der KZV, die niemand mahnt.`),
  k(55, 'dso', 'Außenstandsdauer', 'Days sales outstanding', quote('tage', 'eur', 'eur'), 'tief', 'offene Posten geteilt durch den mittleren Rechnungsbetrag je Tag der letzten 90 Tage', STICHTAG),
  k(56, 'factoringquote', 'Factoringquote', 'Factoring share', anteil('eur'), 'neutral', 'Rechnungen über Abrechnungsgesellschaften geteilt durch private Rechnungen'),
  k(57, 'forderungsausfall', 'Forderungsausfall', 'Bad debt rate', anteil('eur'), 'tief', 'abgeschriebene Beträge geteilt durch Rechnungsbeträge'),
  k(58, 'beanstandungsquote', 'Beanstandungsquote', 'Objection rate', anteil(), 'tief', 'beanstandete Rechnungen geteilt durch Rechnungen'),
  k(59, 'mittlererFaktor', 'Mittlerer Faktor', 'Mean factor', quote('faktor', 'zahl', 'zahl'), 'hoch', 'GOZ-Faktoren, gewichtet mit dem einfachen Honorar', '', '2,39 (2022, BZÄK)'),
  k(60, 'faktorUeber23', 'Anteil Faktor über 2,3', 'Share above factor 2.3', anteil(), 'neutral', 'GOZ-Leistungen mit Faktor über 2,3 geteilt durch GOZ-Leistungen mit Faktor', '', '72 % genau 2,3 (BZÄK)'),
  k(61, 'mehrkostenquote', 'Mehrkostenquote Füllung', 'Co-payment rate of fillings', anteil(), 'hoch', 'Seitenzahnfüllungen 13a bis 13d mit Mehrkostenvereinbarung geteilt durch Seitenzahnfüllungen', '', '31 % (2024)'),
  k(62, 'fuellungenJe100', 'Füllungen je 100 Fälle', 'Fillings per 100 cases', quote('zahl', 'zahl', 'zahl', 100), 'neutral', 'Füllungen 13a bis 13d geteilt durch KCH-Fälle mal 100', FALL, '52,0 West, 54,9 Ost (2020)'),
  k(63, 'vorschlagRealisiert', 'Vorschlagswert realisiert', 'Proposals implemented', anteil('eur'), 'hoch', 'Wert umgesetzter Abrechnungsvorschläge geteilt durch den Wert aller Abrechnungsvorschläge der Behandlungstage', 'Es zählen vergessene Leistungen; umgesetzt ist ein vorgemerkter Vorschlag, dessen Position danach eintraf.'),
  k(64, 'dokumentationsluecke', 'Dokumentationslücke', 'Documentation gap', anteil(), 'tief', 'wahrgenommene Termine ohne Leistung am selben Tag geteilt durch wahrgenommene Termine'),
  k(65, 'onlineAnteil', 'Online-Buchungen', 'Online bookings', anteil(), 'hoch', 'online gebuchte Termine geteilt durch Termine'),
  k(66, 'terminqualitaet', 'Terminqualität', 'Appointment quality', aus('zahl'), 'hoch', '100 × (0,35 Einhaltung + 0,25 Auslastung + 0,2 Wert + 0,1 Pünktlichkeit + 0,1 Wiedervorstellung)', 'Einhaltung ist 1 − Ausfallquote, Wert ist Umsatz je Termin geteilt durch sein Ziel, jeder Teil zwischen 0 und 1. Fehlt ein Teil, gelten die übrigen im selben Verhältnis.'),
  k(67, 'zielerreichung', 'Zielerreichung', 'Target attainment', anteil('eur'), 'hoch', 'Umsatz geteilt durch das Umsatzziel des Zeitraums', 'Das Ziel gilt je Monat; angebrochene Monate zählen nach Tagen.'),
  k(68, 'umsatzJeMitarbeiter', 'Umsatz je volle Stelle', 'Revenue per full-time post', quote('eur', 'eur', 'zahl'), 'hoch', 'Umsatz geteilt durch volle Stellen', 'Stellen nach den Tagen im Zeitraum, an denen jemand beschäftigt war.'),
  k(69, 'krankheitstage', 'Krankheitstage je volle Stelle', 'Sick days per full-time post', quote('tage', 'tage', 'zahl'), 'tief', 'Krankheitstage von Montag bis Freitag geteilt durch volle Stellen', 'Ein Tag zählt einmal, auch wenn zwei Bescheinigungen ihn nennen, und nur während der Beschäftigung.', 'über 20 im Jahr auffällig (zm)'),
  k(70, 'gewaehrleistung', 'Gewährleistungsquote', 'Warranty rate', anteil(), 'tief', 'Füllungen 13a bis 13d, die am selben Zahn auf denselben Flächen binnen 24 Monaten wiederholt wurden, geteilt durch Füllungen', 'Verglichen wird mit der letzten Füllung desselben Zahns davor; ohne Zahn oder Flächen zählt keine als wiederholt. Eigene Daten nur dieser Praxis.', '§ 136a Abs. 4 SGB V'),
];
