import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReceivableDay } from '../../../../../src/panel/receivables/schema.ts';
import { call } from '../../api/call.ts';
import { downloadFile } from '../../api/download-file.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet, Split } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { BankUpload } from './bank-upload.tsx';
import { Calendar } from './calendar.tsx';
import { ReceivableLines } from './receivable-lines.tsx';
import { calendarOf, monthAfter, type ReceivableSearch, readReceivableSearch } from './receivable-search.ts';
import { dayText, monthText, PAID_BY_LABELS, RECEIVABLE_LOOKS } from './receivable-words.ts';
import styles from './receivables.module.css';

const REFRESH_MS = 30_000;

/** What comes of sales, by day and line by line. */
export function ReceivablesScreen() {
  const search = useSearch({ from: '/inside/recebimentos' });
  const formats = useFormats();
  const mayExport = useMay('sales.export');
  const mayUpload = useMay('sales.refund');
  const { de, ate } = search;
  const month = search.mes ?? (de ?? formats.day(new Date().toISOString())).slice(0, 7);
  const days = calendarOf(month).filter((day) => day !== null);
  const filter = {
    from: de ?? days[0] ?? '',
    to: ate ?? days.at(-1) ?? '',
    ...(search.situacao === undefined ? {} : { status: search.situacao }),
    ...(search.forma === undefined ? {} : { paidBy: search.forma }),
  };
  const found = useQuery({
    queryKey: ['receivable-days', filter],
    queryFn: ({ signal }) => call('GET /receivables/days', { query: filter, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const isFiltered = search.dia !== undefined || search.situacao !== undefined || search.forma !== undefined;
  return (
    <>
      <ScreenHead title="Recebimentos">
        <Link to="/recebimentos/banco">Extrato do banco</Link>
        {mayUpload && <BankUpload />}
        {mayExport && (
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => downloadFile('/receivables.csv', filter, 'recebimentos.csv')}
          >
            Baixar CSV
          </Button>
        )}
      </ScreenHead>
      <div className={styles.stack}>
        <Months month={month} search={search} />
        {found.isError && <ErrorNotice error={found.error} onRetry={() => found.refetch()} />}
        {found.isPending && <Loading />}
        {found.data && (
          <>
            {de === undefined && (
              <Calendar
                month={month}
                today={found.data.today}
                search={search}
                sums={sumsByDay(found.data.items)}
              />
            )}
            <Sums days={found.data.items} when={periodText(search, month)} />
          </>
        )}
        <ReceivableLines
          filter={search.dia === undefined ? filter : { ...filter, from: search.dia, to: search.dia }}
          filtered={isFiltered}
        />
      </div>
    </>
  );
}

function Months({ month, search }: { readonly month: string; readonly search: ReceivableSearch }) {
  const navigate = useNavigate({ from: '/recebimentos' });
  const { dia: _day, ...rest } = search;
  const { de: _from, ate: _until, ...ofMonth } = rest;
  const step = (count: number, label: string, icon: 'back' | 'forward') => (
    <Link to="/recebimentos" search={{ ...ofMonth, mes: monthAfter(month, count) }} aria-label={label}>
      <Icon name={icon} />
    </Link>
  );
  const change = (name: 'situacao' | 'forma', value: string) =>
    navigate({ search: readReceivableSearch({ ...rest, [name]: value }), replace: true });
  return (
    <div className={styles.months}>
      {step(-1, 'Mês anterior', 'back')}
      <h2>{periodText(search, month)}</h2>
      {step(1, 'Próximo mês', 'forward')}
      <div className={styles.filters}>
        <NativeSelect
          aria-label="Situação"
          value={search.situacao ?? ''}
          data={[
            { value: '', label: 'Todas as situações' },
            ...Object.entries(RECEIVABLE_LOOKS).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => change('situacao', currentTarget.value)}
        />
        <NativeSelect
          aria-label="Forma"
          value={search.forma ?? ''}
          data={[
            { value: '', label: 'Todas as formas' },
            ...Object.entries(PAID_BY_LABELS).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => change('forma', currentTarget.value)}
        />
      </div>
    </div>
  );
}

/** Sums of the month, and by who pays what. */
function Sums({ days, when }: { readonly days: readonly ReceivableDay[]; readonly when: string }) {
  const net = (...statuses: readonly string[]) =>
    sumOf(
      days.filter(({ status }) => statuses.includes(status)),
      'net',
    );
  const groups = [...Map.groupBy(days, (day) => `${day.provider} ${day.paidBy} ${day.brand ?? ''}`)];
  if (days.length === 0) return null;
  return (
    <Sheet>
      <Split
        figures={[
          ['A receber', money(net('expected'))],
          ['Recebido', money(net('paid'))],
          ['Sem confirmação', money(net('late'))],
        ]}
      />
      <Section title={`Quem paga em ${when}`}>
        <PlainTable headings={['Adquirente', 'Forma', 'Taxas', 'Líquido']}>
          {groups.map(([key, lines]) => (
            <tr key={key}>
              <td>{lines[0]?.provider}</td>
              <td>
                {[PAID_BY_LABELS[lines[0]?.paidBy ?? 'credit'], lines[0]?.brand].filter(Boolean).join(' ')}
              </td>
              <td>{money(sumOf(lines, 'fee'))}</td>
              <td>{money(sumOf(lines, 'net'))}</td>
            </tr>
          ))}
        </PlainTable>
      </Section>
    </Sheet>
  );
}

/** `novembro de 2026`, or from a day to another. */
function periodText({ de, ate }: ReceivableSearch, month: string): string {
  return de === undefined || ate === undefined ? monthText(month) : `${dayText(de)} a ${dayText(ate)}`;
}

function sumsByDay(days: readonly ReceivableDay[]): ReadonlyMap<string, number> {
  return new Map(
    [...Map.groupBy(days, ({ dueDay }) => dueDay)].map(([day, lines]) => [day, sumOf(lines, 'net')]),
  );
}

function sumOf(days: readonly ReceivableDay[], member: 'net' | 'fee'): number {
  return days.reduce((sum, day) => sum + day[member], 0);
}
