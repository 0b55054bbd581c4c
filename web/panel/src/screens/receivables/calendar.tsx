import { Link } from '@tanstack/react-router';
import { money } from '../../ui/text/format.ts';
import { calendarOf, type ReceivableSearch } from './receivable-search.ts';
import { monthText } from './receivable-words.ts';
import styles from './receivables.module.css';

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'];

interface CalendarProps {
  readonly month: string;
  readonly today: string;
  readonly search: ReceivableSearch;
  /** Net sums by day. */
  readonly sums: ReadonlyMap<string, number>;
}

/** A month: what comes on each day. A list of the days with money on phones. */
export function Calendar({ month, today, search, sums }: CalendarProps) {
  return (
    <div className={styles.calendar}>
      {WEEKDAYS.map((name) => (
        <div key={name} className={styles.weekday} aria-hidden="true">
          {name}
        </div>
      ))}
      {calendarOf(month).map((day, index) => {
        const sum = day === null ? undefined : sums.get(day);
        const key = day ?? `${month} ${index}`;
        return day === null || sum === undefined ? (
          <EmptyDay key={key} day={day} isToday={day === today} />
        ) : (
          <Day key={key} day={day} isToday={day === today} sum={sum} search={search} />
        );
      })}
    </div>
  );
}

function EmptyDay({ day, isToday }: { readonly day: string | null; readonly isToday: boolean }) {
  return (
    <div className={`${styles.day} ${styles.empty} ${isToday ? styles.today : ''}`} aria-hidden="true">
      <span className={styles.number}>{day === null ? '' : Number(day.slice(8))}</span>
    </div>
  );
}

function Day(props: {
  readonly day: string;
  readonly isToday: boolean;
  readonly sum: number;
  readonly search: ReceivableSearch;
}) {
  const { day, isToday, sum, search } = props;
  const isChosen = day === search.dia;
  const { dia: _chosen, ...others } = search;
  const looks = [styles.day, isToday ? styles.today : '', isChosen ? styles.chosen : ''];
  return (
    <Link
      to="/recebimentos"
      // Once more shows the whole month again.
      search={isChosen ? others : { ...search, dia: day }}
      className={looks.join(' ')}
      aria-current={isChosen ? 'date' : undefined}
    >
      <span className={styles.number}>
        <span className={styles.weekdayOfRow}>{weekdayOf(day)}, </span>
        {Number(day.slice(8))}
        <span className="visually-hidden"> de {monthText(day.slice(0, 7))}</span>
        {isToday && ' · hoje'}
      </span>
      <b className="number">{money(sum)}</b>
    </Link>
  );
}

/** `seg` */
function weekdayOf(day: string): string {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}
