/**
 * Elements of the FHIR R4 resources that answers can be extracted into, with types and cardinality
 * (hl7.org/fhir/R4); a form may name any element, and one that is not here is not extracted.
 */

export interface ElementType {
  readonly name: string;
  /** Types of the element; more than one for a choice (`value[x]`). */
  readonly types: readonly string[];
  readonly isList: boolean;
}

const VALUES = 'Quantity|CodeableConcept|string|boolean|integer|time|dateTime';
/** `name:Type`, `*` for a list, `[x]` for a choice of types. */
const TYPES: ReadonlyMap<string, string> = new Map([
  [
    'Patient',
    'active:boolean name:HumanName* telecom:ContactPoint* gender:code birthDate:date deceased[x]:boolean|dateTime address:Address* maritalStatus:CodeableConcept contact:Patient.contact* communication:Patient.communication*',
  ],
  [
    'Patient.contact',
    'relationship:CodeableConcept* name:HumanName telecom:ContactPoint* address:Address gender:code',
  ],
  ['Patient.communication', 'language:CodeableConcept preferred:boolean'],
  [
    'RelatedPerson',
    'active:boolean relationship:CodeableConcept* name:HumanName* telecom:ContactPoint* gender:code birthDate:date address:Address*',
  ],
  [
    'Observation',
    `status:code category:CodeableConcept* code:CodeableConcept effective[x]:dateTime|Period value[x]:${VALUES} dataAbsentReason:CodeableConcept interpretation:CodeableConcept* note:Annotation* bodySite:CodeableConcept method:CodeableConcept component:Observation.component*`,
  ],
  [
    'Observation.component',
    `code:CodeableConcept value[x]:${VALUES} dataAbsentReason:CodeableConcept interpretation:CodeableConcept*`,
  ],
  [
    'Condition',
    'clinicalStatus:CodeableConcept verificationStatus:CodeableConcept category:CodeableConcept* severity:CodeableConcept code:CodeableConcept bodySite:CodeableConcept* onset[x]:dateTime|Period|string abatement[x]:dateTime|Period|string recordedDate:dateTime note:Annotation*',
  ],
  [
    'AllergyIntolerance',
    'clinicalStatus:CodeableConcept verificationStatus:CodeableConcept type:code category:code* criticality:code code:CodeableConcept onset[x]:dateTime|Period|string recordedDate:dateTime lastOccurrence:dateTime note:Annotation* reaction:AllergyIntolerance.reaction*',
  ],
  [
    'AllergyIntolerance.reaction',
    'substance:CodeableConcept manifestation:CodeableConcept* description:string onset:dateTime severity:code exposureRoute:CodeableConcept note:Annotation*',
  ],
  [
    'MedicationStatement',
    'status:code statusReason:CodeableConcept* category:CodeableConcept medication[x]:CodeableConcept effective[x]:dateTime|Period dateAsserted:dateTime reasonCode:CodeableConcept* note:Annotation* dosage:Dosage*',
  ],
  [
    'Dosage',
    'text:string patientInstruction:string asNeeded[x]:boolean|CodeableConcept route:CodeableConcept',
  ],
  ['HumanName', 'use:code text:string family:string given:string* prefix:string* suffix:string*'],
  ['ContactPoint', 'system:code value:string use:code rank:integer'],
  [
    'Address',
    'use:code type:code text:string line:string* city:string district:string state:string postalCode:string country:string',
  ],
  ['CodeableConcept', 'coding:Coding* text:string'],
  ['Coding', 'system:uri version:string code:code display:string'],
  ['Quantity', 'value:decimal comparator:code unit:string system:uri code:code'],
  ['Period', 'start:dateTime end:dateTime'],
  ['Annotation', 'text:string time:dateTime'],
]);
/** Resources that can be made, and what the standard requires of them. */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map([
  ['Patient', []],
  ['RelatedPerson', []],
  ['Observation', ['code']],
  ['Condition', []],
  ['AllergyIntolerance', []],
  ['MedicationStatement', ['medicationCodeableConcept']],
]);

const elements = new Map<string, ReadonlyMap<string, ElementType>>();
function elementsOf(type: string): ReadonlyMap<string, ElementType> {
  const known = elements.get(type);
  if (known) return known;
  const found = new Map(
    (TYPES.get(type) ?? '')
      .split(' ')
      .filter((one) => one !== '')
      .map((one) => {
        const [name = '', types = ''] = one.split(':');
        return [
          name.replace('[x]', ''),
          {
            name: name.replace('[x]', ''),
            types: types.replace('*', '').split('|'),
            isList: types.endsWith('*'),
          },
        ] as const;
      }),
  );
  elements.set(type, found);
  return found;
}
const isChoice = ({ types }: ElementType): boolean => types.length > 1;
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
/** Choices with one type here keep the name of their type (`medicationCodeableConcept`). */
const SINGLE_CHOICES: ReadonlySet<string> = new Set(['medication']);

export const isMadeHere = (type: string): boolean => REQUIRED.has(type);
/** Returns the elements without which a resource would be invalid. */
export const requiredOf = (type: string): readonly string[] => REQUIRED.get(type) ?? [];
/** Checks whether a type has elements of its own. */
export const isComplex = (type: string): boolean => TYPES.has(type);

/**
 * Returns an element of a type.
 * @param segment of a path: `name`, `value[x]`, `valueQuantity`
 */
export function elementOf(type: string, segment: string): ElementType | undefined {
  const all = elementsOf(type),
    name = segment.replace('[x]', ''),
    own = all.get(name);
  if (own) return own;
  for (const one of all.values())
    for (const each of one.types)
      if ((isChoice(one) || SINGLE_CHOICES.has(one.name)) && `${one.name}${capital(each)}` === name)
        return { ...one, types: [each] };
  return undefined;
}
/** Returns the name of an element in JSON: a choice carries the name of its type. */
export function nameIn(parent: string, element: ElementType, type: string): string {
  const declared = elementsOf(parent).get(element.name);
  return declared && (isChoice(declared) || SINGLE_CHOICES.has(element.name))
    ? `${element.name}${capital(type)}`
    : element.name;
}
