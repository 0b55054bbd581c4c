import type { Home } from '../../../../../src/panel/home/schema.ts';
import { count, money, some } from '../../ui/text/format.ts';
import styles from './home.module.css';

const HEIGHT = 160;
const STEP = 20;
const GAP = 4;
/** Maximum number of day labels below the bars. */
const MAX_LABELS = 8;
const LEAST_HEIGHT = 2;

/** A bar for each day, and the same figures as a table for screen readers. */
export function DayBars({ days }: { readonly days: Home['days'] }) {
  const most = Math.max(1, ...days.map(({ confirmedSum }) => confirmedSum));
  const every = Math.ceil(days.length / MAX_LABELS);
  return (
    <>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {days.map(({ day, confirmedSum, confirmedCount }, index) => {
          const height =
            confirmedSum === 0 ? LEAST_HEIGHT : Math.max(LEAST_HEIGHT, (confirmedSum / most) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * STEP + GAP / 2}
              width={STEP - GAP}
              y={HEIGHT - height}
              height={height}
              rx={2}
            >
              <title>{`${brazilian(day)}: ${money(confirmedSum)} em ${some(confirmedCount, 'venda', 'vendas')}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={styles.days} aria-hidden="true">
        {days.map(({ day }, index) => (
          <span key={day}>{index % every === 0 && brazilian(day).slice(0, 5)}</span>
        ))}
      </div>
      <p className={`soft ${styles.most}`}>Melhor dia: {money(most === 1 ? 0 : most)}</p>
      <table className="visually-hidden">
        <caption>Confirmado por dia</caption>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            <th scope="col">Vendas</th>
            <th scope="col">Confirmado</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, confirmedCount, confirmedSum }) => (
            <tr key={day}>
              <th scope="row">{brazilian(day)}</th>
              <td>{count(confirmedCount)}</td>
              <td>{money(confirmedSum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function brazilian(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}
