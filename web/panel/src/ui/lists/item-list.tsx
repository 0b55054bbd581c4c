import type { ReactNode } from 'react';
import styles from './item-list.module.css';

/** A short list of things inside a section, each with its buttons. */
export function ItemList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

export function Item(props: {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** Buttons at its end. */
  readonly actions?: ReactNode;
  /** Below it, over the whole width. */
  readonly children?: ReactNode;
}) {
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <div className={styles.title}>{props.title}</div>
        {props.detail && <p className={styles.detail}>{props.detail}</p>}
      </div>
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
      {props.children && <div className={styles.below}>{props.children}</div>}
    </li>
  );
}
