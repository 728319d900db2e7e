// The properties of a text field of a rule: label, value, fault, and what changes it.

import type { BillingTexts } from '../proposals-texts.ts';
import { faultText } from './fault-text.ts';
import type { Draft, Faults, Field } from './rule-draft.ts';

export interface RuleFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { currentTarget: { value: string } }) => void;
}

/** @param label `feld.…` of the field by default */
export function ruleField(
  name: Field,
  {
    draft,
    shown,
    change,
    t,
  }: { draft: Draft; shown: Faults; change: (part: Partial<Draft>) => void; t: BillingTexts },
  label = t(`feld.${name}`),
): RuleFieldProps {
  const fault = shown[name];
  return {
    label,
    value: draft[name],
    error: fault === undefined ? undefined : faultText(fault, t),
    onChange: (event) => change({ [name]: event.currentTarget.value }),
  };
}
