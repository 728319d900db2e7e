// A Mappe for several people: permitted signers, birth dates that open it, and the order of its
// tasks. Pure rules of form, server and tablet.

import { ageOn } from '../base/dates.ts';
import type { LocalText } from './document.ts';
import type { Signer, SignerRole } from './mappe.ts';

/** Maximum number of people in one Mappe. */
export const MOST_PEOPLE = 8;

/** A person who accompanies a person of the Mappe: signs for them, or only brings them. */
export interface Standing {
  /** `companion` brings a child without custody: may hold the tablet and answer, never sign. */
  role: SignerRole | 'companion';
  name: string;
  capacity?: string;
  /** Person represented; absent if the Mappe has one person only. */
  patid?: string;
  /** Has to sign too, but is absent: on their own phone, or here another day. */
  isAway?: boolean;
}

const ADULT = 18;
/** Below this age a child's own signature alone is never valid consent. */
export const SIGNS_ALONE = 14;
export const isAdult = (geburtsdatum: string, day: string): boolean =>
  ageOn(geburtsdatum, day) >= ADULT;

/** People who may consent; the others only accompany. */
const CONSENTING: readonly Standing['role'][] = [
  'patient',
  'parent1',
  'parent2',
  'guardian',
  'proxy',
];
export const mayConsent = (role: Standing['role']): role is SignerRole => CONSENTING.includes(role);

export type PaperWhy = 'companion' | 'second_away';
export type RefusedWhy = 'missing' | 'adult_signs' | 'child_alone';
export type Custody =
  | { readonly way: 'sign'; readonly signers: readonly Signer[] }
  /** Read on the tablet, signed by hand by a person entitled to sign. */
  | { readonly way: 'paper'; readonly why: PaperWhy; readonly signers: readonly Signer[] }
  | { readonly way: 'refused'; readonly why: RefusedWhy };

const signerOf = ({ role, name, capacity }: Standing): Signer[] =>
  role === 'companion' ? [] : [{ role, name, ...(capacity !== undefined && { capacity }) }];

/**
 * Returns how one person's papers are signed on a day (`YYYY-MM-DD`): an adult signs, or the
 * adult's representative; a child never alone below 14; a companion never. Absent signers sign the
 * same paper on their own device; it counts once all have signed.
 */
export function custodyOf(
  person: { readonly geburtsdatum: string },
  standings: readonly Standing[],
  day: string,
): Custody {
  const age = ageOn(person.geburtsdatum, day),
    consenting = standings.filter((one) => mayConsent(one.role)),
    signers = standings.flatMap(signerOf);
  if (age >= ADULT && standings.some((one) => one.role === 'parent1' || one.role === 'parent2'))
    return { way: 'refused', why: 'adult_signs' };
  if (consenting.length === 0)
    return standings.some((one) => one.role === 'companion')
      ? { way: 'paper', why: 'companion', signers: [] }
      : { way: 'refused', why: 'missing' };
  if (age < SIGNS_ALONE && consenting.every((one) => one.role === 'patient'))
    return { way: 'refused', why: 'child_alone' };
  return { way: 'sign', signers };
}

/** Roles that may sign the answers to a form. */
export const ANSWER_SIGNERS: readonly SignerRole[] = [
  'patient',
  'parent1',
  'parent2',
  'guardian',
  'proxy',
];

/**
 * Returns who signs the answers about a person: the person from 14 on, else who acts for them and is
 * here; undefined where no one here may, or a child's parent was not named. One signature is enough:
 * it confirms facts and consents to nothing.
 */
export function answersSigner(
  person: { readonly name: string; readonly geburtsdatum: string },
  standings: readonly Standing[],
  day: string,
): Signer | undefined {
  const age = ageOn(person.geburtsdatum, day);
  const here = standings.filter(
    ({ role, isAway }) =>
      mayConsent(role) &&
      isAway !== true &&
      (role === 'patient'
        ? age >= SIGNS_ALONE
        : age < ADULT || (role !== 'parent1' && role !== 'parent2')),
  );
  const [signer] = [here.find(({ role }) => role === 'patient') ?? here[0]].flatMap((one) =>
    one ? signerOf(one) : [],
  );
  if (signer) return signer;
  return standings.length === 0 && age >= SIGNS_ALONE
    ? { role: 'patient', name: person.name }
    : undefined;
}

/**
 * Returns the people who accompany this person; without a number those of the single person of the
 * Mappe.
 */
export const standingsFor = (standings: readonly Standing[], patid: string): Standing[] =>
  standings.filter((one) => one.patid === undefined || one.patid === patid);

/**
 * Returns the birth dates that open a Mappe at the task of one person: the person's own, and those
 * of every adult in it, because a parent holds the tablet. Twins share one; the name above each
 * page distinguishes them.
 */
export function daysThatOpen(
  people: readonly { readonly patid: string; readonly geburtsdatum: string }[],
  patid: string,
  day: string,
): string[] {
  return [
    ...new Set(
      people
        .filter((one) => one.patid === patid || isAdult(one.geburtsdatum, day))
        .map((one) => one.geburtsdatum),
    ),
  ];
}

/**
 * Sorts things for all people first, then person by person in the order of the Mappe; within a
 * person as chosen.
 * @param items `patid` names their person; without one they are for all
 */
