/**
 * Short texts of critical questions of the shipped forms, for screens that are read from afar: the
 * same content in fewer words.
 */

/**
 * By the full German question, so that a question reworded by a practice is never shortened to
 * another meaning.
 */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['Haben oder hatten Sie eine dieser Krankheiten am Herzen?', 'Krankheit am Herzen?'],
  ['Hat oder hatte Ihr Kind eine Krankheit am Herzen?', 'Krankheit am Herzen?'],
  ['Müssen Sie vor einer Zahnbehandlung Antibiotika nehmen?', 'Vor Zahnbehandlung nötig?'],
  ['Muss Ihr Kind vor einer Zahnbehandlung Antibiotika nehmen?', 'Vor Zahnbehandlung nötig?'],
  ['Haben oder hatten Sie eine dieser Krankheiten am Kreislauf?', 'Krankheit am Kreislauf?'],
  ['Haben oder hatten Sie eine dieser Krankheiten der Organe?', 'Krankheit der Organe?'],
  [
    'Haben oder hatten Sie eine dieser Krankheiten der Nerven oder der Seele?',
    'Krankheit der Nerven, der Seele?',
  ],
  ['Haben oder hatten Sie eine Krankheit des Blutes?', 'Krankheit des Blutes?'],
  ['Hat oder hatte Ihr Kind eine Krankheit des Blutes?', 'Krankheit des Blutes?'],
  ['Bluten Sie nach kleinen Verletzungen ungewöhnlich lange?', 'Blutet ungewöhnlich lange?'],
  ['Blutet Ihr Kind nach kleinen Verletzungen ungewöhnlich lange?', 'Blutet ungewöhnlich lange?'],
  ['Haben oder hatten Sie Krebs oder einen anderen Tumor?', 'Krebs oder anderer Tumor?'],
  ['Womit wurden Sie behandelt?', 'Womit behandelt?'],
  ['Haben oder hatten Sie eine dieser ansteckenden Krankheiten?', 'Ansteckende Krankheit?'],
  ['Hat oder hatte Ihr Kind eine dieser ansteckenden Krankheiten?', 'Ansteckende Krankheit?'],
  ['Haben oder hatten Sie eine dieser Krankheiten der Atemwege?', 'Krankheit der Atemwege?'],
  ['Haben oder hatten Sie eine dieser Krankheiten?', 'Eine dieser Krankheiten?'],
  ['Hat oder hatte Ihr Kind eine dieser Krankheiten?', 'Eine dieser Krankheiten?'],
  ['Haben Sie ein künstliches Gelenk?', 'Künstliches Gelenk?'],
  ['Haben Sie Knochenschwund (Osteoporose)?', 'Knochenschwund (Osteoporose)?'],
  ['Sind Sie gegen etwas davon allergisch?', 'Allergisch gegen?'],
  ['Ist Ihr Kind gegen etwas davon allergisch?', 'Allergisch gegen?'],
  [
    'Ging es Ihnen nach einer Zahnbehandlung, Betäubung oder einem Medikament schon einmal schlecht?',
    'Schon einmal schlecht gegangen?',
  ],
  [
    'Ging es Ihrem Kind nach einer Zahnbehandlung, Betäubung oder einem Medikament schon einmal schlecht?',
    'Schon einmal schlecht gegangen?',
  ],
  ['Nehmen Sie regelmäßig Medikamente?', 'Regelmäßig Medikamente?'],
  ['Nimmt Ihr Kind regelmäßig Medikamente?', 'Regelmäßig Medikamente?'],
  ['Nehmen Sie Medikamente, die das Blut verdünnen?', 'Mittel, die das Blut verdünnen?'],
  ['Nimmt Ihr Kind Medikamente, die das Blut verdünnen?', 'Mittel, die das Blut verdünnen?'],
  [
    'Haben Sie schon einmal Mittel gegen Knochenschwund oder bei Knochenmetastasen bekommen?',
    'Mittel für die Knochen?',
  ],
  ['Hat Ihr Kind schon einmal Mittel für die Knochen bekommen?', 'Mittel für die Knochen?'],
  ['Nehmen Sie eines dieser Mittel?', 'Eines dieser Mittel?'],
  ['Sind Sie schwanger, oder stillen Sie?', 'Schwanger oder stillend?'],
  [
    'Fällt es Ihnen schwer zu schlucken, zu atmen oder den Mund zu öffnen?',
    'Schlucken, Atmen, Mundöffnen schwer?',
  ],
  ['Gab es bei einer Operation schon einmal Probleme?', 'Probleme bei einer Operation?'],
  ['Heilen Wunden bei Ihnen schlecht?', 'Heilen Wunden schlecht?'],
  ['Wurden Sie schon einmal an Kopf oder Hals bestrahlt?', 'An Kopf oder Hals bestrahlt?'],
]);

/**
 * Shortens a question.
 * @returns the short text of a question, or the question itself if there is none
 */
export const shortQuestion = (question: string): string => SHORT.get(question) ?? question;
