// Parser of free-text notes: whether a treatment was done today, and the words that state it. Pure.

/** Words of a note that state that a treatment was done, with their clause. */
export interface NoteHit {
  readonly index: number;
  readonly text: string;
  readonly clause: string;
}
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Words that contain a search word with another meaning, and words that only look negative. */
const MASKED = [
  /lymphdrainag[\p{L}]*/giu,
  /drainage\s+(?:entfernt|ex\b)/giu,
  /(?:dvt|ct|modell|labor|gesichts)[-\s]?scan[\p{L}]*/giu,
  /scan(?:ner|bod)[\p{L}]*/giu,
  /scan\s+(?:eingelesen|importiert)/giu,
  /laserfluoreszen[\p{L}]*/giu,
  /diagnodent[^,;.\n]{0,20}/giu,
  /(?:softlaser|laserpointer|lasergesintert|laserschwei)[\p{L}]*/giu,
  /(?:inzisionsnaht|entlastungsinzision)[\p{L}]*/giu,
  /(?:pzr|zahnreinigung|zähne|zst|zahnstein|prothese)(?![\p{L}])[^.;\n]{0,40}poli(?:tur|ert)/giu,
  /(?:aufbissaufnahme|wurzelfüllung|unterfüllung)[\p{L}]*/giu,
  /nicht\s+nur/giu,
  /(?:ohne|keine)\s+(?:komplikation|probleme|besonderheit|weitere|nachblutung)[\p{L}]*/giu,
];
/** A full stop after these, or after a single letter, does not end a sentence. */
const ABBREVIATION =
  /(?:(?<!\p{L})\p{L}|(?<!\p{L})(?:pat|evtl|ggf|bzw|inkl|exkl|lt|nr|reg|ca|dr|koll|zn|va|nä|verd|prov|temp|beh|vorauss|fragl|anäst|lok|med)|\d)$/iu;
const SENTENCE_END = /[.!?](?=\s|$)|\n|->|=>|(?<!:)\s[-–]\s/gu;
const CLAUSE_END =
  /;|(?<!\d),|,(?!\s*\d)|\s(?:aber|jedoch|sondern|dann|danach|anschließend|dafür|stattdessen|daher|deshalb)(?=\s)/giu;
const VERB =
  /(?:(?<!\p{L})(?:ab|an|auf|aus|ein|ver|be|er|ent|ge|durch)\p{L}{2,}(?:t|en)|\p{L}ge\p{L}{2,}(?:t|en))(?!\p{L})/iu;

const NEGATED_BEFORE =
  /(?<!\p{L})(?:kein(?:e[nmrs]?)?|ohne|nicht|nie|niemals|weder|exkl\.?|(?:an)?statt)(?!\p{L})/iu;
const NEGATED_AFTER =
  /^[\p{L}\s\d.]{0,12}:\s*(?:kein|nein|neg|[-–0ø]|entf)|^\s*\(-\)|(?<!\p{L})(?:nicht|entfällt|entfallen|unmöglich|gescheitert|fehlt|fehlend\p{L}*|erübrigt)(?!\p{L})/iu;
/** A normal finding negates a finding, not the examination that found it. */
const NORMAL = /(?<!\p{L})(?:unauffällig|reizlos|reizfrei|in ordnung|o\. ?b\.|i\. ?o\.)/iu;
const EXAMINATION =
  /(?<!\p{L})(?:rö|röntgen|opg|panorama|vit|vipr|co2|sensi|psi)|aufnahme|film(?!\p{L})|bissflügel/iu;
const REFUSED =
  /abgelehnt|ablehnung|lehnt(?!\p{L}).*(?<!\p{L})ab(?!\p{L})|verweigert|unerwünscht|verzicht|verneint|bestreitet|frustran|abgebrochen|kontraindiziert/iu;
const PLANNED =
  /geplant|vorgesehen|vorgemerkt|demnächst|nächst\p{L}*|(?<!\p{L})nä\.|(?<!\p{L})(?:folgt|folgen|soll|sollte|wird|werden|würde|könnte|muss noch|evtl|eventuell|ggf|gegebenenfalls|falls|wenn|sobald|später|ausstehend)(?!\p{L})|bei bedarf|termin (?:für|zur|zum)|(?:hkp|kva|kostenvoranschlag) (?:für|über|zu)|(?<!\p{L})in \d+ (?:wo|mo|tag)|wiedervorstellung|überweisung|überwiesen|(?<!\p{L})(?:bestellt|beauftragt|verschoben)(?!\p{L})|in auftrag|ins labor/iu;
const ADVISED =
  /empfohlen|empfehlung|angeraten|angeboten|vorgeschlagen|besprochen|besprechung|beraten|beratung (?:über|zu|bzgl)|aufgeklärt|aufklärung|hingewiesen|informiert|interess|erläutert|wunsch nach|wünscht|möchte|(?<!\p{L})rezept|verordnet|zu hause/iu;
const HISTORY =
  /(?<!\p{L})(?:z\. ?n\.|zn\.?|zustand nach|st\. ?p\.|status post|ehemals|früher|damals|gestern|vor \d+ |vor jahren|letzte[nrs]? (?:mal|sitzung|woche|termin))|alio loco|extern(?!\p{L})|auswärts|hausarzt|vorbehandler|mitgebracht|zugesandt/iu;
