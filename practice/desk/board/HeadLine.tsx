// First line of the board: the day, the Stand, search, new patient, privacy, sound, ready tablets.

import { ActionIcon, Button, Popover, Slider, Switch, Text, Title } from '@mantine/core';
import {
  IconCircleCheck,
  IconEye,
  IconEyeOff,
  IconKeyboard,
  IconPlugConnectedX,
  IconUserPlus,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useState, type ReactNode, type RefObject } from 'react';
import { berlinTime, ZONE } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { keepChime, playChime, type ChimeSettings } from './chime.ts';
import { useBoardTexts } from './board-texts.ts';
import { PatientSearch } from './send/PatientSearch.tsx';
import { usePrivacy } from './privacy.tsx';

interface Props {
  now: number;
  standAt: number;
  isLive: boolean;
  isStale: boolean;
  readyCount: number;
  search: RefObject<HTMLInputElement | null>;
  onPick: (patient: FoundPatient) => void;
  onNew: () => void;
  onKeys: () => void;
  chime: ChimeSettings;
  onChime: (settings: ChimeSettings) => void;
  /** Choice of who is shown. */
  filter: ReactNode;
}

export function HeadLine({
  now,
  standAt,
  isLive,
  isStale,
  readyCount,
  search,
  onPick,
  onNew,
  onKeys,
  chime,
  onChime,
  filter,
}: Props) {
  const t = useBoardTexts();
  const language = useLanguage();
  const privacy = usePrivacy();
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
      timeZone: ZONE,
      ...options,
    }).format(now);
  const day = `${part({ weekday: 'short' }).replace('.', '')} ${part({ day: '2-digit', month: '2-digit' })}`;
  return (
    <header className="e-head">
      <Title order={1} className="p-title">
        {t('title')}
      </Title>
      <span className="p-tabular e-day">{day}</span>
      <span
        className="e-stand p-tabular"
        data-state={isStale ? 'stale' : isLive ? 'live' : 'polling'}
      >
        {t('stand', { time: standAt === 0 ? '–' : berlinTime(standAt) })}{' '}
        {isLive ? (
          <>
            <IconCircleCheck size={16} stroke={2} aria-hidden /> {t('live')}
          </>
        ) : (
          <>
            <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />{' '}
            {isStale ? t('offline') : t('connecting')}
          </>
        )}
      </span>
      <div className="e-head-search">
        <PatientSearch label={t('search')} inputRef={search} onPick={onPick} withKey />
      </div>
      <Button
        variant="default"
        className="e-new"
        disabled={isStale}
        {...(isStale && { title: t('lost.act') })}
        leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
        onClick={onNew}
      >
        {t('new')}
      </Button>
      <Button
        variant={privacy.isPrivate ? 'filled' : 'default'}
        className="e-privacy"
        aria-pressed={privacy.isPrivate}
        leftSection={
          privacy.isPrivate ? (
            <IconEye size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconEyeOff size={16} stroke={1.75} aria-hidden />
          )
        }
        rightSection={
          <kbd className="e-key" aria-hidden>
            P
          </kbd>
        }
        onClick={privacy.toggle}
      >
        {privacy.isPrivate ? t('privacy.show') : t('privacy.cover')}
      </Button>
      {filter}
      <SoundMenu chime={chime} onChime={onChime} />
      <ActionIcon
        variant="default"
        size={36}
        className="e-keys-button"
        aria-label={t('keys')}
        onClick={onKeys}
      >
        <IconKeyboard size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <span className="e-ready p-tabular" data-none={readyCount === 0 || isStale}>
        ● {readyCount === 1 ? t('ready.one') : t('ready', { n: readyCount })}
      </span>
    </header>
  );
}

function SoundMenu({ chime, onChime }: Pick<Props, 'chime' | 'onChime'>) {
  const t = useBoardTexts();
  const [isOpen, setOpen] = useState(false);
  const change = (part: Partial<ChimeSettings>): void => {
    const next = { ...chime, ...part };
    keepChime(next);
    onChime(next);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} width={240} trapFocus withRoles>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('sound')}
          onClick={() => setOpen(!isOpen)}
        >
          {chime.isOn ? (
            <IconVolume size={18} stroke={1.75} aria-hidden />
          ) : (
            <IconVolumeOff size={18} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('sound')}>
        <div className="p-stack">
          <Switch
            label={t('sound.on')}
            checked={chime.isOn}
            onChange={(event) => change({ isOn: event.currentTarget.checked })}
          />
          <div>
            <Text size="sm" fw={600}>
              {t('sound.volume')}
            </Text>
            <Slider
              min={0}
              max={100}
              step={10}
              disabled={!chime.isOn}
              value={Math.round(chime.volume * 100)}
              label={(value) => `${value} %`}
              thumbLabel={t('sound.volume')}
              onChange={(value) => change({ volume: value / 100 })}
            />
          </div>
          <Button size="xs" variant="default" onClick={() => playChime(chime)}>
            {t('sound.test')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
