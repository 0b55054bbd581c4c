import type { ReactNode } from 'react';
import styles from './row-card.module.css';

/** A row of a list on a phone: the amount and the state, and below them what it is and when. */
export function RowCard(props: {
  readonly amount: string;
  readonly state: ReactNode;
  readonly about: ReactNode;
  readonly at: string;
}) {
  return (
    <>
      <span className={styles.top}>
        <b className="number">{props.amount}</b>
        {props.state}
      </span>
      <span className={styles.bottom}>
        <span>{props.about}</span>
        <span className="number">{props.at}</span>
      </span>
    </>
  );
}
