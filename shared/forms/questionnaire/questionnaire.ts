/**
 * Types of a FHIR R4 Questionnaire as stored and exchanged; only its shape, the rules are in the
 * neighbouring files.
 */

import type { Coding, Expression, Extension, FhirElement, FhirValue } from './fhir.ts';

export type ItemType =
  | 'group'
  | 'display'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'string'
  | 'text'
  | 'url'
  | 'choice'
  | 'open-choice'
  | 'attachment'
  | 'reference'
  | 'quantity';
export const ITEM_TYPES: readonly ItemType[] = [
  'group',
  'display',
  'boolean',
  'decimal',
  'integer',
  'date',
  'dateTime',
  'time',
  'string',
  'text',
  'url',
  'choice',
  'open-choice',
  'attachment',
  'reference',
  'quantity',
];

export type EnableOperator = 'exists' | '=' | '!=' | '>' | '<' | '>=' | '<=';
export const ENABLE_OPERATORS: readonly EnableOperator[] = [
  'exists',
  '=',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
];
export type EnableBehavior = 'all' | 'any';

/** `enableWhen.answer[x]`: the names of FHIR, read with `answerOf`. */
export interface EnableWhen {
  readonly question: string;
  readonly operator: EnableOperator;
  readonly answerBoolean?: boolean;
  readonly answerDecimal?: number;
  readonly answerInteger?: number;
  readonly answerDate?: string;
  readonly answerDateTime?: string;
  readonly answerTime?: string;
  readonly answerString?: string;
  readonly answerCoding?: Coding;
  readonly answerQuantity?: FhirValue['valueQuantity'];
  readonly answerReference?: FhirValue['valueReference'];
}

export interface AnswerOption
  extends
    FhirElement,
    Pick<
      FhirValue,
      'valueInteger' | 'valueDate' | 'valueTime' | 'valueString' | 'valueCoding' | 'valueReference'
    > {
  readonly _valueString?: FhirElement;
  readonly _valueInteger?: FhirElement;
  readonly _valueDate?: FhirElement;
  readonly _valueTime?: FhirElement;
  readonly initialSelected?: boolean;
}

export interface QuestionnaireItem extends FhirElement {
  readonly linkId: string;
  readonly definition?: string;
  readonly code?: readonly Coding[];
  readonly prefix?: string;
  readonly _prefix?: FhirElement;
  readonly text?: string;
  readonly _text?: FhirElement;
  readonly type: ItemType;
  readonly enableWhen?: readonly EnableWhen[];
  readonly enableBehavior?: EnableBehavior;
  readonly required?: boolean;
  readonly repeats?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  readonly answerValueSet?: string;
  readonly answerOption?: readonly AnswerOption[];
  readonly initial?: readonly FhirValue[];
  readonly item?: readonly QuestionnaireItem[];
  readonly modifierExtension?: readonly Extension[];
}

interface Concept extends FhirElement {
  readonly code: string;
  readonly display?: string;
  readonly _display?: FhirElement;
  readonly concept?: readonly Concept[];
  readonly designation?: readonly { readonly language?: string; readonly value: string }[];
  readonly property?: readonly {
    readonly code?: string;
    readonly valueDecimal?: number;
    readonly valueInteger?: number;
  }[];
}
/** A value set contained in the form: expanded, or composed of listed codes. */
export interface ValueSet extends FhirElement {
  readonly resourceType: 'ValueSet';
  readonly id?: string;
  readonly url?: string;
  readonly expansion?: { readonly contains?: readonly ExpansionContains[] };
  readonly compose?: {
    readonly include?: readonly {
      readonly system?: string;
      readonly concept?: readonly Concept[];
      readonly filter?: readonly unknown[];
      readonly valueSet?: readonly string[];
    }[];
    readonly exclude?: readonly unknown[];
  };
}
interface ExpansionContains extends FhirElement {
  readonly system?: string;
  readonly code?: string;
  readonly display?: string;
  readonly _display?: FhirElement;
  readonly abstract?: boolean;
  readonly contains?: readonly ExpansionContains[];
  readonly designation?: readonly { readonly language?: string; readonly value: string }[];
}
export interface CodeSystem extends FhirElement {
  readonly resourceType: 'CodeSystem';
  readonly id?: string;
  readonly url?: string;
  readonly content?: string;
  readonly concept?: readonly Concept[];
}
export type Contained =
  | ValueSet
  | CodeSystem
  | Questionnaire
  | { readonly resourceType: string; readonly id?: string };

export type PublicationStatus = 'draft' | 'active' | 'retired' | 'unknown';

export interface Questionnaire extends FhirElement {
  readonly resourceType: 'Questionnaire';
  readonly id?: string;
  readonly meta?: {
    readonly profile?: readonly string[];
    readonly tag?: readonly Coding[];
    readonly [key: string]: unknown;
  };
  readonly language?: string;
  readonly url?: string;
  readonly _url?: FhirElement;
  readonly version?: string;
  readonly name?: string;
  readonly title?: string;
  readonly _title?: FhirElement;
  readonly status: PublicationStatus;
  readonly subjectType?: readonly string[];
  readonly date?: string;
  readonly publisher?: string;
  readonly description?: string;
  readonly _description?: FhirElement;
  readonly purpose?: string;
  readonly copyright?: string;
  readonly derivedFrom?: readonly string[];
  readonly code?: readonly Coding[];
  readonly contained?: readonly Contained[];
  readonly modifierExtension?: readonly Extension[];
  readonly item?: readonly QuestionnaireItem[];
}

/** Returns the value that an `enableWhen` compares with. */
export function answerOf(when: EnableWhen): FhirValue {
  return {
    ...(when.answerBoolean !== undefined && { valueBoolean: when.answerBoolean }),
    ...(when.answerDecimal !== undefined && { valueDecimal: when.answerDecimal }),
    ...(when.answerInteger !== undefined && { valueInteger: when.answerInteger }),
    ...(when.answerDate !== undefined && { valueDate: when.answerDate }),
    ...(when.answerDateTime !== undefined && { valueDateTime: when.answerDateTime }),
    ...(when.answerTime !== undefined && { valueTime: when.answerTime }),
    ...(when.answerString !== undefined && { valueString: when.answerString }),
    ...(when.answerCoding !== undefined && { valueCoding: when.answerCoding }),
    ...(when.answerQuantity !== undefined && { valueQuantity: when.answerQuantity }),
    ...(when.answerReference !== undefined && { valueReference: when.answerReference }),
  };
}

/**
 * Iterates over every item with its ancestors, parents before children, in the order of the form.
 */
export function* everyItem(
  items: readonly QuestionnaireItem[] | undefined,
  path: readonly QuestionnaireItem[] = [],
): Generator<{ item: QuestionnaireItem; path: readonly QuestionnaireItem[] }> {
  for (const item of items ?? []) {
    yield { item, path };
    yield* everyItem(item.item, [...path, item]);
  }
}

export type { Expression };
