// Avatar of a person; without a picture their initials, or a plain sign next to a written-out name.

import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, TIMEOUT } from '../api.ts';

export function PersonPicture({
  id,
  name,
  size,
}: {
  id: string | null | undefined;
  name?: string;
  size: number;
}) {
  const picture = useQuery({
    queryKey: ['image', id],
    queryFn: () => call<Blob>(`/imageUploads/image/${id}`, { answer: 'blob', timeout: TIMEOUT }),
    enabled: typeof id === 'string',
    staleTime: Infinity,
    retry: false,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!picture.data || id == null) {
      setUrl(null);
      return undefined;
    }
    const made = URL.createObjectURL(picture.data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture.data, id]);
  return (
    <Avatar
      src={url}
      size={size}
      radius="xl"
      alt=""
      {...(name !== undefined && { name, color: 'initials' })}
    />
  );
}
