// Container of toasts.

import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

export const Toasts = () => <Notifications position="bottom-left" limit={3} containerWidth={440} />;
