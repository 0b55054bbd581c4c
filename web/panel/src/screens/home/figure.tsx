import styles from './home.module.css';

const PERCENT = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 });
const LEAST_CHANGE = 0.005;

/** A figure compared with the previous period. */
export function Figure({
  label,
  value,
  now,
  before,
  lessIsBetter = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly now: number | null;
  readonly before: number | null;
  readonly lessIsBetter?: boolean;
}) {
  const change = now === null || before === null || before === 0 ? undefined : now / before - 1;
  const isGood = change !== undefined && (lessIsBetter ? change < 0 : change > 0);
  const tone =
    change === undefined || Math.abs(change) < LEAST_CHANGE ? '' : isGood ? styles.up : styles.down;
  return (
    <div className={styles.figure}>
      <p className="soft">{label}</p>
      <b className="number">{value}</b>
      <p className={`${styles.change} ${tone}`}>{changeText(change)}</p>
    </div>
  );
}

function changeText(change: number | undefined): string {
  if (change === undefined) return 'sem período anterior';
  if (Math.abs(change) < LEAST_CHANGE) return 'igual ao período anterior';
  return `${PERCENT.format(Math.abs(change))} a ${change > 0 ? 'mais' : 'menos'} que antes`;
}
