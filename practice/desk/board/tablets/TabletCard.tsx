// One tablet: name, state, contents, charge, version, and every exception that staff accepted.

import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconBattery,
  IconBattery1,
  IconBattery2,
  IconBattery3,
  IconBattery4,
  IconBatteryCharging,
  IconDots,
  IconLogout,
  IconPencil,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { BoardMappe, BoardTablet } from '../../../../shared/exchange/board.ts';
import { settleLoss, useAct } from '../board-actions.ts';
import { stateOfTablet, type BoardCall, type StateView } from '../view/state.ts';
import { CHECK_TEXT, heldText, lossText, POSTURE_TEXT, useBoardTexts } from '../board-texts.ts';
import { RenameDialog, RevokeDialog } from '../parts.ts';
import { usePrivacy } from '../privacy.tsx';
import { StateChip } from '../StateChip.tsx';
import { RowMenu } from '../../../ui/RowMenu.tsx';
import { useLanguage } from '../../../ui/texts.ts';

const MINUTE = 60_000;
/** A clock deviation above this makes times on signed papers doubtful. */
const CLOCK_LIMIT = 2 * MINUTE;
const BATTERIES = [IconBattery, IconBattery1, IconBattery2, IconBattery3, IconBattery4];

/** Name of the user who accepted an exception; an account's number is meaningless to readers. */
const nameOf = (by: string): string => (/^\w+:[\da-f-]{36}$/.test(by) ? '–' : by);

/** Returns the notices about a tablet: losses, held papers, clock, accepted exceptions. */
function useRemarks(tablet: BoardTablet, now: number, state: StateView): string[] {
  const t = useBoardTexts(),
    language = useLanguage();
  return [
    tablet.lostSubmissions !== null && lossText(t, tablet, now, language),
    heldText(t, tablet, state.key === 'unreached' || tablet.revokedAt !== null, now, language),
    tablet.isOutdated && t('tablet.outdated'),
    Math.abs(tablet.clockOffsetMs) > CLOCK_LIMIT &&
      t('tablet.clock', { n: Math.round(Math.abs(tablet.clockOffsetMs) / MINUTE) }),
    tablet.quarantined > 0 && t('tablet.quarantined', { n: tablet.quarantined }),
    !tablet.persisted &&
      !tablet.exceptions.some((e) => e.check === 'storage') &&
      t('tablet.persisted'),
    ...tablet.exceptions.map((e) =>
      t('tablet.exception', { check: t(CHECK_TEXT[e.check]), reason: e.reason, by: nameOf(e.by) }),
    ),
  ].filter((text) => typeof text === 'string');
}

export function TabletCard({
  tablet,
  mappe,
  call,
  now,
}: {
  tablet: BoardTablet;
  mappe: BoardMappe | null;
  call: BoardCall | null;
  now: number;
}) {
  const t = useBoardTexts();
  const privacy = usePrivacy();
  const { isBusy, run } = useAct();
  const [dialog, setDialog] = useState<'rename' | 'revoke' | null>(null);
  const state = stateOfTablet(tablet, mappe, now, call);
  const remarks = useRemarks(tablet, now, state);

  return (
    <li className="e-tablet" data-row tabIndex={-1}>
      <div className="e-tablet-head">
        <strong>{tablet.name}</strong>
        {tablet.revokedAt === null && <TabletMenu tablet={tablet} onDialog={setDialog} />}
      </div>
      <div className="e-state">
        <StateChip state={state} hasMappe={mappe !== null || tablet.mappeId !== null} />
        {mappe && (
          <span className="p-small">
            {mappe.patients.map((p) => privacy.name(p.name)).join(' · ')}
          </span>
        )}
      </div>
      <TabletFacts tablet={tablet} />
      {remarks.length > 0 && (
        <ul className="e-remarks">
          {remarks.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {tablet.lostSubmissions !== null && (
        <Button
          size="xs"
          variant="default"
          mt={6}
          loading={isBusy}
          onClick={() => void run(() => settleLoss(tablet.tabletId))}
        >
          {t('tablet.lossSeen')}
        </Button>
      )}
      <RenameDialog tablet={tablet} isOpen={dialog === 'rename'} onClose={() => setDialog(null)} />
      <RevokeDialog
        tablet={tablet}
        now={now}
        isOpen={dialog === 'revoke'}
        onClose={() => setDialog(null)}
      />
    </li>
  );
}

function TabletFacts({ tablet }: { tablet: BoardTablet }) {
  const t = useBoardTexts();
  const percent = tablet.battery === null ? null : Math.round(tablet.battery * 100);
  const Battery =
    tablet.charging === true
      ? IconBatteryCharging
      : (BATTERIES[Math.min(4, Math.floor((percent ?? 0) / 21))] ?? IconBattery);
  return (
    <div className="e-facts p-tabular">
      <span>{t(POSTURE_TEXT[tablet.posture])}</span>
      {percent !== null && (
        <span className="e-battery" data-low={percent <= 20 && tablet.charging !== true}>
          <Battery size={16} stroke={1.75} aria-hidden /> {t('tablet.battery', { n: percent })}
          {tablet.charging === true && ` · ${t('tablet.charging')}`}
        </span>
      )}
      {tablet.appVersion !== null && (
        <span>{t('tablet.version', { version: tablet.appVersion })}</span>
      )}
    </div>
  );
}

function TabletMenu({
  tablet,
  onDialog,
}: {
  tablet: BoardTablet;
  onDialog: (dialog: 'rename' | 'revoke') => void;
}) {
  const t = useBoardTexts();
  return (
    <RowMenu
      position="bottom-end"
      button={
        <ActionIcon
          variant="subtle"
          size={28}
          data-default
          aria-label={t('tablet.menu', { tablet: tablet.name })}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.Item
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => onDialog('rename')}
      >
        {t('tablet.rename')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => onDialog('revoke')}
      >
        {t('tablet.revoke')} …
      </Menu.Item>
    </RowMenu>
  );
}