export function inFamilyOrder<T extends { readonly patid?: string | undefined }>(
  items: readonly T[],
  patids: readonly string[],
): T[] {
  const place = ({ patid }: T): number => (patid === undefined ? -1 : patids.indexOf(patid));
  return items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => place(a.item) - place(b.item) || a.at - b.at)
    .map(({ item }) => item);
}

/**
 * Forms for one age group: below 14 the parents are asked about the child. Others are for all ages.
 */
const FORM_AGES: Readonly<Record<string, (age: number) => boolean>> = {
  'anamnese-kinder': (age) => age < SIGNS_ALONE,
  'anamnese-erwachsene': (age) => age >= SIGNS_ALONE,
};
/** Checks whether a form (`anamnese-kinder`) is meant for a person with this birth date. */
export const fitsAge = (formId: string, geburtsdatum: string, day: string): boolean =>
  FORM_AGES[formId]?.(ageOn(geburtsdatum, day)) ?? true;

/** Returns the reason for signing by hand, as shown to the patient, on the board and in print. */
export const CUSTODY_REASON: Readonly<
  Record<PaperWhy, { readonly reason: LocalText; readonly source: string }>
> = {
  companion: {
    reason: {
      de: 'Wer das Kind nur begleitet, darf nicht für es einwilligen. Das Papier geht mit nach Hause; unterschreiben müssen die Eltern oder wer das Sorgerecht hat.',
      en: 'Somebody who only accompanies the child may not consent for it. The paper goes home; the parents or whoever has custody must sign it.',
      tr: 'Çocuğa yalnızca eşlik eden kişi onun adına onay veremez. Kâğıt eve götürülür; anne babanın veya velayet sahibinin imzalaması gerekir.',
      ru: 'Тот, кто только сопровождает ребёнка, не может давать за него согласие. Бумагу берут домой; подписать её должны родители или законный опекун.',
      uk: 'Той, хто лише супроводжує дитину, не може дати за неї згоду. Папір беруть додому; підписати його мають батьки або законний опікун.',
      ar: 'من يرافق الطفل فقط لا يحق له الموافقة نيابة عنه. تؤخذ الورقة إلى البيت، ويوقّعها الوالدان أو صاحب حق الحضانة.',
      fa: 'کسی که فقط کودک را همراهی می‌کند نمی‌تواند به جای او رضایت دهد. برگه به خانه می‌رود و پدر و مادر یا سرپرست قانونی باید امضا کنند.',
      pl: 'Osoba, która tylko towarzyszy dziecku, nie może wyrazić za nie zgody. Dokument idzie do domu; podpisują go rodzice lub opiekun prawny.',
      ro: 'Cine doar însoțește copilul nu poate consimți în locul lui. Hârtia merge acasă; o semnează părinții sau cine are custodia.',
      it: 'Chi accompagna soltanto il bambino non può dare il consenso al suo posto. Il foglio va a casa e lo firmano i genitori o chi ha la responsabilità genitoriale.',
      es: 'Quien solo acompaña al niño no puede dar el consentimiento por él. El papel se lleva a casa; lo firman los padres o quien tenga la custodia.',
      fr: 'La personne qui accompagne seulement l’enfant ne peut pas consentir à sa place. Le papier est emporté à la maison ; les parents ou le titulaire de l’autorité parentale le signent.',
    },
    source: '§ 630d Abs. 1, § 1629 Abs. 1 BGB',
  },
  second_away: {
    reason: {
      de: 'Beide Eltern müssen unterschreiben, und ein Elternteil ist heute nicht da. Das Papier wird von Hand unterschrieben, von jedem, wann es geht.',
      en: 'Both parents must sign, and one of them is not here today. The paper is signed by hand, by each when they can.',
      tr: 'Anne ve babanın ikisi de imzalamalı, ama biri bugün burada değil. Kâğıt elle imzalanır; herkes uygun olduğunda imzalar.',
      ru: 'Подписать должны оба родителя, а одного из них сегодня нет. Бумагу подписывают от руки, каждый, когда сможет.',
      uk: 'Підписати мають обоє батьків, а одного з них сьогодні немає. Папір підписують від руки, кожен, коли зможе.',
      ar: 'يجب أن يوقّع كلا الوالدين، وأحدهما غير موجود اليوم. تُوقَّع الورقة باليد، كلٌّ متى استطاع.',
      fa: 'پدر و مادر هر دو باید امضا کنند و یکی از آن‌ها امروز اینجا نیست. برگه با دست امضا می‌شود؛ هر کس هر وقت توانست.',
      pl: 'Podpisać muszą oboje rodzice, a jednego z nich dziś nie ma. Dokument podpisuje się odręcznie, każde wtedy, kiedy może.',
      ro: 'Trebuie să semneze ambii părinți, iar unul nu este aici astăzi. Hârtia se semnează de mână, de fiecare când poate.',
      it: 'Devono firmare entrambi i genitori e uno oggi non c’è. Il foglio si firma a mano, ciascuno quando può.',
      es: 'Deben firmar ambos padres y uno no está hoy. El papel se firma a mano, cada uno cuando pueda.',
      fr: 'Les deux parents doivent signer et l’un d’eux n’est pas là aujourd’hui. Le papier est signé à la main, par chacun quand il le peut.',
    },
    source: '§ 630d Abs. 1, § 1629 Abs. 1 BGB; BGH, 28.06.1988, VI ZR 288/87',
  },
};
