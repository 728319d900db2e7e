/**
 * Words for people in twelve languages: a text must not turn from the patient to another person,
 * and must not lose the child or the adult whom someone represents.
 */

const stems = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})`, 'iu');
/** Whole words. */
const words = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, 'iu');

type Words = Readonly<Record<string, RegExp>>;

/** Words for the child, wide: also in words for its doctor. */
const CHILD: Words = {
  de: /(?<!\p{L})Kind(?:e?s|er|ern|heit)?(?!\p{L})|(?<!\p{L})(?:Kinder|Klein|Schul)\p{L}+/u,
  en: /child|pa?ediatric/iu,
  tr: /çocu/iu,
  ar: /طفل|أطفال|الطفل|ولد|ابن/u,
  uk: /дит|діт|маля/iu,
  ru: /реб[её]н|дет|малыш/iu,
  pl: /dzieck|dzieci|pediatr/iu,
  ro: /copil|copii|pediatr/iu,
  fr: /enfant|pédiatr/iu,
  it: /bambin|figli|pediatr/iu,
  es: /hij[oa]|niñ[oa]|menor|pediatr/iu,
  fa: /کودک|فرزند|بچه/u,
};
/** Words that name a child beyond doubt: only these are reported where the original has none. */
const CLEAR_CHILD: Words = {
  de: /(?<!\p{L})Kind(?:e?s|er|ern)?(?!\p{L})/u,
  en: stems('child'),
  tr: stems('çocu'),
  ar: /طفل|أطفال/u,
  uk: stems('дити|діт'),
  ru: stems('реб[её]н|детей|детям|дети'),
  pl: stems('dzieck|dzieci'),
  ro: stems('copil|copii'),
  fr: stems('enfant'),
  it: stems('bambin|figli[oa](?!\\p{L})'),
  es: stems('hij[oa]|niñ[oa]'),
  fa: /کودک|فرزند/u,
};
/** Parents, partners and siblings; never „family“, which is also a part of names. */
const RELATIVES: Words = {
  de: /(?<!\p{L})(?:Mutter|Mütter|Vater|Väter|Eltern|Ehe(?:mann|frau|partner)\p{L}*|Partner(?:in)?(?:s|nen|n)?|Lebensgefährt\p{L}*|Geschwister\p{L}*|Bruders?|Brüdern?|Schwestern?|Verwandte\p{L}*|Angehörige\p{L}*|Tochter|Söhnen?|Sohne?s?)(?!\p{L})/u,
  en: words(
    'mothers?|fathers?|parents?|wife|husband|spouse|partner|brothers?|sisters?|siblings?|relatives?|daughter|son|he|she|him|his|her',
  ),
  tr: stems(
    'anne|baba(?!\\p{L})|baban|babas|babad|ebeveyn|kocan|karın(?:ız|ın) (?:var|ağr)|kardeş|akraba',
  ),
  ar: /والد(?:ك|ت|ي|ا)|(?<!\p{L})وال?(?:أم|أب)(?!\p{L})|(?<!\p{L})(?<!يرضع من )الأ[مب](?!\p{L})|أم(?:ك|ّك)(?!\p{L})|أب(?:وك|يك)|زوج(?:ك|ت|ة)|أخ(?:وك|يك|تك)|أقارب|شريك حيات/u,
  uk: stems(
    'матір|матері(?!а)|мати(?!\\p{L})|мам[аиу](?!\\p{L})|батьк|дружин|(?:ваш\\p{L}* )чоловік|брат|сестр|родич',
  ),
  ru: stems(
    'мать(?!\\p{L})|матер[иь](?!\\p{L})|матерью|мам[аыу](?!\\p{L})|отец|отца|отцу|родител|муж(?:а|у|ем)?(?!\\p{L})|жен[аыу](?!\\p{L})|брат|сестр(?!ин)|родственник|супруг',
  ),
  pl: stems('matk|ojc|ojciec|rodzic(?!iel)|mąż|męż[a]|żon[aęy](?!\\p{L})|brat|siostr|krewn|małżon'),
  ro: stems(
    'mam[aăe](?!\\p{L})|tat[aă](?!\\p{L})|tatăl|părin|soț|frate|sor[aă](?!\\p{L})|rud[eă](?!\\p{L})',
  ),
  fr: words('mères?|pères?|parents?|maris?|époux|épouse|conjointe?|frères?|sœurs?|femme'),
  it: stems('madre|padre|genitor(?!ial)|marito|moglie|coniug|fratell|sorell'),
  es: stems('madre|padre|marido|espos[oa]|cónyuge|herman[oa]|pariente'),
  fa: /(?<!شیر )مادر(?!زاد)|پدر|والد|همسر|برادر|خواهر|بستگان|شوهر/u,
};
/**
 * Pronouns that only people have, where a language has such: elsewhere „he“ is also a tooth or a
 * medicine.
 */
const PERSONAL: Words = {
  it: words('lui|egli'),
  fa: /(?<!\p{L})او(?!\p{L})/u,
};
/** The adult for whom someone acts, or who acts for the patient. */
const REPRESENTED: Words = {
  de: /(?<!\p{L})(?:[Vv]ertrete|[Vv]ertritt|[Vv]ertretung|[Vv]ertretene|Betreute|rechtliche\p{L}* Betreu|[Bb]evollmächtig)/u,
  en: stems(
    'represent|on behalf|guardian|prox(?:y|ies)|authori[sz]ed person|power of attorney|acts? for|acting for',
  ),
  tr: /temsil|vekil|vekâlet|vekalet|adına|vasi/iu,
  ar: /نياب|وكيل|توكيل|ممثل|تمثل|يمثل|تمثيل|وصي|ولي/u,
  uk: /представ|опік|довір|доруч/iu,
  ru: /представ|опек|довер/iu,
  pl: /reprezent|przedstawiciel|opiekun|pełnomoc|w imieniu/iu,
  ro: /reprez[ei]nt|tutor|tutel|împutern|curator|în numele/iu,
  fr: /représent|tuteur|tutrice|curat|mandat|procuration|au nom de/iu,
  it: /rappresent|tutor|tutel|delegat|procura|per conto|a nome/iu,
  es: /represent|tutor|tutel|apoder|en nombre|curador/iu,
  fa: /نمایند|وکیل|وکالت|قیم|به جای|از طرف|ولی|سرپرست/u,
};
/** Acting for another person beyond doubt, where the original is in another language than German. */
const REPRESENTS: Words = {
  en: stems('represent|on behalf|power of attorney'),
  tr: /temsil|vekil/iu,
  ar: /نيابة|وكيل|تمثيل/u,
  uk: /представля/iu,
  ru: /представля/iu,
  pl: /reprezent|pełnomoc/iu,
  ro: /reprez[ei]nt|împutern/iu,
  fr: /représent|mandataire/iu,
  it: /rappresent/iu,
  es: stems('represent|apoder'),
  fa: /نمایند|وکیل/u,
};
/** Names a child without the word: custody is always that of a child. */
const IMPLIED_CHILD = /Sorgerecht|Vormund|Schule|Baby|Säugling/u;
/** Foster parents and custody: their words in other languages contain parents, or do not. */
const PARENTAL = /\p{L}eltern(?!\p{L})|Sorgerecht|Vormund/u;

/** Returns the entry of a language. A file may name any text as its language. */
export const inLanguage = <Entry>(
  list: Readonly<Record<string, Entry>>,
  language: string,
): Entry | undefined => (Object.hasOwn(list, language) ? list[language] : undefined);

const has = (list: Words, text: string, language: string): boolean =>
  inLanguage(list, language)?.test(text) ?? false;

/** Checks whether a text names a child. */
export const namesChild = (text: string, language: string): boolean =>
  has(language === 'de' ? CHILD : CLEAR_CHILD, text, language);

/** Checks whether a text lost the child of its original. */
export const lostChild = (original: string, own: string, said: string, language: string): boolean =>
  namesChild(original, own) &&
  language in CHILD &&
  !has(CHILD, said, language) &&
  !(language === 'de' && IMPLIED_CHILD.test(said));

/**
 * Checks whether a text is about another person than its original: it names a relative or a child
 * whom the original does not name, or lost a relative or the represented adult. Nothing is known of a
 * language without lists.
 * @param isChildren the whole form or text asks about a child: then naming it is no turn
 */
export function turnsAway(
  original: string,
  own: string,
  said: string,
  language: string,
  isChildren = false,
): boolean {
  if (!(own in RELATIVES) || !(language in RELATIVES)) return false;
  const isAboutChild =
      isChildren || has(CHILD, original, own) || (own === 'de' && IMPLIED_CHILD.test(original)),
    hadRelative = has(RELATIVES, original, own),
    isOfParents = (own === 'de' && PARENTAL.test(original)) || PARENTAL.test(said),
    isFor = has(own === 'de' ? REPRESENTED : REPRESENTS, original, own);
  return (
    (!isAboutChild && has(CLEAR_CHILD, said, language)) ||
    (!hadRelative && !isChildren && !isOfParents && !isFor && has(RELATIVES, said, language)) ||
    (!hadRelative && !isAboutChild && !isFor && has(PERSONAL, said, language)) ||
    (hadRelative && !isOfParents && !has(RELATIVES, said, language)) ||
    (isFor && !has(REPRESENTED, said, language))
  );
}
