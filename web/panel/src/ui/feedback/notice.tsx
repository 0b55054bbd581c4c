import type { ReactNode } from 'react';
import { Icon, type IconName } from '../text/icon.tsx';
import styles from './notice.module.css';

const ICONS = { bad: 'warning', wait: 'clock', good: 'check' } as const satisfies Record<string, IconName>;

/** An important message, announced to screen readers when it appears. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: keyof typeof ICONS;
  readonly children: ReactNode;
}) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} size={17} />
      <div>{children}</div>
    </div>
  );
}
