// Legal facts of a consent text and its signers: kind, talk, required form with reason and source,
// signers, declarations, fields, sources.

import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  BUILTIN_PLACEHOLDERS,
  mayBeSignedByFinger,
  type DocumentTemplate,
  type Form,
} from '../../../shared/desk/document.ts';
import type { SignerRole } from '../../../shared/desk/mappe.ts';
import { represents } from '../../../shared/desk/represented.ts';
import { Notice } from '../../ui/Notice.tsx';
import {
  german,
  moved,
  newDeclaration,
  newField,
  replaced,
  representedBy,
  without,
} from './edit.ts';
import { RowTools } from './RowTools.tsx';
import { useTextsTexts } from './texts-texts.ts';

const KINDS = ['consent', 'notice', 'plan'] as const,
  FORMS = ['none', 'textform', 'schriftform', 'partner'] as const satisfies readonly Form[];
const ROLES = [
  'patient',
  'parent1',
  'parent2',
  'guardian',
  'proxy',
  'dentist',
  'witness',
  'interpreter',
] as const satisfies readonly SignerRole[];
interface Props {
  template: DocumentTemplate;
  onChange: (template: DocumentTemplate, tag?: string) => void;
}

export function FactsEditor({ template, onChange }: Props) {
  const t = useTextsTexts(),
    { formRequirement: law, signerRoles, source } = template;
  return (
    <section className="p-card tx-section" id="tx-facts" aria-label={t('facts')}>
      <KindFields template={template} onChange={onChange} />
      <NativeSelect
        label={t('law')}
        value={law.form}
        data={FORMS.map((one) => ({ value: one, label: t(`form.${one}`) }))}
        onChange={(event) => {
          const form = FORMS.find((one) => one === event.currentTarget.value);
          if (form) onChange({ ...template, formRequirement: { ...law, form } });
        }}
      />
      {!mayBeSignedByFinger(law).ok && <Notice tone="info">{t('law.paper')}</Notice>}
      <Textarea
        label={t('law.reason')}
        description={t('law.reasonWhat')}
        autosize
        maxLength={2000}
        value={law.reason.de}
        onChange={(event) =>
          onChange(
            {
              ...template,
              formRequirement: { ...law, reason: german(law.reason, event.currentTarget.value) },
            },
            'reason',
          )
        }
      />
      <TextInput
        label={t('law.source')}
        description={t('law.sourceWhat')}
        maxLength={500}
        value={law.source}
        onChange={(event) =>
          onChange(
            { ...template, formRequirement: { ...law, source: event.currentTarget.value } },
            'law',
          )
        }
      />
      <Textarea
        label={t('sources')}
        description={t('sourcesWhat')}
        autosize
        minRows={2}
        value={source.join('\n')}
        onChange={(event) =>
          onChange(
            {
              ...template,
              source: event.currentTarget.value
                .split('\n')
                .map((one) => one.slice(0, 500))
                .slice(0, 40),
            },
            'source',
          )
        }
      />
      {template.kind !== 'notice' && (
        <>
          <fieldset className="tx-group">
            <legend>{t('signers')}</legend>
            {ROLES.map((role) => (
              <Checkbox
                key={role}
                label={t(`role.${role}`)}
                checked={signerRoles.includes(role)}
                onChange={(event) => {
                  const isOn = event.currentTarget.checked;
                  onChange({
                    ...template,
                    signerRoles: ROLES.filter((one) =>
                      one === role ? isOn : signerRoles.includes(one),
                    ),
                  });
                }}
              />
            ))}
          </fieldset>
          <Declarations template={template} onChange={onChange} />
        </>
      )}
      <Fields template={template} onChange={onChange} />
    </section>
  );
}

