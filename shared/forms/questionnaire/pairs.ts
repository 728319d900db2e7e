/**
 * Alignment of two responses of one form, answer by answer, also with a newer version of the form
 * or changed repetitions.
 */

import { isAbsent, UNKNOWN_VALUE, type AbsentValue } from './absent.ts';
import { isSameValue, keyOfValue, type FhirValue } from './fhir.ts';
import { shownIn, standardText, type ShownWords } from './shown.ts';
import type { QuestionnaireResponse, ResponseAnswer, ResponseItem } from './response-types.ts';

/** One answer before and after; `isSame` if both exist and are equal. */
export interface Pair {
  readonly linkId: string;
  /** The question in the form's own text. */
  readonly text: string;
  /** Its rows in repeating groups, outermost first, as in „Kind 2“: from 1. */
  readonly rows: readonly number[];
  readonly before?: ResponseAnswer;
  readonly after?: ResponseAnswer;
  readonly isSame: boolean;
}

type Response = Pick<QuestionnaireResponse, 'item'>;
/** A question at one place. `path`: its repeating groups and answers. */
interface Occurrence {
  readonly linkId: string;
  /** In the form's own text. */
  readonly text: string;
  /** The text shown to the person, if different. */
  readonly shown?: ShownWords;
  readonly answers: readonly ResponseAnswer[];
  readonly path: readonly Step[];
}
/** `at`: index among its siblings, from 0; `content`: fingerprint for matching. */
interface Step {
  readonly linkId: string;
  readonly at: number;
  readonly content: ReadonlySet<string>;
}

/** Returns the value of an answer alone; „Weiß ich nicht“ where the response gives that reason. */
export function bareValue(value: FhirValue & AbsentValue): FhirValue {
  if (isAbsent(value)) return UNKNOWN_VALUE;
  const key = keyOfValue(value);
  return key === undefined ? {} : { [key]: value[key] };
}
const valueText = (answer: ResponseAnswer): string => {
  const value = bareValue(answer),
    { valueCoding: coding, valueQuantity: quantity } = value;
  if (coding) return `c ${coding.system ?? ''} ${coding.code ?? coding.display ?? ''}`;
  return quantity
    ? `q ${quantity.value ?? ''} ${quantity.code ?? quantity.unit ?? ''}`
    : JSON.stringify(value);
};
/** Returns all answers below, as countable strings. */
function* leaves(items: readonly ResponseItem[] | undefined): Generator<string> {
  for (const item of items ?? []) {
    for (const answer of item.answer ?? []) {
      yield `${item.linkId} ${valueText(answer)}`;
      yield* leaves(answer.item);
    }
    yield* leaves(item.item);
  }
}

/**
 * Returns every question with answers; one that is in two groups of one name is distinguished by
 * its path.
 */
export function occurrencesOf(response: Response | undefined): readonly Occurrence[] {
  const all: Occurrence[] = [];
  const walk = (items: readonly ResponseItem[] | undefined, path: readonly Step[]): void => {
    const count = new Map<string, number>();
    for (const item of items ?? []) {
      const at = count.get(item.linkId) ?? 0;
      count.set(item.linkId, at + 1);
      if (item.answer && item.answer.length > 0) {
        const shown = shownIn(item);
        all.push({
          linkId: item.linkId,
          text: standardText(item),
          ...(shown && { shown }),
          answers: item.answer,
          path,
        });
        item.answer.forEach((answer, index) =>
          walk(answer.item, [
            ...path,
            {
              linkId: item.linkId,
              at: index,
              content: new Set([`${item.linkId} ${valueText(answer)}`]),
            },
          ]),
        );
      }
      if (item.item)
        walk(item.item, [
          ...path,
          { linkId: item.linkId, at, content: new Set(leaves(item.item)) },
        ]);
    }
  };
  walk(response?.item, []);
  return all;
}

