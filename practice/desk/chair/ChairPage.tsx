// The screen of a treatment room: follows the person the desk sent in; empty when the room is,
// locked like every workstation.

import './chair.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { callR4c, lockDesk } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { ChairView, densityOf } from './ChairView.tsx';
import { useChairTexts } from './chair-texts.ts';
import { useChair } from './use-chair.ts';

export function ChairPage() {
  const t = useChairTexts(),
    language = useLanguage(),
    {
      values: { zimmer: room },
      set,
      reset,
    } = useQueryParams(['zimmer']),
    { card, error, isStale, refetch } = useChair(room);
  useEffect(() => {
    document.title = room === undefined ? t('title') : `${room} · Molar`;
  }, [room, t]);
  return (
    // The language is repeated here, so that sizes are computed for this screen.
    <div
      className="s-chair"
      lang={language}
      data-density={card?.person && card.card ? densityOf(card.card.groups) : undefined}
    >
      {room === undefined && <RoomChoice onChoose={(one) => set('zimmer', one)} />}
      {room !== undefined && !card && error === null && !isStale && <Loading />}
      {room !== undefined && (isStale || (!card && error !== null)) && (
        <div className="s-blank">
          <h1>{room}</h1>
          <p>{t('lost')}</p>
          <ErrorNotice error={error} onRetry={refetch} />
        </div>
      )}
      {card && card.person === null && (
        <div className="s-blank" role="status">
          <h1>{card.room}</h1>
          <p>{t('nobody')}</p>
        </div>
      )}
      {card?.person && card.card && (
        <ChairView room={card.room} at={card.at} person={card.person} card={card.card} />
      )}
      {room !== undefined && (
        <nav className="s-foot" aria-label={t('acts')}>
          <button type="button" className="s-button" onClick={reset}>
            {t('otherRoom')}
          </button>
          <Link className="s-button" to="/empfang">
            {t('back')}
          </Link>
          <button type="button" className="s-button" onClick={() => void lockDesk()}>
            {t('lock')}
          </button>
        </nav>
      )}
    </div>
  );
}

function RoomChoice({ onChoose }: { onChoose: (room: string) => void }) {
  const t = useChairTexts(),
    rooms = useQuery({ queryKey: ['rooms'], queryFn: () => callR4c<string[]>('/anamnese/rooms') });
  return (
    <div className="s-blank">
      <h1>{t('choose')}</h1>
      {rooms.isPending && <Loading />}
      {rooms.isError && <ErrorNotice error={rooms.error} onRetry={() => void rooms.refetch()} />}
      {rooms.data?.length === 0 && <p>{t('noRooms')}</p>}
      <div className="s-rooms">
        {rooms.data?.map((one) => (
          <button key={one} type="button" className="s-button" onClick={() => onChoose(one)}>
            {one}
          </button>
        ))}
      </div>
      <Link className="s-button" to="/empfang">
        {t('back')}
      </Link>
    </div>
  );
}
