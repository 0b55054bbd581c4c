import type { Home } from '../../../../../src/panel/home/schema.ts';
import { count, money } from '../../ui/text/format.ts';
import { changeOf } from './change-text.ts';
import styles from './home.module.css';

/** The figures of the period beside those that it is compared with. */
export function Figures({ home }: { readonly home: Home }) {
  const { current, previous, period } = home;
  // A day that is not over cannot be compared with a whole one: yesterday's figure stands beside it.
  const isRunning = period === 'today';
  const figure = (
    label: string,
    pick: (figures: Home['current']) => number | null,
    text: (value: number | null) => string,
    more: { readonly lessIsBetter?: boolean; readonly isRate?: boolean } = {},
  ) => (
    <div className={styles.figure}>
      <p className="soft">{label}</p>
      <b className="number">{text(pick(current))}</b>
      {isRunning ? (
        <p className={styles.change}>ontem: {text(pick(previous))}</p>
      ) : (
        <Change now={pick(current)} before={pick(previous)} {...more} />
      )}
    </div>
  );
  const sum = (value: number | null) => money(value ?? 0);
  return (
    <div className={styles.figures}>
      {figure('Confirmado', ({ confirmedSum }) => confirmedSum, sum)}
      {figure(
        'Vendas',
        ({ confirmedCount }) => confirmedCount,
        (value) => count(value ?? 0),
      )}
      {figure('Valor médio', ({ average }) => average, sum)}
      {figure('Aprovação', ({ approvalRate }) => approvalRate, percent, { isRate: true })}
      {figure('Devolvido', ({ refundedSum }) => refundedSum, sum, { lessIsBetter: true })}
    </div>
  );
}

function Change(props: {
  readonly now: number | null;
  readonly before: number | null;
  readonly lessIsBetter?: boolean;
  readonly isRate?: boolean;
}) {
  const { text, direction } = changeOf(props.now, props.before, props.isRate);
  const isGood = props.lessIsBetter ? direction < 0 : direction > 0;
  const tone = direction === 0 ? '' : isGood ? styles.up : styles.down;
  return <p className={`${styles.change} ${tone}`}>{text}</p>;
}

function percent(rate: number | null): string {
  if (rate === null) return '–';
  return new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 }).format(rate);
}
