// Predicates of the rule language in plain words; an unknown one is shown as written. Pure.

import type { BillingKey, BillingTexts } from '../proposals-texts.ts';
import { listWords, tokenWords, windowWords } from './token-words.ts';
import { ageWords, quantityWords, span } from './quantity-words.ts';

/** Converts a pattern to the words that are searched for in a note. */
export const patternWords = (pattern: string): readonly string[] => {
  const parts: string[] = [];
  let depth = 0,
    from = 0;
  for (let at = 0; at <= pattern.length; at++) {
    const sign = pattern[at];
    if (sign === '\\') {
      at++;
      continue;
    }
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === undefined || (sign === '|' && depth === 0)) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
    }
  }
  return parts
    .map((one) =>
      one
        .replaceAll(/\.[*+]|\[\^,;\]\*/g, ' … ')
        .replaceAll(/\\[bw][*+]?/g, '')
        .replaceAll(/\[\^?([^\]]*)\]/g, '($1)')
        .replaceAll(/\\?\.\?/g, '.')
        .replaceAll(/\\(.)/g, '$1')
        .replaceAll('|', '/')
        .replaceAll(/\((?![^()]*\bOH\b)([^()]*)\)/g, '$1')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((one) => one !== '');
};

const quoted = (pattern: string, t: BillingTexts): string =>
  patternWords(pattern)
    .map((one) => t('zitat', { wort: one }))
    .join(', ');

const SIGNS: Readonly<Record<string, BillingKey>> = {
  '<': 'ist.unter',
  '<=': 'ist.hoechstens',
  '>': 'ist.ueber',
  '>=': 'ist.mindestens',
  '=': 'ist.gleich',
};

type Say = (found: RegExpExecArray, t: BillingTexts) => string;

