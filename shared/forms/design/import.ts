/**
 * Import of any FHIR R4 Questionnaire: its shape is checked, modular parts are merged, and
 * everything unsupported is reported.
 */

import { extensionOf } from '../questionnaire/fhir.ts';
import { EXTENSION } from '../questionnaire/extensions.ts';
import { elementFindings } from './element-findings.ts';
import { extensionFindings } from './extension-findings.ts';
import { leftOverOf } from './other-versions.ts';
import { misshapen } from '../questionnaire/shape.ts';
import {
  everyItem,
  ITEM_TYPES,
  type Questionnaire,
  type QuestionnaireItem,
} from '../questionnaire/questionnaire.ts';
import {
  type FindingCode,
  type Finding,
  textOf,
  ruleFindings,
  repetitionFindings,
} from './rule-findings.ts';

const MAX_ITEMS = 5_000,
  MAX_DEPTH = 30;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Imported {
  readonly questionnaire: Questionnaire | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Imports a questionnaire.
 * @param value parsed JSON, untrusted
 * @param find other questionnaires of this practice by canonical URL, for modular parts
 * @returns the questionnaire unless a finding is an error; every finding, errors first
 */
export function importQuestionnaire(
  value: unknown,
  find: (canonical: string) => Questionnaire | undefined = () => undefined,
): Imported {
  const shape = shapeFindings(value);
  if (shape.some((one) => one.level === 'error'))
    return { questionnaire: undefined, findings: shape };
  const parts: Finding[] = [];
  // No shape finding: every field read from here on has the type of the standard.
  const questionnaire = assemble(value as Questionnaire, find, parts, [], { left: MAX_ITEMS });
  const findings = [
    ...shape,
    ...parts,
    ...ruleFindings(questionnaire),
    ...repetitionFindings(questionnaire),
    ...elementFindings(questionnaire),
    ...extensionFindings(questionnaire),
  ];
  const rank = { error: 0, warning: 1, note: 2 };
  findings.sort((a, b) => rank[a.level] - rank[b.level]);
  return {
    questionnaire: findings.some((one) => one.level === 'error') ? undefined : questionnaire,
    findings,
  };
}

/**
 * Returns a form with its modular parts in place.
 * @param questionnaire without findings of shape
 * @returns undefined for a form without parts
 */
export function withParts(questionnaire: Questionnaire): Questionnaire | undefined {
  for (const { item } of everyItem(questionnaire.item))
    if (extensionOf(item, EXTENSION.subQuestionnaire))
      return assemble(questionnaire, () => undefined, [], [], { left: MAX_ITEMS });
  return undefined;
}

/** Checks what the code relies on: objects, lists, strings and known types, limited depth. */
function shapeFindings(value: unknown): Finding[] {
  const error = (code: FindingCode, rest: Omit<Finding, 'level' | 'code'> = {}): Finding => ({
    level: 'error',
    code,
    ...rest,
  });
  if (!isObject(value)) return [error('not_an_object')];
  if (value.resourceType !== 'Questionnaire')
    return [error('not_a_questionnaire', { detail: textOf(value.resourceType) })];
  const bent = misshapen(value);
  if (bent.length > 0)
    return bent.map((detail) =>
      error(detail === '…' ? 'too_deep' : 'not_an_object', { detail: detail.slice(0, 80) }),
    );
  const findings: Finding[] = [],
    seen = new Set<string>(),
    others = new Map<FindingCode, string>();
  let count = 0;
  const walk = (items: unknown, depth: number): void => {
    if (items === undefined) return;
    if (!Array.isArray(items)) {
      findings.push(error('not_an_object', { detail: 'item' }));
      return;
    }
    if (depth > MAX_DEPTH) {
      findings.push(error('too_deep', { detail: String(MAX_DEPTH) }));
      return;
    }
    for (const item of items) {
      count += 1;
      if (count > MAX_ITEMS) return;
      if (!isObject(item)) {
        findings.push(error('not_an_object', { detail: 'item' }));
        continue;
      }
      const { linkId, type } = item;
      if (typeof linkId !== 'string' || linkId.trim() === '') {
        findings.push(
          error(
            'no_link_id',
            typeof item.text === 'string' ? { detail: item.text.slice(0, 80) } : {},
          ),
        );
        continue;
      }
      if (seen.has(linkId)) findings.push(error('double_link_id', { linkId }));
      seen.add(linkId);
      const version = leftOverOf(item);
      if (version) others.set(`is_${version.from}`, version.detail);
      if (!ITEM_TYPES.some((one) => one === type) && !version)
        findings.push(error('unknown_type', { linkId, detail: textOf(type) }));
      const lists = [
        'answerOption',
        'enableWhen',
        'initial',
        'extension',
        'modifierExtension',
        'code',
      ] as const;
      for (const name of lists)
        if (item[name] !== undefined && !(Array.isArray(item[name]) && item[name].every(isObject)))
          findings.push(error('not_an_object', { linkId, detail: name }));
      for (const name of ['text', 'prefix', 'answerValueSet'] as const)
        if (item[name] !== undefined && typeof item[name] !== 'string')
          findings.push(error('not_an_object', { linkId, detail: name }));
      walk(item.item, depth + 1);
    }
  };
  walk(value.item, 1);
  for (const [code, detail] of others) findings.push(error(code, { detail }));
  if (count > MAX_ITEMS) findings.push(error('too_big', { detail: String(MAX_ITEMS) }));
  if (count === 0) findings.push(error('no_items'));
  for (const name of ['extension', 'modifierExtension', 'contained'] as const)
    if (value[name] !== undefined && !(Array.isArray(value[name]) && value[name].every(isObject)))
      findings.push(error('not_an_object', { detail: name }));
  return findings;
}

/** Replaces items that name modular parts (`subQuestionnaire`) by these. */
function assemble(
  questionnaire: Questionnaire,
  find: (canonical: string) => Questionnaire | undefined,
  findings: Finding[],
  path: readonly string[],
  room: { left: number },
): Questionnaire {
  let contained = questionnaire.contained ?? [];
  const within = (items: readonly QuestionnaireItem[]): QuestionnaireItem[] =>
    items.flatMap((item) => {
      // Parts that name parts twice would double at every step.
      if (room.left < 0) return [];
      room.left -= 1;
      if (room.left < 0) {
        findings.push({ level: 'error', code: 'too_big', detail: String(MAX_ITEMS) });
        return [];
      }
      const address = extensionOf(item, EXTENSION.subQuestionnaire)?.valueCanonical;
      if (address === undefined) return [item.item ? { ...item, item: within(item.item) } : item];
      if (path.includes(address)) {
        findings.push({
          level: 'error',
          code: 'part_circle',
          linkId: item.linkId,
          detail: address,
        });
        return [];
      }
      const own = address.startsWith('#')
        ? questionnaire.contained?.find(
            (one): one is Questionnaire =>
              one.resourceType === 'Questionnaire' && one.id === address.slice(1),
          )
        : find(address);
      if (!own) {
        findings.push({
          level: 'error',
          code: 'part_missing',
          linkId: item.linkId,
          detail: address,
        });
        return [];
      }
      const part = assemble(own, find, findings, [...path, address], room);
      contained = [
        ...contained,
        ...(part.contained ?? []).filter(
          (one) => !contained.some((other) => other.id !== undefined && other.id === one.id),
        ),
      ];
      return [...(part.item ?? [])];
    });
  const item = within(questionnaire.item ?? []);
  return { ...questionnaire, item, ...(contained.length > 0 && { contained }) };
}
