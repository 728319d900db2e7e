/** Clock outside opening hours: black with the time; one tap wakes the tablet. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { berlinTime } from '../../shared/base/dates.ts';
import './tablet.css';

const TICK_MS = 5_000;

export interface RestingClockProps {
  readonly onWake: () => void;
}

export function RestingClock({ onWake }: RestingClockProps) {
  const { t } = useTranslation('tablet');
  const [time, setTime] = useState(() => berlinTime(Date.now()));
  useEffect(() => {
    const timer = window.setInterval(() => setTime(berlinTime(Date.now())), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <main className="tab-rest">
      <button
        type="button"
        className="tab-rest__clock"
        aria-label={t('resting.clock', { time })}
        onClick={onWake}
      >
        {time}
      </button>
    </main>
  );
}