/** Predicates of the rule language and their texts. */
const ATOMS: readonly (readonly [RegExp, Say])[] = [
  [/doc~'([^']*)'/y, (m, t) => t('fakt.notiz', { worte: quoted(m[1] ?? '', t) })],
  [/doc!~'([^']*)'/y, (m, t) => t('fakt.notizOhne', { worte: quoted(m[1] ?? '', t) })],
  [/notiz/y, (_, t) => t('fakt.mitNotiz')],
  [/(?:not par\.aktiv|par\.aktiv=false)/y, (_, t) => t('fakt.keinPar')],
  [/par\.aktiv/y, (_, t) => t('fakt.par')],
  [
    /not schalter\.(\w+)/y,
    (m, t) => t('fakt.schalterAus', { schalter: t(`schalter.${m[1]}` as BillingKey) }),
  ],
  [
    /schalter\.(\w+)/y,
    (m, t) => t('fakt.schalterAn', { schalter: t(`schalter.${m[1]}` as BillingKey) }),
  ],
  [/not patient\.privat/y, (_, t) => t('fakt.gesetzlich')],
  [/(?:patient|leistung)\.privat/y, (_, t) => t('fakt.privat')],
  [/termin\.schmerz=true/y, (_, t) => t('fakt.schmerz')],
  [/termin\.schmerz=false/y, (_, t) => t('fakt.keinSchmerz')],
  [
    /termin\.art( not)?(?: in |=)([A-ZÄÖÜ,]+)/y,
    (m, t) =>
      t(m[1] === undefined ? 'fakt.terminart' : 'fakt.terminartNicht', {
        arten: (m[2] ?? '')
          .split(',')
          .map((one) => t(`terminart.${one}` as BillingKey))
          .join(', '),
      }),
  ],
  [/termin\.dringend/y, (_, t) => t('fakt.dringend')],
  [
    /termin\.start(<|>=)(\d\d:\d\d)/y,
    (m, t) => t(m[1] === '<' ? 'fakt.vorUhr' : 'fakt.abUhr', { zeit: m[2] ?? '' }),
  ],
  [/not sprechstunde/y, (_, t) => t('fakt.keineSprechstunde')],
  [/sprechstunde/y, (_, t) => t('fakt.sprechstunde')],
  [/not samstag/y, (_, t) => t('fakt.keinSamstag')],
  [/samstag/y, (_, t) => t('fakt.samstag')],
  [/ausserSprechstunde/y, (_, t) => t('fakt.keineSprechstunde')],
  [/not feiertag/y, (_, t) => t('fakt.keinFeiertag')],
  [/not sonntag/y, (_, t) => t('fakt.keinSonntag')],
  [/feiertag/y, (_, t) => t('fakt.feiertag')],
  [/sonntag/y, (_, t) => t('fakt.sonntag')],
  [/letzteLeistung>(\w+)/y, (m, t) => t('fakt.letzteLeistung', { dauer: span(m[1] ?? '', t) })],
  [/letzteAIT>(\w+)/y, (m, t) => t('fakt.letzteAit', { dauer: span(m[1] ?? '', t) })],
  [/letzteAIT<=(\w+)/y, (m, t) => t('fakt.aitHoechstens', { dauer: span(m[1] ?? '', t) })],
  [
    /letzteAIT in (\d+)M\.\.(\d+)M/y,
    (m, t) => t('fakt.aitVor', { von: m[1] ?? '', bis: m[2] ?? '' }),
  ],
  [/ze\.eingliederung<(\w+)/y, (m, t) => t('fakt.zeGerade', { dauer: span(m[1] ?? '', t) })],
  [
    /alter\.monate(<|>)(\d+)/y,
    (m, t) =>
      t(m[1] === '<' ? 'fakt.juenger' : 'fakt.aelter', {
        alter: ageWords(Number(m[2]) + (m[1] === '<' ? 0 : 1), t),
      }),
  ],
  [/par\.grad=([ABC])/y, (m, t) => t('fakt.grad', { grade: m[1] ?? '' })],
  [/ze\.eingliederung>(\w+)/y, (m, t) => t('fakt.zeEingegliedert', { dauer: span(m[1] ?? '', t) })],
  [/ti\.epaUpload=true/y, (_, t) => t('fakt.epa')],
  [/zahnsteinbefund/y, (_, t) => t('fakt.zahnstein')],
  [/dauer\(gespraech\)<(\d+)/y, (m, t) => t('fakt.gespraechUnter', { n: m[1] ?? '' })],
  [/dauer\(mundhygiene\)<(\d+)/y, (m, t) => t('fakt.mundhygieneUnter', { n: m[1] ?? '' })],
  [/dauer\(mundhygiene\)>=(\d+)/y, (m, t) => t('fakt.mundhygiene', { n: m[1] ?? '' })],
  [
    /zaehne\(([^)]+)\)<(\d+)/y,
    (m, t) =>
      t('fakt.zaehneVonUnter', { was: listWords((m[1] ?? '').split('|'), t), n: m[2] ?? '' }),
  ],
  [
    /zaehne\(([^)]+)\)>=(\d+)/y,
    (m, t) => t('fakt.zaehneVonAb', { was: listWords((m[1] ?? '').split('|'), t), n: m[2] ?? '' }),
  ],
  [
    /qty\(([^)]+)\)>zahnpaare\([^)]+\)/y,
    (m, t) => t('fakt.mehrAlsZahnpaare', { was: listWords((m[1] ?? '').split('|'), t) }),
  ],
  [
    /zahnpaare\(([^)]+)\)>(?:\d+|qty\([^)]+\))/y,
    (m, t) => t('fakt.zahnpaareMehr', { was: listWords((m[1] ?? '').split('|'), t) }),
  ],
  [
    /bereich=(OK_SEITE|OK_FRONT|UK_SEITE|UK_FRONT)/y,
    (m, t) => t(`fakt.bereich.${m[1] as 'OK_SEITE' | 'OK_FRONT' | 'UK_SEITE' | 'UK_FRONT'}`),
  ],
  [/zahn\.kroneGeplant/y, (_, t) => t('fakt.kroneGeplant')],
  [/not zahn\.ersetzt/y, (_, t) => t('fakt.nichtErsetzt')],
  [/zahn\.ersetzt/y, (_, t) => t('fakt.ersetzt')],
  [
    /imPlan\(([^)]+)\)(>|=)0/y,
    (m, t) =>
      t(m[2] === '>' ? 'fakt.imPlan' : 'fakt.nichtImPlan', {
        was: listWords((m[1] ?? '').split('|'), t),
      }),
  ],
  [/zaehne>=(\d+)/y, (m, t) => t('fakt.zaehneAb', { n: m[1] ?? '' })],
  [/fenster in [A-Z0-9[\].,]+/y, (_, t) => t('fakt.fuFenster')],
  [/patient\.kariesrisiko=(\w+)/y, (m, t) => t('fakt.kariesrisiko', { wort: m[1] ?? '' })],
  [/not patient\.hohesKariesrisiko/y, (_, t) => t('fakt.keinHohesRisiko')],
  [/patient\.hohesKariesrisiko/y, (_, t) => t('fakt.hohesRisiko')],
  [/not patient\.anspruch22a/y, (_, t) => t('fakt.keinAnspruch22a')],
  [/flaechen(<|>)(\d)/y, (m, t) => t('fakt.flaechen', { ist: sign(m[1], m[2], t) })],
  [/upt\.ende<heute/y, (_, t) => t('fakt.uptVorbei')],
  [/upt\.schritt=1/y, (_, t) => t('fakt.ersteUpt')],
  [/upt\.ende-(\d+)M>heute/y, (m, t) => t('fakt.uptSeit', { n: String(24 - Number(m[1])) })],
  [/historie\.monate>=(\d+)/y, (m, t) => t('fakt.bekanntSeit', { n: m[1] ?? '' })],
  [
    /jeKiefer\(([^)]+)\)>(\d+)/y,
    (m, t) => t('fakt.jeKiefer', { was: listWords((m[1] ?? '').split('|'), t), n: m[2] ?? '' }),
  ],
  [/kiefer\([^)]+\)=1/y, (_, t) => t('fakt.einKiefer')],
  [
    /zahn not in ([\d,]+)/y,
    (m, t) => t('fakt.zahnNicht', { zaehne: (m[1] ?? '').split(',').join(', ') }),
  ],
  [/zahn in ([\d,]+)/y, (m, t) => t('fakt.zahnIn', { zaehne: (m[1] ?? '').split(',').join(', ') })],
  [
    /zahn\.vorbefund not in ([a-z,]+)/y,
    (m, t) => t('fakt.vorbefundNicht', { befunde: (m[1] ?? '').split(',').join(', ') }),
  ],
  [
    /zahn\.vorbefund in ([a-z,]+)/y,
    (m, t) => t('fakt.vorbefund', { befunde: (m[1] ?? '').split(',').join(', ') }),
  ],
  [/durchgebrochen/y, (_, t) => t('fakt.durchgebrochen')],
  [/kariesfrei/y, (_, t) => t('fakt.kariesfrei')],
  [/zahn\.mehrwurzelig/y, (_, t) => t('fakt.mehrwurzelig')],
  [/zahn\.bleibend/y, (_, t) => t('fakt.bleibend')],
  [/not zahn\.molar/y, (_, t) => t('fakt.keinMolar')],
  [/zahn\.molar/y, (_, t) => t('fakt.molar')],
  [/zahn\.seitenzahn/y, (_, t) => t('fakt.seitenzahn')],
  [/zahn\.zerstoert/y, (_, t) => t('fakt.zerstoert')],
  [/mkv\.fehlt/y, (_, t) => t('fakt.keineMkv')],
  [/mkv\.unbelegt/y, (_, t) => t('fakt.mkvUnbelegt')],
  [/gleicheFlaechen/y, (_, t) => t('fakt.gleicheFlaechen')],
  [/flaechenEnthalten/y, (_, t) => t('fakt.flaechenEnthalten')],
  [
    /praxisquote\(([^/]+)\/([^)]+)\)<([\d.]+|schwelle\.\w+)/y,
    (m, t) =>
      t('fakt.praxisquote', {
        a: tokenWords(m[1] ?? '', t),
        b: tokenWords(m[2] ?? '', t),
        n:
          m[3]?.startsWith('schwelle.') === true
            ? t('fakt.schwelle')
            : t('anteil', { n: Math.round(Number(m[3]) * 100) }),
      }),
  ],
  [/keinFolgetermin/y, (_, t) => t('fakt.keinFolgetermin')],
  [
    /keinTermin\(([\w.]+)\)/y,
    (m, t) =>
      t('fakt.keinTermin', {
        wofuer: m[1] === 'hkp.patient' ? t('fakt.diesenPlan') : (m[1] ?? ''),
      }),
  ],
  [/keinTermin/y, (_, t) => t('fakt.keinFolgetermin')],
  [/not ambulant/y, (_, t) => t('fakt.stationaer')],
  [/ambulant/y, (_, t) => t('fakt.ambulant')],
  [
    /maxPunkte\(tag,zuschlagsfaehig\) in (\d+)\.\.(\d+)/y,
    (m, t) => t('fakt.punkteVonBis', { von: m[1] ?? '', bis: m[2] ?? '' }),
  ],
  [/maxPunkte\(tag,zuschlagsfaehig\)>=(\d+)/y, (m, t) => t('fakt.punkteAb', { n: m[1] ?? '' })],
  [
    /maxPunkte(?:\(tag,zuschlagsfaehig\))?<(\d+)/y,
    (m, t) => t('fakt.punkteUnter', { n: m[1] ?? '' }),
  ],
  [/heute in ([\d,]+)/y, (m, t) => t('fakt.heuteIn', { nr: (m[1] ?? '').split(',').join(', ') })],
  [/psi\.max<(\d)/y, (m, t) => t('fakt.psiUnter', { n: m[1] ?? '' })],
  [/psi\.max>=(\d)/y, (m, t) => t('fakt.psi', { n: m[1] ?? '' })],
  [/plan\.art=PAR/y, (_, t) => t('fakt.planPar')],
  [/plan\.status(?:>=|=)GENEHMIGT/y, (_, t) => t('fakt.genehmigt')],
  [/(?:plan|hkp)\.status<GENEHMIGT/y, (_, t) => t('fakt.nichtGenehmigt')],
  [/hkp\.art=(\w+)/y, (m, t) => t('fakt.planArt', { art: m[1] ?? '' })],
  [
    /hkp\.status(?: in |=)([A-Z_,]+)/y,
    (m, t) =>
      t('fakt.planStand', {
        stand: (m[1] ?? '')
          .split(',')
          .map((one) => t(`planstand.${one}` as BillingKey))
          .join(', '),
      }),
  ],
  [
    /(?:plan|hkp)\.genehmigtSeit>(\w+)/y,
    (m, t) => t('fakt.genehmigtSeit', { dauer: span(m[1] ?? '', t) }),
  ],
  [
    /hkp\.genehmigtSeit<=(\w+)/y,
    (m, t) => t('fakt.genehmigtHoechstens', { dauer: span(m[1] ?? '', t) }),
  ],
  [/hkp\.genehmigtAm\+6M>=heute/y, (_, t) => t('fakt.planGilt')],
  [
    /hkp\.genehmigtAm\+6M<=heute\+([\w.]+)/y,
    (m, t) => t('fakt.planEndet', { dauer: span(m[1] ?? '', t) }),
  ],
  [/hkp\.eingegliedert=false/y, (_, t) => t('fakt.nichtEingegliedert')],
  [/hkp\.eingegliedert/y, (_, t) => t('fakt.eingegliedert')],
  [/hkp\.regelversorgung/y, (_, t) => t('fakt.regelversorgung')],
  [/hkp\.gleichartig/y, (_, t) => t('fakt.gleichartig')],
  [/case\.par\.geplanteZaehne>case\.par\.abgerechneteZaehne/y, (_, t) => t('fakt.mehrGeplant')],
  [
    /upt\.naechsteFaelligkeit<=heute\+(\w+)/y,
    (m, t) => t('fakt.uptFaellig', { dauer: span(m[1] ?? '', t) }),
  ],
  [
    /upt\.ende in heute\.\.heute\+(\w+)/y,
    (m, t) => t('fakt.uptEndet', { dauer: span(m[1] ?? '', t) }),
  ],
  [
    /upt\.schritt in (\{[^}]+\})\[par\.grad\]/y,
    (m, t) => t('fakt.uptSchritt', { je: gradeWords(m[1] ?? '', t) }),
  ],
  [
    /par\.grad in ([A-C,]+)/y,
    (m, t) => t('fakt.grad', { grade: (m[1] ?? '').split(',').join(', ') }),
  ],
  [
    /count\(([^,]+),(\w+)\)(<=|>=|<|>|=)(\{[^}]+\}\[par\.grad\]|count\([^)]*\)|qty\([^)]*\)(?:\+\d+)?|[\w.]+)/y,
    (m, t) =>
      t('fakt.anzahl', {
        was: listWords((m[1] ?? '').split('|'), t),
        fenster: windowWords(m[2] ?? '', t),
        ist: sign(m[3], m[4], t),
      }),
  ],
  [
    /abstand\(([^)]+)\)<heute/y,
    (m, t) => t('fakt.schonDavor', { was: listWords((m[1] ?? '').split('|'), t) }),
  ],
  [
    /abstand\(([^)]+)\)(<=|>=|<|>|=)(\{[^}]+\}\[par\.grad\]|count\([^)]*\)|qty\([^)]*\)|[\w.]+)/y,
    (m, t) =>
      t('fakt.abstand', { was: listWords((m[1] ?? '').split('|'), t), ist: sign(m[2], m[3], t) }),
  ],
  [
    /qty\(([^)]+)\)(<=|>=|<|>|=)([\w+.:@()|*äöüÄÖÜ-]+)/y,
    (m, t) =>
      t('fakt.menge', { was: listWords((m[1] ?? '').split('|'), t), ist: sign(m[2], m[3], t) }),
  ],
  [/patient\.anspruch22a/y, (_, t) => t('fakt.anspruch22a')],
  [/patient\.pflegegrad>=1/y, (_, t) => t('fakt.pflegegrad')],
  [/patient\.eingliederungshilfe/y, (_, t) => t('fakt.eingliederungshilfe')],
  [/not einrichtung\.kooperationsvertrag/y, (_, t) => t('fakt.keineKooperation')],
  [/einrichtung\.kooperationsvertrag/y, (_, t) => t('fakt.kooperation')],
  [/prothese\.art=INTERIM/y, (_, t) => t('fakt.interim')],
  [/prothese\.art=MODELLGUSS/y, (_, t) => t('fakt.modellguss')],
  [
    /befund not in ([\d.*,]+)/y,
    (m, t) => t('fakt.befundNicht', { befunde: (m[1] ?? '').split(',').join(', ') }),
  ],
  [
    /faktor(<=|>=|<|>|=)([\d.]+)/y,
    (m, t) => t('fakt.faktor', { ist: sign(m[1], (m[2] ?? '').replace('.', t('komma')), t) }),
  ],
  [/not vereinbart/y, (_, t) => t('fakt.nichtVereinbart')],
  [/begruendung=''/y, (_, t) => t('fakt.ohneBegruendung')],
  [/leistung\.status=ERBRACHT/y, (_, t) => t('fakt.erbracht')],
  [/leistung\.rechnungId=null/y, (_, t) => t('fakt.ohneRechnung')],
  [
    /leistung\.datum<heute-([\w.]+)/y,
    (m, t) => t('fakt.aelterAls', { dauer: span(m[1] ?? '', t) }),
  ],
  [/qty\(([^)]+)\)/y, (m, t) => t('menge.qty', { was: tokenWords(m[1] ?? '', t) })],
];

