// A text that a parent, guardian or carer reads for the patient: when that is so, and the note that
// explains whom the text addresses.

import type { SignerRole } from './mappe.ts';

/** Roles that act for the patient; a dentist, witness or interpreter does not. */
const REPRESENTING: readonly SignerRole[] = ['parent1', 'parent2', 'guardian', 'proxy'];
export const represents = (role: string): boolean => REPRESENTING.some((one) => one === role);

/** Checks whether others sign for a patient who does not sign herself. */
export const isRepresented = (signers: readonly { readonly role: string }[]): boolean =>
  signers.some(({ role }) => represents(role)) && signers.every(({ role }) => role !== 'patient');

/** German and further languages, as `LocalText` of a document. */
type Words = { readonly de: string; readonly [language: string]: string };

const SIGNED: Words = {
  de: 'Sie lesen und unterschreiben diesen Text für {patient}. „Sie“ und „Ihr“ meinen im Text {patient}.',
  en: 'You are reading and signing this text on behalf of {patient}. In the text, “you” and “your” mean {patient}.',
  tr: 'Bu metni şu kişi adına okuyor ve imzalıyorsunuz: {patient}. Metinde “siz” ve “sizin” bu kişi demektir.',
  ar: 'تقرؤون هذا النص وتوقّعونه نيابةً عن هذا الشخص: {patient}. المخاطَب في النص هو هذا الشخص.',
  uk: 'Ви читаєте й підписуєте цей текст за цю особу: {patient}. «Ви» і «Ваш» у тексті означають цю особу.',
  ru: 'Вы читаете и подписываете этот текст за этого человека: {patient}. «Вы» и «Ваш» в тексте означают этого человека.',
  pl: 'Ten tekst czyta się i podpisuje tutaj za tę osobę: {patient}. Wszystko, co jest w nim skierowane do pacjentki lub pacjenta, dotyczy tej osoby.',
  ro: 'Citiți și semnați acest text pentru această persoană: {patient}. „Dumneavoastră” înseamnă în text această persoană.',
  it: 'Lei legge e firma questo testo per {patient}. Nel testo «Lei» e «Suo» indicano {patient}.',
  es: 'Usted lee y firma este texto en nombre de {patient}. En el texto, «usted» y «su» se refieren a {patient}.',
  fr: 'Vous lisez et signez ce texte pour {patient}. Dans le texte, « vous » et « votre » désignent {patient}.',
  fa: 'شما این متن را به جای این شخص می‌خوانید و امضا می‌کنید: {patient}. در متن، «شما» یعنی همین شخص.',
};
const READ: Words = {
  de: 'Sie lesen diesen Text für {patient}. „Sie“ und „Ihr“ meinen im Text {patient}.',
  en: 'You are reading this text on behalf of {patient}. In the text, “you” and “your” mean {patient}.',
  tr: 'Bu metni şu kişi adına okuyorsunuz: {patient}. Metinde “siz” ve “sizin” bu kişi demektir.',
  ar: 'تقرؤون هذا النص نيابةً عن هذا الشخص: {patient}. المخاطَب في النص هو هذا الشخص.',
  uk: 'Ви читаєте цей текст за цю особу: {patient}. «Ви» і «Ваш» у тексті означають цю особу.',
  ru: 'Вы читаете этот текст за этого человека: {patient}. «Вы» и «Ваш» в тексте означают этого человека.',
  pl: 'Ten tekst czyta się tutaj za tę osobę: {patient}. Wszystko, co jest w nim skierowane do pacjentki lub pacjenta, dotyczy tej osoby.',
  ro: 'Citiți acest text pentru această persoană: {patient}. „Dumneavoastră” înseamnă în text această persoană.',
  it: 'Lei legge questo testo per {patient}. Nel testo «Lei» e «Suo» indicano {patient}.',
  es: 'Usted lee este texto en nombre de {patient}. En el texto, «usted» y «su» se refieren a {patient}.',
  fr: 'Vous lisez ce texte pour {patient}. Dans le texte, « vous » et « votre » désignent {patient}.',
  fa: 'شما این متن را به جای این شخص می‌خوانید: {patient}. در متن، «شما» یعنی همین شخص.',
};

/** Returns the note before the first section of such a text. */
export const noteFor = (kind: string): Words => (kind === 'notice' ? READ : SIGNED);
