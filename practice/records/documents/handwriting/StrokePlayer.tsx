// Draws the pen movement of one signature and replays it in its own time; pressure is the width of
// the line.

import { Button, NativeSelect, Slider, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { Ink } from '../../../../shared/papers/signature.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useHandwritingTexts } from './handwriting-texts.ts';
import { piecesOf, pointAt, spanOf, widthOf } from './replay.ts';

/** Time of the replay (ms since the pad opened), advanced by the browser's frames. */
function useReplay(ink: Ink) {
  const span = useMemo(() => spanOf(ink), [ink]);
  const [at, setAt] = useState(span.until),
    [isPlaying, setPlaying] = useState(false),
    [slower, setSlower] = useState(1);
  useEffect(() => {
    if (!isPlaying) return undefined;
    let last: number | undefined,
      frame = 0;
    const step = (now: number): void => {
      const passed = last === undefined ? 0 : (now - last) / slower;
      last = now;
      setAt((before) => Math.min(span.until, before + passed));
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, slower, span]);
  // The replay ends at the last point.
  if (isPlaying && at >= span.until) setPlaying(false);
  const toggle = (): void => {
    if (!isPlaying && at >= span.until) setAt(span.from);
    setPlaying(!isPlaying);
  };
  return { span, at, setAt, isPlaying, toggle, slower, setSlower };
}

export function StrokePlayer({ ink, name }: { ink: Ink; name: string }) {
  const t = useHandwritingTexts(),
    language = useLanguage();
  const pieces = useMemo(() => piecesOf(ink), [ink]);
  const { span, at, setAt, isPlaying, toggle, slower, setSlower } = useReplay(ink);
  const pen = pointAt(pieces, at);
  const seconds = (ms: number): string =>
    (ms / 1000).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const said = t('at', {
    at: seconds(at - span.from),
    of: seconds(span.until - span.from),
    pressure: Math.round((pen?.p ?? 0) * 255),
  });
  return (
    <div className="h-player">
      <svg
        className="h-ink"
        viewBox={`0 0 ${ink.width} ${ink.height}`}
        role="img"
        aria-label={t('drawing', { name })}
      >
        {pieces.map(({ from, to }, index) =>
          to.t <= at ? (
            <line
              key={index}
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              strokeWidth={widthOf(to.p)}
            />
          ) : null,
        )}
        {pen && isPlaying && <circle cx={pen.x} cy={pen.y} r={5} />}
      </svg>
      <div className="p-row h-controls">
        <Button
          variant="default"
          leftSection={
            isPlaying ? (
              <IconPlayerPause size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
            )
          }
          onClick={toggle}
        >
          {t(isPlaying ? 'pause' : 'play')}
        </Button>
        <NativeSelect
          aria-label={t('speed')}
          value={String(slower)}
          data={[
            { value: '1', label: t('speed.1') },
            { value: '4', label: t('speed.4') },
          ]}
          onChange={(event) => setSlower(Number(event.currentTarget.value))}
        />
      </div>
      <Slider
        thumbLabel={t('time')}
        label={null}
        min={span.from}
        max={Math.max(span.until, span.from + 1)}
        step={1}
        value={at}
        onChange={setAt}
      />
      <Text size="sm" className="p-tabular">
        {said}
      </Text>
    </div>
  );
}
