// Proposals for the people of a day, or for one person: evaluates the practice's rules on their
// facts.

import type { BoardTermin, BoardVisit } from '../../../shared/exchange/board.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { DocumentKind, LocalText } from '../../../shared/desk/document.ts';
import { isFirstVisit, propose, type MappeRule } from '../../../shared/desk/mappe-rules.ts';
import type { PersonProposal } from '../../../shared/desk/mappe-rules.schema.ts';
import type { Look } from '../../platform/work.ts';
import { readFacts, type NumbersOfAll, type RulePerson } from './read-facts.ts';
import { readRules } from './rules.ts';

interface RuleItem {
  id: string;
  version: number;
  kind: DocumentKind;
  title: LocalText;
}
export interface RulesLinks {
  /** Forms and documents that can be given out. */
  items(look: Look): Promise<readonly RuleItem[]>;
  /** Today's appointments. */
  expected(look: Look): Promise<readonly BoardTermin[]>;
  numbersOfAll: NumbersOfAll;
  /** The practice's users. */
  people(look: Look): Promise<readonly { id: string; name: string }[]>;
  /** The living person of a number. */
  person(look: Look, patid: string): Promise<{ patid: string; geburtsdatum: string } | undefined>;
}

const proposalsOf = async (
  look: Look,
  links: RulesLinks,
  people: readonly RulePerson[],
  rules: readonly MappeRule[],
): Promise<Map<string, PersonProposal>> => {
  const today = berlinDay(look.now),
    [items, facts] = await Promise.all([
      links.items(look),
      readFacts(look, links.numbersOfAll, people),
    ]);
  return new Map(
    [...facts].map(([patid, { facts: one, language }]) => [
      patid,
      {
        patid,
        hasTermin: one.termine.length > 0,
        isFirst: isFirstVisit(one, today),
        language,
        items: propose(rules, items, one, today),
      },
    ]),
  );
};

/** People with their appointments, each once. */
function peopleOf(termine: readonly BoardTermin[]): RulePerson[] {
  const people = new Map<string, RulePerson & { termine: BoardTermin[] }>();
  for (const one of termine) {
    const known = people.get(one.patid) ?? {
      patid: one.patid,
      geburtsdatum: one.geburtsdatum,
      termine: [],
    };
    known.termine.push(one);
    people.set(one.patid, known);
  }
  return [...people.values()];
}

/**
 * Returns today's appointments, each with the proposals for its person.
 * @param rules those of the practice when absent; others to try them out
 */
export async function expectedVisits(
  look: Look,
  links: RulesLinks,
  rules?: readonly MappeRule[],
): Promise<BoardVisit[]> {
  const termine = await links.expected(look);
  if (termine.length === 0) return [];
  const proposals = await proposalsOf(
    look,
    links,
    peopleOf(termine),
    rules ?? (await readRules(look)).rules,
  );
  return termine.map((termin) => {
    const found = proposals.get(termin.patid);
    return { ...termin, proposed: found?.items ?? [], isFirst: found?.isFirst ?? false };
  });
}

/** Returns proposals for one person; empty for an unknown number. */
export async function proposalFor(
  look: Look,
  links: RulesLinks,
  patid: string,
): Promise<PersonProposal | undefined> {
  const person = await links.person(look, patid);
  if (!person) return undefined;
  const termine = (await links.expected(look)).filter((one) => one.patid === person.patid);
  return (
    await proposalsOf(look, links, [{ ...person, termine }], (await readRules(look)).rules)
  ).get(person.patid);
}
