// Tests of reading notes of a dental record: which of them document a completed treatment.
import { describe, expect, it } from 'vitest';
import { doneIn } from './note-reading.ts';

const NOT_DONE: readonly (readonly [note: string, word: RegExp])[] = [
  ['Karies 25 od exkaviert, keine Caries profunda, F2', /Caries profunda/iu],
  ['Kofferdam vom Patienten abgelehnt, Watterollen', /Kofferdam/iu],
  ['Patient lehnt Kofferdam ab', /Kofferdam/iu],
  ['Schwellung 36, keine Inzision', /Inzision|Drainage/iu],
  ['keine Inzision und Drainage durchgeführt', /Drainage/iu],
  ['Rezept Lymphdrainage', /Inzision|Drainage/iu],
  ['Lymphdrainage', /Drainage/iu],
  ['01, keine Aphthen', /Aphthe/iu],
  ['Mundhygiene gut, Zst: keiner', /Zst/iu],
  ['Zst nicht vorhanden', /Zst/iu],
  ['Pat. ruhig, keine Angst', /Angst/iu],
  ['Kariesdiagnostik DIAGNOdent Laserfluoreszenz', /Laser/iu],
  ['Präparation ohne Kofferdam', /Kofferdam/iu],
  ['DVT-Scan ausgewertet', /Scan/iu],
  ['PZR, Zähne poliert', /Politur|poliert/iu],
  ['Füllung ohne Anästhesie', /Anästhesie/iu],
  ['Nächste Sitzung: Kofferdam, Füllung 36', /Kofferdam/iu],
  ['Kofferdam für nächstes Mal geplant', /Kofferdam/iu],
  ['Zahnsteinentfernung empfohlen', /Zahnstein/iu],
  ['Z.n. Inzision 36 alio loco', /Inzision/iu],
  ['V.a. Caries profunda 25', /Caries profunda/iu],
  ['Wunde reizlos', /Wund/iu],
  ['Pat. berichtet über Druckstelle und Aphthe', /Aphthe/iu],
  ['Inzision in 2 Wochen', /Inzision/iu],
  ['Mikroskop wird beim nächsten Mal benutzt', /Mikroskop/iu],
];
const DONE: readonly (readonly [note: string, word: RegExp])[] = [
  ['Füllung 36 mo, Kofferdam gelegt, Matrize', /Kofferdam/iu],
  ['L1, Kofferdam, F3 mod', /Kofferdam/iu],
  ['Anästhesie abgelehnt und Kofferdam gelegt', /Kofferdam/iu],
  ['keine tiefe Karies, sondern Caries profunda 25', /Caries profunda/iu],
  ['Caries profunda 25, Ca(OH)2, F3', /Caries profunda/iu],
  ['Inzision regio 26 ohne Komplikationen', /Inzision/iu],
  ['Abszess vestibulär eröffnet', /Abszess.*eröffn/iu],
  ['Zst entfernt', /Zst/iu],
  ['Zst entfernt. Nächste Sitzung: Füllung 36', /Zst/iu],
  ['Intraoralscan angefertigt', /Scan/iu],
  ['Diodenlaser eingesetzt', /Laser/iu],
  ['Kofferdam abgelehnt. Später doch Kofferdam.\nKofferdam gelegt', /Kofferdam/iu],
  ['auf Wunsch des Pat. Kofferdam', /Kofferdam/iu],
  ['nicht nur Politur, auch Kofferdam', /Kofferdam/iu],
  ['Bohrschablone benutzt', /Schablone/iu],
  ['Füllung 14, 15 poliert', /poliert/iu],
  ['Rö-Aufnahme 36: o. B.', /Rö-Aufnahme/iu],
  ['OPG unauffällig', /OPG/iu],
];

describe('a note is read clause by clause', () => {
  it.each(NOT_DONE)('does not count as done: %s', (note, word) => {
    expect(doneIn(note, word)).toBeNull();
  });
  it.each(DONE)('counts as done: %s', (note, word) => {
    expect(doneIn(note, word)).not.toBeNull();
  });
  it('returns the matched words and their clause', () => {
    const hit = doneIn('Zst: keiner. Füllung 36, Kofferdam gelegt', /Zst|Kofferdam/iu);
    expect(hit).toEqual({ index: 25, text: 'Kofferdam', clause: 'Kofferdam gelegt' });
  });
});