/** Describes a value that follows the grade: `A: 2, B: 4, C: 6`. */
const gradeWords = (map: string, t: BillingTexts): string =>
  [...map.matchAll(/([ABC]):(\[[^\]]*\]|\w+)/g)]
    .map(([, grad, value = '']) =>
      t('fakt.jeGrad', {
        grad: grad ?? '',
        wert: span(value.replaceAll(/[[\]]/g, '').split(',').join(', '), t),
      }),
    )
    .join('; ');

function sign(mark: string | undefined, value: string | undefined, t: BillingTexts): string {
  const key = SIGNS[mark ?? ''],
    given = value ?? '';
  const said = given.startsWith('{') ? gradeWords(given, t) : quantityWords(given, t);
  return key === undefined ? said : t(key, { n: said });
}

/** Describes a predicate; an unknown one is shown as written. */
export function predicateWords(predicate: string, t: BillingTexts): string {
  let at = 0,
    said = '';
  const eat = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(predicate);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < predicate.length) {
    if (eat(/\s+and\s+/y)) {
      said += ` ${t('und')} `;
      continue;
    }
    if (eat(/\s+or\s+/y)) {
      said += ` ${t('oderWort')} `;
      continue;
    }
    if (eat(/\s+/y)) {
      said += ' ';
      continue;
    }
    const bracket = eat(/[()]/y);
    if (bracket) {
      said += bracket[0];
      continue;
    }
    let words: string | undefined;
    for (const [pattern, say] of ATOMS) {
      const found = eat(pattern);
      if (found) {
        words = say(found, t);
        break;
      }
    }
    said += words ?? eat(/[^\s()]+/y)?.[0] ?? predicate[at++] ?? '';
  }
  return said.trim();
}