const SUSPECTED = /(?<!\p{L})(?:v\. ?a\.|va\.|verdacht|verd\.|fraglich|dd:|unklar)|\?/iu;
const CLAUSE_SIGNS = [REFUSED, PLANNED, ADVISED, HISTORY, SUSPECTED];
/** A heading that applies to all that follows it in its line. */
const HEAD =
  /(?<!\p{L})(?:nt|n\. ?t\.|plan|planung|nächste[rs]? (?:sitzung|termin|mal)|wv|anamnese|anam\.|procedere)\s*:|pat\.? (?:gibt an|berichtet)|patient(?:in)? (?:gibt an|berichtet)|(?:lt\.|laut) pat/iu;
/** A completed past before `wird` and `werden` takes precedence. */
const FINISHED = /(?<!\p{L})(?:wurde|wurden|worden)(?!\p{L})/iu;

const masked = (note: string): string =>
  MASKED.reduce((text, one) => text.replace(one, (word) => ' '.repeat(word.length)), note);

function spansOf(text: string, end: RegExp, isEnd: (at: number, mark: string) => boolean): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const mark of text.matchAll(end)) {
    if (!isEnd(mark.index, mark[0])) continue;
    found.push({ from, to: mark.index });
    from = mark.index + mark[0].length;
  }
  return [...found, { from, to: text.length }];
}
function sentencesOf(text: string): Span[] {
  return spansOf(text, SENTENCE_END, (at, mark) => {
    if (mark !== '.') return true;
    return !ABBREVIATION.test(text.slice(Math.max(0, at - 12), at));
  });
}
/** `parseAnd` separates two clauses only if the first has its own verb. */
function clausesOf(sentence: string): Span[] {
  return spansOf(sentence, CLAUSE_END, () => true).flatMap(({ from, to }) => {
    const own = sentence.slice(from, to);
    return spansOf(own, /\s(?:und|sowie)\s/giu, (at) => VERB.test(own.slice(0, at))).map((one) => ({
      from: one.from + from,
      to: one.to + from,
    }));
  });
}
function isDone(
  word: string,
  before: string,
  clause: string,
  after: string,
  head: string,
): boolean {
  if (NORMAL.test(after) && !EXAMINATION.test(word)) return false;
  if (HEAD.test(head) || NEGATED_BEFORE.test(before) || NEGATED_AFTER.test(after)) return false;
  const said = FINISHED.test(clause)
    ? clause.replaceAll(/(?<!\p{L})(?:wird|werden)(?!\p{L})/giu, '')
    : clause;
  return !CLAUSE_SIGNS.some((one) => one.test(said));
}

/** A refusal whose object is only pointed at: it belongs to the clause before it. */
const REFUSED_THIS =
  /(?<!\p{L})(?:entfernung|behandlung|therapie|versorgung|maßnahme|das|dies|diese[sn]?|es|sie|ihn)(?!\p{L}).*(?:abgelehnt|(?<!\p{L})ab(?!\p{L})|verweigert|nicht gewünscht)|lehnt (?:das |dies |es |sie |entfernung |behandlung |die entfernung |die behandlung )?ab(?!\p{L})|^\s*(?:(?:von |vom )?pat\p{L}*\.?\s*)?(?:abgelehnt|lehnt ab|nicht gewünscht|wünscht (?:es |dies )?nicht)/iu;
/**
 * Returns the first matching words of a note that state that the treatment was done today. Negated,
 * refused, planned, advised, suspected or past statements, and those about another practice, do not
 * count.
 * @param pattern one of `parsePattern`
 */
export function doneIn(note: string, pattern: RegExp): NoteHit | null {
  // Most notes hold none of the words: the plain search is cheap.
  if (!pattern.test(note)) return null;
  const words = new RegExp(pattern.source, 'giu');
  const text = masked(note);
  for (const sentence of sentencesOf(text)) {
    const said = text.slice(sentence.from, sentence.to);
    const clauses = clausesOf(said);
    for (const match of said.matchAll(words)) {
      const end = match.index + match[0].length;
      const from = clauses.findLast((one) => one.from <= match.index)?.from ?? 0;
      const to = clauses.find((one) => one.to >= end)?.to ?? said.length;
      const clause = said.slice(from, to);
      const before = said.slice(from, match.index);
      const within = match[0];
      // A match of several words may contain the negation itself.
      if (/(?<!\p{L})(?:nicht|kein(?:e[nmrs]?)?)(?!\p{L})/iu.test(within)) continue;
      const after = said.slice(end, to);
      if (!isDone(within, before, clause, after, said.slice(0, match.index))) continue;
      const next = clauses.find((one) => one.from > to);
      if (next !== undefined && REFUSED_THIS.test(said.slice(next.from, next.to))) continue;
      const index = sentence.from + match.index;
      return {
        index,
        text: note.slice(index, index + within.length),
        clause: note.slice(sentence.from + from, sentence.from + to).trim(),
      };
    }
  }
  return null;
}
