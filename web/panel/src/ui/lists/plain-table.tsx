import type { ReactNode } from 'react';
import styles from './plain-table.module.css';

/** A short table inside a section; its last column is right-aligned. */
export function PlainTable({
  headings,
  children,
}: {
  readonly headings: readonly string[];
  /** The rows. */
  readonly children: ReactNode;
}) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
