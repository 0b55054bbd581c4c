import type { ReactNode } from 'react';
import styles from './screen-head.module.css';
import { useTitle } from './use-title.ts';

/** The screen's h1 and its actions. */
export function ScreenHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  useTitle(title);
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
