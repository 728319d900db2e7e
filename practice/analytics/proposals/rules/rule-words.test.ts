// Tests of rules in plain words: windows, scopes, ages and predicates are described, and no shipped
// rule shows raw rule language.

import { expect, test } from 'vitest';
import { HOUSE_RULES } from '../../../../catalog/billing-rules/catalogue.ts';
import type { BillingTexts } from '../proposals-texts.ts';
import { ruleLines, type RuleBody } from './rule-words.ts';
import { patternWords, predicateWords } from './predicate-words.ts';
import { ageWords, quantityWords } from './quantity-words.ts';
import { listWords, togetherWords, tokenWords } from './token-words.ts';
import de from '../texts.de.json';
import en from '../texts.en.json';

const speaker =
  (texts: Record<string, string>): BillingTexts =>
  (key, values = {}) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`no text ${key}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
const t = speaker(de),
  body: RuleBody = {
    art: 'VERGESSEN',
    kasse: 'GKV',
    alterVonM: null,
    alterBisM: null,
    gueltigVon: null,
    gueltigBis: null,
    heuteEines: [],
    heuteAlle: '',
    heuteKeines: [],
    historieKeine: [],
    historieNoetig: [],
    zusatz: '',
  };

test('describes tokens, windows and scopes; a part that several share is named once', () => {
  expect(tokenWords('B:13*~24M@Z', t)).toBe('BEMA 13… in den letzten 24 Monaten am selben Zahn');
  expect(tokenWords('B:*', t)).toBe('irgendeine Position der BEMA');
  expect(listWords(['G:2060~90D', 'G:2080~90D', 'G:2100~90D'], t)).toBe(
    'GOZ 2060, GOZ 2080 oder GOZ 2100 in den letzten 90 Tagen',
  );
  expect(listWords(['B:01~KHJ', 'B:01~4M'], t)).toBe(
    'BEMA 01 im selben Kalenderhalbjahr; BEMA 01 in den letzten 4 Monaten',
  );
  expect(listWords(['HKP:ERSTELLT'], t)).toBe('ein Heil- und Kostenplan wurde erstellt');
  expect(togetherWords('(B:49|B:50)&(B:43|B:44)@Z', t)).toBe(
    '(BEMA 49 oder BEMA 50) und (BEMA 43 oder BEMA 44) am selben Zahn',
  );
  expect(listWords(['B:01'], speaker(en))).toBe('BEMA 01');
});
test('describes search patterns of notes', () => {
  expect(patternWords('Aphthe|Gingivitis.*(Chlorhex|CHX)|C\\.?p\\.?|Ca\\(OH\\)')).toEqual([
    'Aphthe',
    'Gingivitis … Chlorhex/CHX',
    'C.p.',
    'Ca(OH)',
  ]);
  expect(
    predicateWords("doc~'Aphthe|Druckstelle' and (doc!~'ITN' or ze.eingliederung>3M)", t),
  ).toBe(
    'in der Notiz steht „Aphthe“, „Druckstelle“ und (in der Notiz steht nicht „ITN“ oder der Zahnersatz wurde vor mehr als 3 Monate eingegliedert)',
  );
});
test('ages are completed months and the last one counts in full', () => {
  expect([ageWords(180, t), ageWords(5, t), ageWords(20, t)]).toEqual([
    '15 Jahre',
    '5 Monate',
    '20 Monate',
  ]);
  expect(
    ruleLines({ ...body, alterVonM: 72, alterBisM: 215 }, t, String).map(({ text }) => text),
  ).toEqual(['Alter von 6 Jahre bis unter 18 Jahre.', 'Nur gesetzlich Versicherte.']);
});
test('describes the history of a warning as present, of a proposal as absent', () => {
  const said = (art: RuleBody['art']) =>
    ruleLines({ ...body, art, historieKeine: ['B:107~KJ'] }, t, String)[0]?.text;
  expect([said('VERGESSEN'), said('PRUEFUNG')]).toEqual([
    'Davor steht nicht BEMA 107 im selben Kalenderjahr.',
    'Davor steht BEMA 107 im selben Kalenderjahr.',
  ]);
});
test('describes quantities', () => {
  expect(
    ['1', 'zaehne', 'kieferhaelften(B:13*|B:14)', 'qty(B:32@Z)-qty(B:28@Z)'].map((one) =>
      quantityWords(one, t),
    ),
  ).toEqual([
    '1',
    'Zähne',
    'Kieferhälften von BEMA 13… oder BEMA 14',
    'Menge BEMA 32 am selben Zahn − Menge BEMA 28 am selben Zahn',
  ]);
});

test('describes every shipped rule without raw rule language, in both languages', () => {
  const rules = HOUSE_RULES,
    code = /\b[a-z]+[A-Z]\w*|\w+\.\w*[a-z]\w*|[<>=~{}[\]]|\b[BGO]:\S|@[ZK]|\bnot in\b/;
  expect(rules.length).toBeGreaterThanOrEqual(124);
  for (const texts of [t, speaker(en)]) {
    const left = rules.flatMap((rule) =>
      [
        ...ruleLines({ ...body, ...rule }, texts, String).map(({ text }) => text),
        quantityWords(rule.menge, texts),
      ]
        .map((text) => text.replaceAll(/[„“][^„“”]*[“”]|e(?:PA|MP)|C\.p\./g, '').replace(/\.$/, ''))
        .filter((text) => code.test(text))
        .map((text) => `${rule.id}: ${text}`),
    );
    expect(left).toEqual([]);
  }
});
