// The picture of one scanned page, small or large, with its rotation.

import { Loader } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Turn } from '../../../shared/papers/scan.ts';
import { usePapersTexts } from './papers-texts.ts';
import { getPicture, PICTURE_KEY } from './scan-calls.ts';

/** @param alt text for screen readers */
export function PageThumb({ pageId, turn, alt }: { pageId: string; turn: Turn; alt: string }) {
  const t = usePapersTexts(),
    picture = useQuery({
      queryKey: [PICTURE_KEY, pageId],
      queryFn: () => getPicture(pageId),
      staleTime: Infinity,
      gcTime: 60_000,
    });
  const [url, setUrl] = useState<string | null>(null),
    { data } = picture;
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (picture.isError)
    return (
      <span className="pa-thumb" role="img" aria-label={t('scan.noPicture')}>
        <IconPhotoOff size={32} stroke={1.5} aria-hidden />
      </span>
    );
  return (
    <span className="pa-thumb" data-turn={turn}>
      {url === null ? <Loader size={18} /> : <img src={url} alt={alt} />}
    </span>
  );
}
