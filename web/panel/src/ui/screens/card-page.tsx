import type { ReactNode } from 'react';
import icon from '../../theme/icon.svg';
import styles from './card-page.module.css';

/** One card in the middle: login, second factor, invitation. */
export function CardPage({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}) {
  return (
    <main className={styles.stage}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src={icon} alt="" />
          Guichê
        </div>
        <h1>{title}</h1>
        {lead !== undefined && <p className="soft">{lead}</p>}
        {children}
      </div>
    </main>
  );
}

export const cardForm = styles.form;
