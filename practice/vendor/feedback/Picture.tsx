// A picture of rectangles.

import { BOX_ROLES, type LayoutPicture } from '../../../shared/vendor/feedback.ts';
import { useFeedbackTexts } from './feedback-texts.ts';

export function Picture({ picture: { width, height, boxes } }: { picture: LayoutPicture }) {
  const t = useFeedbackTexts();
  return (
    <svg
      className="fb-picture"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('pictureAlt')}
    >
      {boxes.map(([x, y, w, h, role], i) => (
        <rect
          // Two boxes may be equal; the picture never changes.
          key={`${i} ${x} ${y}`}
          data-role={BOX_ROLES[role]}
          x={x}
          y={y}
          width={w}
          height={h}
          rx={Math.min(4, h / 4)}
        />
      ))}
    </svg>
  );
}
