import { changeOf } from './change-text.ts';
import styles from './home.module.css';

/** A figure compared with the previous period. */
export function Figure({
  label,
  value,
  now,
  before,
  lessIsBetter = false,
  isRate = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly now: number | null;
  readonly before: number | null;
  readonly lessIsBetter?: boolean;
  readonly isRate?: boolean;
}) {
  const { text, direction } = changeOf(now, before, isRate);
  const isGood = lessIsBetter ? direction < 0 : direction > 0;
  const tone = direction === 0 ? '' : isGood ? styles.up : styles.down;
  return (
    <div className={styles.figure}>
      <p className="soft">{label}</p>
      <b className="number">{value}</b>
      <p className={`${styles.change} ${tone}`}>{text}</p>
    </div>
  );
}
