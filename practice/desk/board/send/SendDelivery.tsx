// Identification of the person, language, text size, and the tablet (free, most charge first).

import { Input, NativeSelect, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import type { BoardTablet } from '../../../../shared/exchange/board.ts';
import { languageName, nativeAndOwnName } from '../../../../shared/base/language-names.ts';
import {
  IDENTIFICATIONS,
  TEXT_SCALES,
  type Identification,
  type TextScale,
} from '../../../../shared/desk/mappe.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useBoardTexts, type BoardKey } from '../board-texts.ts';
import {
  languagesFor,
  papersWithout,
  templateKeyOf,
  type Missing,
  type SendForm,
  type Template,
} from './send-rules.ts';

const IDENTIFIED: Record<Identification, BoardKey> = {
  gesundheitskarte: 'identified.gesundheitskarte',
  ausweis: 'identified.ausweis',
  bekannt: 'identified.bekannt',
};
/** Value of the radio button for no tablet yet. */
const NONE = 'none';
interface Props {
  form: SendForm;
  templates: readonly Template[];
  /** Languages of the practice, listed before all others. */
  first: readonly string[];
  free: readonly BoardTablet[];
  onChange: (part: Partial<SendForm>) => void;
  missing: readonly Missing[];
}

export function SendDelivery({ form, templates, first, free, onChange, missing }: Props) {
  const t = useBoardTexts(),
    language = useLanguage();
  const lacks = missing.some((one) => one.what === 'identifiedBy'),
    all = languagesFor(templates),
    ours = first.filter((code) => all.includes(code)),
    others = all.filter((code) => !ours.includes(code));
  const named = (codes: readonly string[]) =>
    codes.map((code) => ({ value: code, label: nativeAndOwnName(code, language) }));

  return (
    <>
      <Radio.Group
        id="send-identifiedBy"
        label={t('send.identified')}
        value={form.identifiedBy ?? ''}
        onChange={(value) => onChange({ identifiedBy: value as Identification })}
        error={lacks ? t('send.missing.identifiedBy') : undefined}
      >
        <div className="e-radios">
          {IDENTIFICATIONS.map((one) => (
            <Radio key={one} value={one} label={t(IDENTIFIED[one])} />
          ))}
        </div>
      </Radio.Group>
      <div className="e-two">
        <NativeSelect
          label={t('send.language')}
          value={form.language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
          data={[
            { group: t('send.language.ours'), items: named(ours) },
            { group: t('send.language.more'), items: named(others) },
          ].filter(({ items }) => items.length > 0)}
        />
        <Input.Wrapper label={t('send.scale')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('send.scale')}
            value={String(form.textScale)}
            onChange={(value) => onChange({ textScale: Number(value) as TextScale })}
            data={TEXT_SCALES.map((scale) => ({ value: String(scale), label: `${scale}` }))}
          />
        </Input.Wrapper>
      </div>
      <MissingLanguage templates={templates} wanted={form.language} />
      <Radio.Group
        label={t('send.tablet')}
        value={form.tabletId ?? NONE}
        onChange={(value) => onChange({ tabletId: value === NONE ? null : value })}
      >
        <Stack gap={4}>
          {free.length === 0 && (
            <Text size="xs" c="dimmed">
              {t('send.noFree')}
            </Text>
          )}
          {free.map((one) => (
            <Radio
              key={one.tabletId}
              value={one.tabletId}
              label={[
                one.name,
                one.battery === null
                  ? ''
                  : t('tablet.battery', { n: Math.round(one.battery * 100) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
          <Radio value={NONE} label={t('send.noTablet')} />
        </Stack>
      </Radio.Group>
    </>
  );
}

/** Names the papers that do not exist in the wanted language, why, and what the tablet does. */
function MissingLanguage({
  templates,
  wanted,
}: {
  templates: readonly Template[];
  wanted: string;
}) {
  const t = useBoardTexts(),
    language = useLanguage(),
    papers = papersWithout(templates, wanted);
  if (papers.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{t('send.without', { language: languageName(wanted, language) })}</p>
      <ul>
        {papers.map((one) => (
          <li key={templateKeyOf(one)}>
            {t(one.isOwn ? 'send.without.own' : 'send.without.shipped', {
              title: one.title[language] ?? one.title.de,
              languages: one.languages.map((code) => languageName(code, language)).join(', '),
            })}
          </li>
        ))}
      </ul>
      <p>{t('send.without.then')}</p>
    </Notice>
  );
}