function KindFields({
  template,
  onChange,
}: {
  template: DocumentTemplate;
  onChange: (template: DocumentTemplate, tag?: string) => void;
}) {
  const t = useTextsTexts();
  return (
    <div className="tx-two">
      <NativeSelect
        label={t('kind')}
        value={template.kind}
        data={KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        onChange={(event) => {
          const kind = KINDS.find((one) => one === event.currentTarget.value);
          if (kind)
            onChange({
              ...template,
              kind,
              ...(kind !== 'consent' && { talk: false }),
              ...(kind === 'notice' && { signerRoles: [], declarations: [] }),
            });
        }}
      />
      {template.kind === 'consent' && (
        <Checkbox
          className="tx-check"
          label={t('talk')}
          description={t('talkWhat')}
          checked={template.talk}
          onChange={(event) => onChange({ ...template, talk: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

function Declarations({ template, onChange }: Props) {
  const t = useTextsTexts(),
    { declarations } = template,
    put = (list: DocumentTemplate['declarations'], tag?: string): void =>
      onChange({ ...template, declarations: list }, tag);
  return (
    <fieldset className="tx-group">
      <legend>{t('declarations')}</legend>
      <p className="p-small p-muted">{t('declarationsWhat')}</p>
      {declarations.map((one, at) => (
        <div key={one.id} className="tx-block">
          <div className="tx-items">
            <Textarea
              autosize
              label={t('declaration', { n: at + 1 })}
              maxLength={4000}
              value={one.text.de}
              onChange={(event) =>
                put(
                  replaced(declarations, at, {
                    ...one,
                    text: german(one.text, event.currentTarget.value),
                  }),
                  `d ${one.id}`,
                )
              }
            />
            {template.signerRoles.some(represents) && (
              <Textarea
                autosize
                label={t('represented', { n: at + 1 })}
                description={t('representedWhat')}
                maxLength={4000}
                value={one.represented?.de ?? ''}
                onChange={(event) =>
                  put(
                    replaced(declarations, at, representedBy(one, event.currentTarget.value)),
                    `r ${one.id}`,
                  )
                }
              />
            )}
            <Checkbox
              label={t('declarationRequired')}
              checked={one.required}
              onChange={(event) =>
                put(replaced(declarations, at, { ...one, required: event.currentTarget.checked }))
              }
            />
          </div>
          <RowTools
            what={t('declaration', { n: at + 1 })}
            at={at}
            of={declarations.length}
            onMove={(step) => put(moved(declarations, at, step))}
            onRemove={() => put(without(declarations, at))}
          />
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        className="tx-add"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => put([...declarations, newDeclaration(template)])}
      >
        {t('addDeclaration')}
      </Button>
    </fieldset>
  );
}

function Fields({ template, onChange }: Props) {
  const t = useTextsTexts(),
    { fields } = template,
    put = (list: DocumentTemplate['fields'], tag?: string): void =>
      onChange({ ...template, fields: list }, tag);
  return (
    <fieldset className="tx-group">
      <legend>{t('fields')}</legend>
      <p className="p-small p-muted">
        {t('fieldsWhat')}{' '}
        <bdi className="tx-code">{BUILTIN_PLACEHOLDERS.map((one) => `{${one}}`).join(' ')}</bdi>
      </p>
      {fields.map((one, at) => (
        <div key={one.id} className="tx-block">
          <div className="tx-items">
            <TextInput
              label={t('fieldOf', { id: `{${one.id}}` })}
              maxLength={200}
              value={one.label.de}
              onChange={(event) =>
                put(
                  replaced(fields, at, {
                    ...one,
                    label: german(one.label, event.currentTarget.value),
                  }),
                  `f ${one.id}`,
                )
              }
            />
            <Checkbox
              label={t('fieldRequired')}
              checked={one.required}
              onChange={(event) =>
                put(replaced(fields, at, { ...one, required: event.currentTarget.checked }))
              }
            />
          </div>
          <RowTools
            what={t('fieldOf', { id: `{${one.id}}` })}
            at={at}
            of={fields.length}
            onMove={(step) => put(moved(fields, at, step))}
            onRemove={() => put(without(fields, at))}
          />
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        className="tx-add"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => put([...fields, newField(template)])}
      >
        {t('addField')}
      </Button>
    </fieldset>
  );
}
