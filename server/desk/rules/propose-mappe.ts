// Proposals for the people of a day, or for one person who came in: the practice's rules read against what is known of them.

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
  /** Forms and documents that can be given out now. */
  items(look: Look): Promise<readonly RuleItem[]>;
  /** Today's appointments. */
  expected(look: Look): Promise<readonly BoardTermin[]>;
  numbersOfAll: NumbersOfAll;
  /** The living person behind a number. */
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

/** Today's appointments, each with what is proposed for its person. @param rules those of the practice when absent; others to try them out */
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

/** What is proposed for one person; nothing for a number that nobody has. */
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
