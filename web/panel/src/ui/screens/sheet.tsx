import type { ReactNode } from 'react';
import styles from './sheet.module.css';

/** A card of sections. */
export function Sheet({ children }: { readonly children: ReactNode }) {
  return <div className={styles.sheet}>{children}</div>;
}

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Figures side by side between two sections. */
export function Split({ figures }: { readonly figures: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.split}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="soft">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A wide column and a narrow one; one below the other on phones. `secondIsFirst`: there the narrow one comes first. */
export function Columns({
  children,
  secondIsFirst = false,
}: {
  readonly children: ReactNode;
  readonly secondIsFirst?: boolean;
}) {
  return (
    <div className={secondIsFirst ? `${styles.columns} ${styles.secondFirst}` : styles.columns}>
      {children}
    </div>
  );
}
