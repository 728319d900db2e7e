/**
 * Observations from answers: the observation-based extraction of SDC
 * (hl7.org/fhir/uv/sdc/extraction.html). An item with a code that is marked, or stands below a mark,
 * gives one Observation for each of its answers. Pure.
 */

import { isAbsent } from '../questionnaire/absent.ts';
import { bareValue } from '../questionnaire/pairs.ts';
import { extensionOf, type Coding, type FhirValue } from '../questionnaire/fhir.ts';
import { EXTENSION, SDC } from '../questionnaire/extensions.ts';
import type { Questionnaire, QuestionnaireItem } from '../questionnaire/questionnaire.ts';
import type { QuestionnaireResponse, ResponseItem } from '../questionnaire/response-types.ts';

/** Marks an item or a form: its answers become Observations. */
export const OBSERVED = `${SDC}observationExtract`;
/** Their category. */
export const OBSERVED_AS = `${SDC}observation-extract-category`;

interface Concept {
  readonly coding?: readonly Coding[];
  readonly text?: string;
}
/** FHIR R4 Observation, as far as answers give it. */
interface Observation {
  readonly resourceType: 'Observation';
  readonly status: 'final' | 'preliminary';
  readonly category?: readonly Concept[];
  readonly code: Concept;
  readonly effectiveDateTime?: string;
  readonly dataAbsentReason?: Concept;
  readonly [value: `value${string}`]: unknown;
}
export interface Extracted {
  readonly observation: Observation;
  /** Place among the answers: linkId, and the number of the answer to it from 0. */
  readonly linkId: string;
  readonly index: number;
}

/** Maximum of one response: a repeated group could make any number. */
const MOST = 500;

/** What an item inherits from those around it. */
interface Marks {
  readonly isExtracted: boolean;
  readonly category: Concept | undefined;
}
function marksOf(element: Questionnaire | QuestionnaireItem, outer: Marks): Marks {
  const own = extensionOf(element, OBSERVED)?.valueBoolean,
    category = extensionOf(element, OBSERVED_AS)?.valueCodeableConcept;
  return { isExtracted: own ?? outer.isExtracted, category: category ?? outer.category };
}

/** Returns an answer in a type that an Observation has; undefined for files and references. */
function valueOf(
  item: QuestionnaireItem,
  value: FhirValue,
): Readonly<Record<string, unknown>> | undefined {
  const { valueDecimal, valueCoding, valueDate, valueUri, ...same } = value;
  if (valueDecimal !== undefined) {
    const unit = extensionOf(item, EXTENSION.unit)?.valueCoding;
    return {
      valueQuantity: {
        value: valueDecimal,
        ...(unit?.display !== undefined && { unit: unit.display }),
        ...(unit?.system !== undefined && { system: unit.system }),
        ...(unit?.code !== undefined && { code: unit.code }),
      },
    };
  }
  if (valueCoding) {
    const { extension: _weights, ...coding } = valueCoding;
    return {
      valueCodeableConcept: {
        coding: [coding],
        ...(coding.display !== undefined && { text: coding.display }),
      },
    };
  }
  if (valueDate !== undefined) return { valueDateTime: valueDate };
  if (valueUri !== undefined) return { valueString: valueUri };
  const { valueAttachment, valueReference } = same;
  return valueAttachment || valueReference ? undefined : same;
}

const ASKED_UNKNOWN = {
  dataAbsentReason: {
    coding: [
      {
        system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
        code: 'asked-unknown',
      },
    ],
  },
};

function itemsIn(questionnaire: Questionnaire): ReadonlyMap<string, [QuestionnaireItem, Marks]> {
  const found = new Map<string, [QuestionnaireItem, Marks]>();
  const walk = (items: readonly QuestionnaireItem[] | undefined, outer: Marks): void => {
    for (const item of items ?? []) {
      const marks = marksOf(item, outer);
      found.set(item.linkId, [item, marks]);
      walk(item.item, marks);
    }
  };
  walk(questionnaire.item, marksOf(questionnaire, { isExtracted: false, category: undefined }));
  return found;
}

/** Returns the Observations of a response, in its order. Answers that an Observation cannot hold give none. */
export function observationsOf(
  questionnaire: Questionnaire,
  response: QuestionnaireResponse,
): readonly Extracted[] {
  const known = itemsIn(questionnaire),
    found: Extracted[] = [],
    counts = new Map<string, number>();
  const take = (answered: ResponseItem): void => {
    const [item, marks] = known.get(answered.linkId) ?? [],
      coding = item?.code ?? [];
    for (const answer of answered.answer ?? []) {
      const index = counts.get(answered.linkId) ?? 0;
      counts.set(answered.linkId, index + 1);
      const value =
        item && marks?.isExtracted && coding.length > 0
          ? isAbsent(answer)
            ? ASKED_UNKNOWN
            : valueOf(item, bareValue(answer))
          : undefined;
      if (value && Object.keys(value).length > 0 && found.length < MOST)
        found.push({
          linkId: answered.linkId,
          index,
          observation: {
            resourceType: 'Observation',
            // An abandoned form may hold half an answer.
            status: response.status === 'stopped' ? 'preliminary' : 'final',
            ...(marks?.category && { category: [marks.category] }),
            code: { coding, ...(item?.text !== undefined && { text: item.text }) },
            ...(response.authored !== undefined && { effectiveDateTime: response.authored }),
            ...value,
          },
        });
      walk(answer.item);
    }
    walk(answered.item);
  };
  const walk = (items: readonly ResponseItem[] | undefined): void => items?.forEach(take);
  walk(response.item);
  return found;
}
