// Posture of a tablet: in the hand, on the wall, on the desk.

import { Input, SegmentedControl } from '@mantine/core';
import { POSTURES, type Posture } from '../../../../shared/desk/tablet.ts';
import { POSTURE_TEXT, useBoardTexts } from '../board-texts.ts';

export function PostureChoice({
  value,
  onChange,
}: {
  value: Posture;
  onChange: (posture: Posture) => void;
}) {
  const t = useBoardTexts();
  return (
    <Input.Wrapper label={t('posture')} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={t('posture')}
        value={value}
        onChange={onChange}
        data={POSTURES.map((posture) => ({ value: posture, label: t(POSTURE_TEXT[posture]) }))}
      />
    </Input.Wrapper>
  );
}
