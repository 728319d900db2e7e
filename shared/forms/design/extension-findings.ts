/** Findings about the extensions of a form: each that is not executed, with its effect. */

import { codeOf, EXTENSION, everyExtension } from '../questionnaire/extensions.ts';
import { extensionOf, type Extension, type FhirElement } from '../questionnaire/fhir.ts';
import { everyItem, type Questionnaire } from '../questionnaire/questionnaire.ts';
import {
  candidateMeaning,
  contextMeaning,
  extractionMeaning,
  hasControl,
  LAUNCH_CONTEXT,
  meaningOf,
  populationMeaning,
  textMeaning,
  usageMeaning,
  type ExtensionMeaning,
} from './extension-meanings.ts';
import { textOf, type Finding, type FindingCode } from './rule-findings.ts';

type Verdict = Pick<Finding, 'level' | 'code' | 'effect'>;

const VERDICTS: Readonly<
  Record<'refused' | 'changes' | 'unused' | 'partly', [Finding['level'], FindingCode]>
> = {
  refused: ['error', 'extension_refused'],
  changes: ['warning', 'extension_changes'],
  unused: ['note', 'extension_unused'],
  partly: ['note', 'extension_partly'],
};

function verdictOn(meaning: ExtensionMeaning): Verdict | undefined {
  if (!('effect' in meaning))
    return meaning.kind === 'unknown' ? { level: 'warning', code: 'extension_unknown' } : undefined;
  const [level, code] = VERDICTS[meaning.kind];
  return { level, code, effect: meaning.effect };
}

/** A modifier that names an extension: the form may be shown only where that one is executed. */
const CRITICAL = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-rendering-criticalExtension';

function verdictOnModifier({ url, valueCanonical }: Extension): Verdict | undefined {
  const { kind } = meaningOf(url === CRITICAL ? textOf(valueCanonical) : url);
  return kind === 'executed' ? undefined : { level: 'error', code: 'modifier_unknown' };
}

/** Returns the name of a launch context; a string in SDC 2, a code later. */
function contextNameIn(extension: Extension): string | undefined {
  const name = extensionOf(extension, 'name');
  return name?.valueCoding?.code ?? name?.valueCode ?? name?.valueId ?? name?.valueString;
}

/** Names a control that the page does not have. */
function controlIn(extension: Extension): string | undefined {
  if (extension.url !== EXTENSION.itemControl) return undefined;
  const code = codeOf({ extension: [extension] }, EXTENSION.itemControl);
  return typeof code !== 'string' || hasControl(code) ? undefined : code.slice(0, 80);
}

/**
 * Finds extensions that are not executed. One that changes the meaning is named at each of its
 * items, one that does not is named once.
 */
export function extensionFindings(questionnaire: Questionnaire): Finding[] {
  const findings: Finding[] = [],
    said = new Set<string>();
  const add = (finding: Finding): void => {
    const { level, code, detail, linkId } = finding,
      key = [level === 'note' ? '' : (linkId ?? ''), code, detail].join(' ');
    if (said.has(key)) return;
    said.add(key);
    findings.push(finding);
  };
  const look = (element: FhirElement, linkId: string | undefined, isQuestion = false): void => {
    for (const { extension, path, isModifier, parent } of everyExtension(element)) {
      const at = linkId === undefined ? {} : { linkId },
        verdict = isModifier
          ? verdictOnModifier(extension)
          : verdictOn(
              extension.url === LAUNCH_CONTEXT
                ? contextMeaning(contextNameIn(extension))
                : (extractionMeaning(extension) ??
                    usageMeaning(extension) ??
                    textMeaning(extension, path) ??
                    candidateMeaning(extension, isQuestion) ??
                    populationMeaning(extension) ??
                    meaningOf(extension.url, parent)),
            ),
        control = controlIn(extension);
      if (verdict) add({ ...verdict, detail: extension.url.slice(0, 300), ...at });
      if (control !== undefined)
        add({
          level: 'note',
          code: 'extension_unused',
          detail: `itemControl ${control}`,
          effect: 'layout',
          ...at,
        });
    }
  };
  const { item: _items, contained: _contained, ...head } = questionnaire;
  look(head, undefined);
  for (const { item } of everyItem(questionnaire.item)) {
    const { item: _below, ...own } = item;
    look(own, item.linkId, item.type !== 'group' && item.type !== 'display');
  }
  for (const one of questionnaire.contained ?? []) look(one, undefined);
  return findings;
}