/** For each side the name of a step: matching rows have the same name. */
function namesOf(
  before: readonly Occurrence[],
  after: readonly Occurrence[],
): (side: 'before' | 'after', path: readonly Step[]) => string {
  const several = new Set(
    [...before, ...after].flatMap((one) =>
      one.path.filter((step) => step.at > 0).map((step) => step.linkId),
    ),
  );
  const names = { before: new Map<string, string>(), after: new Map<string, string>() };
  let next = 1;
  const nameOf = (side: 'before' | 'after', path: readonly Step[]): string => {
    let name = '';
    for (const step of path)
      if (several.has(step.linkId))
        name = names[side].get(`${name}/${step.linkId}#${step.at}`) ?? `${name}/?`;
    return name;
  };
  const rowsAt = (
    side: readonly Occurrence[],
    which: 'before' | 'after',
    depth: number,
  ): Map<string, Map<number, Step>> => {
    const found = new Map<string, Map<number, Step>>();
    for (const { path } of side) {
      const own = path.filter((step) => several.has(step.linkId)),
        step = own[depth];
      if (!step) continue;
      const key = `${nameOf(which, own.slice(0, depth))}/${step.linkId}`,
        rows = found.get(key) ?? new Map<number, Step>();
      rows.set(step.at, step);
      found.set(key, rows);
    }
    return found;
  };
  const deepest = Math.max(0, ...[...before, ...after].map((one) => one.path.length));
  for (let depth = 0; depth < deepest; depth++) {
    const old = rowsAt(before, 'before', depth),
      now = rowsAt(after, 'after', depth);
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      const left = [...(old.get(key)?.values() ?? [])],
        right = [...(now.get(key)?.values() ?? [])];
      // Matches the most similar first; rows without a common answer do not match.
      const alike = left
        .flatMap((a) =>
          right.map((b) => ({
            a,
            b,
            score:
              [...a.content].filter((one) => b.content.has(one)).length /
              Math.max(1, a.content.size, b.content.size),
          })),
        )
        .filter((one) => one.score > 0)
        .sort((x, y) => y.score - x.score || x.a.at - y.a.at || x.b.at - y.b.at);
      const done = new Set<Step>();
      for (const { a, b } of alike) {
        if (done.has(a) || done.has(b)) continue;
        done.add(a);
        done.add(b);
        const name = `${key}=${next++}`;
        names.before.set(`${key}#${a.at}`, name);
        names.after.set(`${key}#${b.at}`, name);
      }
      for (const [side, rows] of [
        ['before', left],
        ['after', right],
      ] as const)
        for (const row of rows)
          if (!done.has(row)) names[side].set(`${key}#${row.at}`, `${key}=${next++}`);
    }
  }
  return nameOf;
}

/** Returns all answers of both, in the order of the newer one; removed ones follow at the end. */
export function pairAnswers(before: Response | undefined, after: Response): readonly Pair[] {
  const old = occurrencesOf(before),
    now = occurrencesOf(after),
    nameOf = namesOf(old, now),
    waiting = new Map<string, ResponseAnswer[]>();
  const keyOf = (side: 'before' | 'after', one: Occurrence): string =>
    `${one.linkId} ${nameOf(side, one.path)}`;
  const rowsOf = (one: Occurrence): number[] => one.path.map((step) => step.at + 1);
  for (const one of old) {
    const key = keyOf('before', one);
    waiting.set(key, [...(waiting.get(key) ?? []), ...one.answers]);
  }
  const pairs: Pair[] = [];
  for (const one of now) {
    const then = waiting.get(keyOf('after', one)) ?? [],
      base = { linkId: one.linkId, text: one.text, rows: rowsOf(one) };
    const same = new Map<ResponseAnswer, ResponseAnswer>();
    for (const answer of one.answers) {
      const at = then.findIndex((other) => isSameValue(bareValue(other), bareValue(answer)));
      const [found] = at === -1 ? [] : then.splice(at, 1);
      if (found) same.set(answer, found);
    }
    const isOne = one.answers.length === 1 && then.length === 1;
    for (const answer of one.answers) {
      const twin = same.get(answer),
        changed = twin ?? (isOne ? then.shift() : undefined);
      pairs.push({
        ...base,
        after: answer,
        ...(changed && { before: changed }),
        isSame: twin !== undefined,
      });
    }
  }
  for (const one of old) {
    const left = waiting.get(keyOf('before', one)) ?? [];
    for (const answer of one.answers)
      if (left.includes(answer))
        pairs.push({
          linkId: one.linkId,
          text: one.text,
          rows: rowsOf(one),
          before: answer,
          isSame: false,
        });
  }
  return pairs;
}
