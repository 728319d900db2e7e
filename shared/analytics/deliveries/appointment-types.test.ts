// Tests of names of appointment types as practices write them, and their guessed groups.
import { expect, it } from 'vitest';
import { guessGroup } from './appointment-types.ts';

it.each([
  ['01 Kontrolle', 'KONTROLLE'],
  ['Vorsorge Kind', 'KONTROLLE'],
  ['PZR 60', 'PROPHYLAXE'],
  ['Prof. Zahnreinigung', 'PROPHYLAXE'],
  ['IP1/IP2', 'PROPHYLAXE'],
  ['UPT', 'UPT'],
  ['UPTd', 'UPT'],
  ['PAR-Vorbehandlung', 'PAR'],
  ['PA-Behandlung', 'PAR'],
  ['AIT re. Seite', 'PAR'],
  ['Recall 6 Monate', 'RECALL'],
  ['Neupatient', 'NEUPATIENT'],
  ['Erstuntersuchung', 'NEUPATIENT'],
  ['Schmerz', 'SCHMERZ'],
  ['Notfall akut', 'SCHMERZ'],
  ['Füllung 2-fl.', 'FUELLUNG'],
  ['KONS', 'FUELLUNG'],
  ['WKB 1', 'ENDO'],
  ['Endo Revision', 'ENDO'],
  ['ZE Präp', 'ZE'],
  ['Brücke', 'ZE'],
  ['Prothese unterfüttern', 'ZE'],
  ['ZE eingliedern', 'EINGLIEDERUNG'],
  ['Krone einsetzen', 'EINGLIEDERUNG'],
  ['EX 48', 'CHIRURGIE'],
  ['Implantation', 'CHIRURGIE'],
  ['OP', 'CHIRURGIE'],
  ['Wundkontrolle', 'WUNDKONTROLLE'],
  ['Nahtentfernung', 'WUNDKONTROLLE'],
  ['Schienenkontrolle', 'SCHIENENKONTROLLE'],
  ['KFO Beratung', 'KFO'],
  ['HKP besprechen', 'BERATUNG'],
  ['Beratungsgespräch', 'BERATUNG'],
  ['Sperrzeit', null],
  ['Partner', null],
  ['', null],
])('%s', (name, group) => {
  expect(guessGroup(name)).toBe(group);
});
it("uses the practice's own group if the name is not conclusive", () => {
  expect([guessGroup('Termin lang', 'Prophylaxe'), guessGroup('Füllung', 'Prophylaxe')]).toEqual([
    'PROPHYLAXE',
    'FUELLUNG',
  ]);
});
