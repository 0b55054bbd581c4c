import type { ReactNode } from 'react';
import styles from './tabs.module.css';

/** Links that look like tabs: each is a URL of the same screen; the current one has `aria-current`. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
