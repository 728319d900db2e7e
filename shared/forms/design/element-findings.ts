/**
 * Findings about elements of a form: those that FHIR R4 does not have, and those that this engine
 * does not act on.
 */

import { canPlace, hasContext } from '../answers/extract-definitions.ts';
import { everyItem, type Questionnaire } from '../questionnaire/questionnaire.ts';
import type { Effect } from './extension-meanings.ts';
import type { Finding } from './rule-findings.ts';

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Every element (hl7.org/fhir/R4/questionnaire-definitions.html), by the object that has it. */
const ELEMENT = 'id extension';
const BACKBONE = `${ELEMENT} modifierExtension`;
const KNOWN = {
  form: names(
    `${BACKBONE} resourceType meta implicitRules language text contained url identifier version name title derivedFrom status experimental subjectType date publisher contact description useContext jurisdiction purpose copyright approvalDate lastReviewDate effectivePeriod code item`,
  ),
  item: names(
    `${BACKBONE} linkId definition code prefix text type enableWhen enableBehavior required repeats readOnly maxLength answerValueSet answerOption initial item`,
  ),
  enableWhen: names(
    `${BACKBONE} question operator answerBoolean answerDecimal answerInteger answerDate answerDateTime answerTime answerString answerCoding answerQuantity answerReference`,
  ),
  answerOption: names(
    `${BACKBONE} valueInteger valueDate valueTime valueString valueCoding valueReference initialSelected`,
  ),
  initial: names(
    `${BACKBONE} valueBoolean valueDecimal valueInteger valueDate valueDateTime valueTime valueString valueUri valueAttachment valueCoding valueQuantity valueReference`,
  ),
} as const;
type Kind = keyof typeof KNOWN;

/** Names of an object that its kind does not have. The element of a primitive begins with `_`. */
const strangeIn = (kind: Kind, value: object): string[] =>
  Object.keys(value).filter(
    (name) => !KNOWN[kind].has(name.startsWith('_') ? name.slice(1) : name),
  );

/** Finds elements that the standard does not have: each name once for each kind of object. */
function strangers(questionnaire: Questionnaire): Finding[] {
  const findings: Finding[] = [],
    said = new Set<string>();
  const look = (kind: Kind, value: object, linkId?: string): void => {
    for (const name of strangeIn(kind, value)) {
      const detail = (kind === 'form' ? name : `${kind}.${name}`).slice(0, 80);
      if (said.has(detail)) continue;
      said.add(detail);
      findings.push({
        level: 'warning',
        code: 'element_unknown',
        ...(linkId !== undefined && { linkId }),
        detail,
      });
    }
  };
  look('form', questionnaire);
  for (const { item } of everyItem(questionnaire.item)) {
    look('item', item, item.linkId);
    for (const kind of ['enableWhen', 'answerOption', 'initial'] as const)
      for (const one of item[kind] ?? []) look(kind, one, item.linkId);
  }
  return findings;
}

/** Elements of the form that change how it is to be used, and are not acted on. */
interface Head {
  readonly implicitRules?: unknown;
  readonly experimental?: unknown;
  readonly effectivePeriod?: unknown;
}

function unused(questionnaire: Questionnaire): Finding[] {
  const { implicitRules, experimental, effectivePeriod }: Head = questionnaire as Head,
    { subjectType = [] } = questionnaire;
  const finding = (level: 'note' | 'warning', detail: string, effect: Effect): Finding => ({
    level,
    code: 'element_unused',
    detail,
    effect,
  });
  return [
    // The standard: who does not know these rules must not read the form.
    ...(implicitRules === undefined
      ? []
      : [{ level: 'error', code: 'modifier_unknown', detail: 'implicitRules' } as const]),
    ...(experimental === true ? [finding('note', 'experimental', 'experimental')] : []),
    ...(effectivePeriod === undefined ? [] : [finding('note', 'effectivePeriod', 'date')]),
    ...(Array.isArray(subjectType) && subjectType.length > 0 && !subjectType.includes('Patient')
      ? [finding('warning', 'subjectType', 'subject')]
      : []),
  ];
}

/** Finds definitions that no extracted resource has a place for, in forms that make resources. */
function unplaced(questionnaire: Questionnaire): Finding[] {
  const items = [...everyItem(questionnaire.item)].map(({ item }) => item);
  if (![questionnaire, ...items].some(hasContext)) return [];
  return items.flatMap(({ definition, linkId }) =>
    typeof definition !== 'string' || canPlace(definition)
      ? []
      : [
          {
            level: 'note',
            code: 'element_unused',
            linkId,
            detail: definition.slice(0, 300),
            effect: 'extraction',
          } as const,
        ],
  );
}

export const elementFindings = (questionnaire: Questionnaire): readonly Finding[] => [
  ...unused(questionnaire),
  ...unplaced(questionnaire),
  ...strangers(questionnaire),
];
