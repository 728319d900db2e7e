/** Checks of limits of insurance, approval, reason, document, factor and date. Pure. */
import { addDays } from '../../../base/day-math.ts';
import { listed, type Maker } from './limit-check.ts';
import { hours } from './limit-hours.ts';
import { recordCheck } from './limit-records.ts';
import { otherTokens, tokenOf } from './limit-words.ts';

const CONTRACT = 'not einrichtung.kooperationsvertrag';
const ENTITLED: Readonly<Record<string, readonly [zusatz: string, de: string, en: string]>> = {
  'Pflegegrad or Eingliederungshilfe': [
    'not patient.anspruch22a',
    'ohne Pflegegrad oder Eingliederungshilfe',
    'without a care grade or integration assistance',
  ],
  'Pflegegrad,Eingliederungshilfe,cooperation_contract': [
    `not patient.anspruch22a and ${CONTRACT}`,
    'ohne Pflegegrad, Eingliederungshilfe oder Kooperationsvertrag',
    'without a care grade, integration assistance or cooperation contract',
  ],
};
const insurance: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    said = ENTITLED[one.value];
  if (own === null || said === undefined || one.scope !== '') return null;
  const [zusatz, de, en] = said;
  return { heuteAlle: own, zusatz, de: `${one.number} ${de}`, en: `${one.number} ${en}` };
};
const approval: Maker = (one) => {
  const own = tokenOf(one.system, one.number);
  return own === null || one.value !== 'cooperation_contract'
    ? null
    : {
        heuteAlle: own,
        zusatz: CONTRACT,
        de: `${one.number} ohne Kooperationsvertrag`,
        en: `${one.number} without a cooperation contract`,
      };
};

/** Services whose repetition wants a reason. */
const OFTEN: Readonly<Record<string, string>> = {
  // Four times in a year for each of the two jaws.
  '1030 >4/Y': 'count(G:1030,12M)>8',
  '6000 >4/case': 'count(G:6000,CASE_KFO)>4',
};
/** Reasons that a row or a finding answers. */
const reason: Maker = (one, context) => {
  const own = tokenOf(one.system, one.number),
    often = OFTEN[`${one.number} ${one.value}`];
  if (own === null) return null;
  if (often !== undefined)
    return {
      heuteAlle: own,
      zusatz: `${often} and begruendung=''`,
      de: `${one.number} öfter als üblich ohne Begründung`,
      en: `${one.number} more often than usual without a reason`,
    };
  if (one.value === 'PSI 3 or 4 or probing depth >= 4 mm')
    return {
      heuteAlle: own,
      zusatz: 'psi.max<3',
      de: `${one.number} bei einem PSI unter 3`,
      en: `${one.number} at a PSI below 3`,
    };
  if (one.value === '>1/tooth')
    return {
      heuteAlle: `${own}@Z`,
      zusatz: `qty(${own}@Z)>1 and begruendung=''`,
      de: `${one.number} mehrmals am Zahn ohne Begründung`,
      en: `${one.number} more than once at a tooth without a reason`,
    };
  const others = otherTokens(one);
  return !one.value.startsWith('beside ') || others === null
    ? recordCheck(one, context)
    : {
        heuteAlle: own,
        zusatz: `qty(${others.join('|')})>0 and begruendung=''`,
        de: `${one.number} neben ${listed(others)} ohne Begründung`,
        en: `${one.number} beside ${listed(others)} without a reason`,
      };
};
/** Minutes of instruction, where the note names them. */
const document: Maker = (one, context) => {
  const own = tokenOf(one.system, one.number),
    [, minutes] = /^(\d+) min$/.exec(one.value) ?? [];
  return own === null || minutes === undefined || !/^10[01]0$/.test(one.number)
    ? recordCheck(one, context)
    : {
        heuteAlle: own,
        zusatz: `dauer(mundhygiene)<${minutes}`,
        de: `${one.number} unter ${minutes} Minuten`,
        en: `${one.number} below ${minutes} minutes`,
      };
};

/** Positions of the sections of GOÄ that dentists charge. */
const SECTIONS: Readonly<Record<string, string>> = {
  'sections B,C,D,F-L,N,P':
    'O:1*|O:20*|O:21*|O:22*|O:23*|O:24*|O:25*|O:26*|O:27*|O:3|O:30|O:31|O:34|O:4|O:45|O:46|O:48|O:5|O:50|O:51|O:55|O:6*|O:7*|O:8*',
  // Laboratory, 3500 to 4787; 45 and 46 are visits.
  'section M and 437': 'O:35*|O:36*|O:37*|O:38*|O:39*|O:437|O:453*|O:460*|O:471*',
  // The numbers with a row of their own are left out.
  'sections A,E,O': 'O:510*|O:517*|O:518*|O:5260|O:5290|O:5369|O:5376',
};
const MOST: Readonly<Record<string, string>> = {
  ...SECTIONS,
  'sections A,E,O':
    'O:500*|O:503*|O:509*|O:510*|O:517*|O:518*|O:5260|O:5290|O:5369|O:5370|O:5376|O:2|O:56|O:4852',
};
const factor =
  (isThreshold: boolean): Maker =>
  (one) => {
    const section = one.number === '*' ? (isThreshold ? SECTIONS : MOST)[one.scope] : undefined,
      own = section ?? tokenOf(one.system, one.number),
      known =
        own !== null &&
        (section !== undefined || !one.number.includes('*')) &&
        /^[\d.]+$/.test(one.value);
    if (!known) return null;
    return {
      heuteAlle: own,
      ...(section !== undefined && { isAnyPosition: true }),
      zusatz: `faktor>${Number(one.value)}${isThreshold ? " and begruendung=''" : ''}`,
      de: `${section === undefined ? one.number : 'Faktor'} über ${one.value.replace('.', ',')}${isThreshold ? ' ohne Begründung' : ''}`,
      en: `${section === undefined ? one.number : 'Factor'} above ${one.value}${isThreshold ? ' without a reason' : ''}`,
    };
  };

const validTo: Maker = (one) => {
  const own = tokenOf(one.system, one.number);
  return own === null || !/^\d{4}-\d\d-\d\d$/.test(one.value)
    ? null
    : {
        heuteAlle: own,
        gueltigVon: addDays(one.value, 1),
        de: `${one.number} ist weggefallen`,
        en: `${one.number} was abolished`,
      };
};

export const CONDITION_MAKERS: Readonly<Record<string, Maker>> = {
  insurance,
  needs_approval: approval,
  needs_reason: reason,
  needs_document: document,
  factor_threshold: factor(true),
  factor_max: factor(false),
  valid_to: validTo,
  hours,
};
